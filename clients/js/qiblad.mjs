/**
 * A client of qiblad, the daemon that streams a compass heading and the direction of the Qibla.
 *
 * One file, Node 18 or newer, no package: copy it beside your program.
 *
 *   import { Client } from './qiblad.mjs';
 *   for await (const message of new Client({ reading: { rate_hz: 10 }, event: {} })) {
 *     if (message.type === 'reading') console.log(message.heading_true_deg ?? 'unknown', message.status);
 *   }
 *
 * Every message is an object as the daemon sent it (docs/protocol.md): what is not known is absent. Two more types
 * come from this file:
 *
 *   connected     the daemon has answered: `hello` is its first line, which says whether the data are of a replay or
 *                 simulated; with `new_run` it is another run than before: forget every message, `seq` and `t_us`
 *   disconnected  there is no connection, for the `reason` given: show no old heading any more. The client connects
 *                 again after `pause_s`, for ever
 *
 * A message with `skipped` has lost that many of its topic just before it, because the program was too slow; `resync`
 * tells the same of events. Whole numbers beyond 2^53, which the daemon does not send, come as BigInt. A ProtocolError
 * ends the loop where connecting again cannot help: the daemon has another version of the protocol.
 *
 * A client that only sends requests is connected until `close`, but does not keep the process alive: it ends once it has
 * its answers. One whose messages are read keeps the process alive until `close` or the end of the loop.
 *
 * @typedef {Record<string, any> & { type: string }} Message
 * @typedef {Record<string, { rate_hz?: number, min_change_deg?: number, max_gap_ms?: number, screen_deg?: number }>} Topics
 */

import { lstatSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';

export const PROTOCOL_MAJOR = 1;
/** The longest line of the daemon, bytes with its line feed. */
export const LINE_BYTES = 16384;
/** How long a daemon may take for its first line, ms. */
const HELLO_MS = 5000;
/** The first and the longest pause before connecting again, ms. */
const PAUSES_MS = [250, 8000];
/** How many messages may wait for the program; then nothing is read, and the daemon skips. */
const WAITING = 64;

/** The daemon has another version of the protocol. */
export class ProtocolError extends Error {}
/** There is no connection; the message says why. */
export class ConnectionLost extends Error {}
/** The daemon refused a request. */
export class RequestError extends Error {
  /** @param {Message} error */
  constructor(error) {
    super(`${error.code}: ${error.message}; ${error.hint}`);
    this.code = error.code;
  }
}

/**
 * The sockets to try, in the order of the daemon. Any user can make /tmp/qiblad-UID first and put a socket with wrong
 * headings into it, so that folder is used only if it belongs to this user and no other user may write to it.
 * @param {string} [socketDir] as for qiblad --socket-dir
 * @param {boolean} [control] whether control.sock is meant
 * @returns {{ path: string, danger?: string }[]} `danger`: why it must not be used
 */
export function candidates(socketDir, control = false) {
  const name = control ? 'control.sock' : 'stream.sock';
  const only = socketDir ?? process.env.QIBLAD_SOCKET_DIR;
  if (only) return [{ path: join(only, name) }];
  const found = [{ path: join('/run/qiblad', name) }];
  const runtime = process.env.XDG_RUNTIME_DIR ?? '';
  if (runtime.startsWith('/')) found.push({ path: join(runtime, 'qiblad', name) });
  const folder = `/tmp/qiblad-${process.getuid()}`;
  return [...found, { path: join(folder, name), danger: danger(folder) }];
}

function danger(folder) {
  try {
    const status = lstatSync(folder);
    if (!status.isDirectory()) return 'its folder is not a folder';
    if (status.uid !== process.getuid()) return `its folder belongs to user ${status.uid}`;
    return status.mode & 0o022 ? 'its folder is writable for other users' : undefined;
  } catch (error) {
    return error.code;
  }
}

/** JSON.parse, but for whole numbers that a double cannot hold. */
export function parse(text) {
  const key = '\u0000whole number';
  const tokens = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;
  const exact = text.replace(tokens, (token) =>
    /^-?[1-9]\d{15,}$/.test(token) && !Number.isSafeInteger(Number(token)) ? `{"\\u0000whole number":"${token}"}` : token);
  if (exact === text) return JSON.parse(text);
  return JSON.parse(exact, (_, value) => (typeof value?.[key] === 'string' ? BigInt(value[key]) : value));
}

/** Connects to the first socket that answers. */
async function connect(socketDir, control) {
  const attempts = [];
  for (const { path, danger } of candidates(socketDir, control)) {
    if (danger) {
      attempts.push(`${path} (${danger})`);
      continue;
    }
    try {
      return await new Promise((resolve, reject) => {
        const socket = createConnection({ path }).unref(); // a request's timer, or #hold, keeps the process alive
        socket.once('connect', () => resolve(socket)).once('error', reject);
      });
    } catch (error) {
      attempts.push(`${path} (${error.code})`);
    }
  }
  throw new ConnectionLost(
    `no daemon answers: ${attempts.join(', ')}; start one with qiblad, or set QIBLAD_SOCKET_DIR`);
}

/** The messages of a daemon, which is connected to again whenever it ends. */
export class Client {
  #topics; #socketDir; #control; #socket; #runId; #failure; #connecting; #holder;
  #bytes = Buffer.alloc(0);
  #connected = false;
  #closed = false;
  #sent = 0;
  #pause = PAUSES_MS[0];
  #waiting = [];
  #wake = () => {};
  #requests = new Map();
  #decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

  /**
   * @param {Topics} [topics] watched after each hello
   * @param {{ socketDir?: string, control?: boolean }} [options] control: connect to control.sock, which also takes
   *   the requests that change the daemon
   */
  constructor(topics, { socketDir, control = false } = {}) {
    this.#topics = topics;
    this.#socketDir = socketDir;
    this.#control = control;
  }

  /** @returns {AsyncGenerator<Message>} */
  async *[Symbol.asyncIterator]() {
    try {
      for (;;) {
        const message = await this.next();
        if (message === undefined) return;
        yield message;
      }
    } finally {
      this.close();
    }
  }

  /** The next message; undefined after close. @returns {Promise<Message | undefined>} */
  async next() {
    this.#start();
    this.#hold();
    while (this.#waiting.length === 0) {
      if (this.#failure) throw this.#failure;
      if (this.#closed) return undefined;
      await new Promise((resolve) => { this.#wake = resolve; });
    }
    const message = this.#waiting.shift();
    if (this.#waiting.length === 0) this.#socket?.resume();
    return message;
  }

  /**
   * Sends a request, as request('get', { topic: 'state' }), once there is a connection. It rejects with a RequestError
   * where the daemon refuses, and with ConnectionLost where no reply comes; then it is not known whether it was
   * carried out.
   * @returns {Promise<Message>} the reply
   */
  request(verb, members = {}, { timeoutMs = 15000 } = {}) {
    this.#start();
    this.#sent += 1;
    const id = this.#sent;
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => this.#settle(id, new ConnectionLost('the daemon does not answer')), timeoutMs);
      const line = JSON.stringify({ id, do: verb, ...members }) + '\n';
      this.#requests.set(id, { resolve, reject, timer, line });
      if (this.#connected) this.#send(this.#requests.get(id));
    });
  }

  /** Closes the connection; the loop ends. Without it a client that only sends requests stays connected. */
  close() {
    this.#closed = true;
    clearInterval(this.#holder);
    this.#socket?.destroy();
    this.#forgetRequests('the client was closed');
    this.#wake();
  }

  #start() {
    if (this.#connecting || this.#closed) return;
    this.#connecting = this.#run().catch((error) => {
      this.#failure = error;
      clearInterval(this.#holder);
      this.#forgetRequests(error.message);
      this.#wake();
    });
  }

  /** Keeps the process alive for who reads messages, also between two connections. */
  #hold() {
    if (!this.#closed && !this.#failure) this.#holder ??= setInterval(() => {}, 2 ** 30);
  }

  async #run() {
    while (!this.#closed) {
      const reason = await this.#serve();
      if (this.#closed) return;
      if (reason instanceof ProtocolError) throw reason;
      const pause = this.#pause * (0.5 + Math.random() / 2);
      this.#pause = Math.min(2 * this.#pause, PAUSES_MS[1]);
      this.#put({ type: 'disconnected', reason: reason.message, pause_s: pause / 1000 });
      await new Promise((resolve) => setTimeout(resolve, pause).unref());
    }
  }

  /** Serves one connection to its end, and resolves with the reason for it. */
  async #serve() {
    let socket;
    try {
      socket = await connect(this.#socketDir, this.#control);
    } catch (error) {
      return error;
    }
    if (this.#closed) socket.destroy();
    this.#socket = socket;
    this.#bytes = Buffer.alloc(0);
    const reason = await new Promise((resolve) => {
      const timer = setTimeout(() => resolve(new ConnectionLost('the daemon sends no hello')), HELLO_MS).unref();
      socket.on('error', resolve);
      socket.on('close', () => resolve(new ConnectionLost('the daemon closed the connection')));
      socket.on('data', (data) => {
        try {
          this.#take(data);
          if (this.#connected) clearTimeout(timer);
        } catch (error) {
          resolve(error);
        }
      });
    });
    socket.destroy();
    this.#connected = false;
    this.#socket = undefined;
    // What was not sent yet is sent to the next daemon; what was sent may have been carried out.
    this.#forgetRequests(reason.message, (request) => request.isSent);
    return reason;
  }

  #take(data) {
    this.#bytes = this.#bytes.length ? Buffer.concat([this.#bytes, data]) : data;
    let start = 0;
    for (let end; (end = this.#bytes.indexOf(10, start)) >= 0; start = end + 1) {
      this.#takeLine(this.#bytes.subarray(start, end));
    }
    this.#bytes = this.#bytes.subarray(start);
    if (this.#bytes.length >= LINE_BYTES) throw new ConnectionLost(`the daemon sent a line over ${LINE_BYTES} bytes`);
    // A request waits for its reply, which stands behind the messages.
    if (this.#waiting.length >= WAITING && this.#requests.size === 0) this.#socket?.pause();
  }

  #takeLine(line) {
    if (line.length >= LINE_BYTES) throw new ConnectionLost(`the daemon sent a line over ${LINE_BYTES} bytes`);
    let message;
    try {
      message = parse(this.#decoder.decode(line));
    } catch (error) {
      throw new ConnectionLost(`the daemon sent a line that is not JSON: ${error.message}`);
    }
    if (typeof message?.type !== 'string') throw new ConnectionLost('the daemon sent a line that is no message');
    if (!this.#connected) return this.#takeHello(message);
    if ('seq' in message) this.#pause = PAUSES_MS[0];
    if ((message.type === 'reply' || message.type === 'error') && this.#requests.has(message.id)) {
      return this.#settle(message.id, message.type === 'error' ? new RequestError(message) : message);
    }
    return this.#put(message);
  }

  #takeHello(hello) {
    if (hello.type !== 'hello' || typeof hello.protocol !== 'object') {
      throw new ConnectionLost('what answers sends no hello; check which program it is');
    }
    if (hello.protocol.major !== PROTOCOL_MAJOR) {
      throw new ProtocolError(`the daemon has version ${hello.protocol.major} of the protocol, this program knows ` +
        `${PROTOCOL_MAJOR}; install matching versions`);
    }
    const isNew = this.#runId !== undefined && this.#runId !== hello.run_id;
    this.#runId = hello.run_id;
    this.#connected = true;
    if (this.#topics) {
      this.#sent += 1;
      this.#socket.write(JSON.stringify({ id: this.#sent, do: 'watch', topics: this.#topics }) + '\n');
    }
    for (const request of this.#requests.values()) this.#send(request);
    this.#put({ type: 'connected', hello, new_run: isNew });
  }

  #send(request) {
    request.isSent = true;
    this.#socket.write(request.line);
    this.#socket.resume(); // the reply stands behind messages that the program has not read
  }

  #put(message) {
    this.#waiting.push(message);
    this.#wake();
  }

  #settle(id, result) {
    const request = this.#requests.get(id);
    if (!request) return;
    this.#requests.delete(id);
    clearTimeout(request.timer);
    if (result instanceof Error) request.reject(result);
    else request.resolve(result);
  }

  #forgetRequests(reason, which = () => true) {
    for (const [id, request] of [...this.#requests]) {
      if (which(request)) this.#settle(id, new ConnectionLost(reason));
    }
  }
}
