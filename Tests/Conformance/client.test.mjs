// What scripts/conformance cannot see of clients/js/qiblad.mjs: a program that reads slowly, and the end of a process.
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../../clients/js/qiblad.mjs';

const LIBRARY = new URL('../../clients/js/qiblad.mjs', import.meta.url);
/** How long a process may take, ms. */
const LIMIT = 10_000;
const HELLO = { type: 'hello', protocol: { major: 1, minor: 0 }, run_id: 'one', replay: false, simulated: true };

let folder, server;

beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'qiblad-client-')); });

afterEach(() => {
  server?.close();
  rmSync(folder, { recursive: true });
});

/** A daemon that answers each request; `greeted` gets what sends to a client that has its hello. */
async function listen(greeted = () => {}) {
  server = createServer((peer) => {
    const send = (message) => peer.write(JSON.stringify(message) + '\n');
    peer.on('error', () => {}); // the client has gone
    peer.on('data', (lines) => { // small ones, which arrive whole
      for (const line of lines.toString().trim().split('\n')) send({ type: 'reply', id: JSON.parse(line).id, ok: true });
    });
    send(HELLO);
    greeted(send);
  });
  server.listen(join(folder, 'stream.sock'));
  await once(server, 'listening');
}

/** The exit status of a program that has `Client` and its `options`, or the signal that ended it after `LIMIT`. */
async function statusOf(program) {
  const options = JSON.stringify({ socketDir: folder });
  const source = `import { Client } from ${JSON.stringify(LIBRARY.href)}; const options = ${options}; ${program}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source], { stdio: 'inherit', timeout: LIMIT });
  const [status, signal] = await once(child, 'exit');
  return signal ?? status;
}

test('a request is answered while more messages wait than are read ahead', async () => {
  const count = 1000;
  const padding = 'x'.repeat(500);
  await listen((send) => { for (let seq = 0; seq < count; seq++) send({ type: 'reading', seq, padding }); });
  let next = 0;
  const client = new Client(undefined, { socketDir: folder });
  for await (const message of client) {
    if (message.type === 'connected') {
      await sleep(200); // until as many messages wait as are read ahead
      assert.equal((await client.request('ping', {}, { timeoutMs: 5000 })).type, 'reply');
      continue;
    }
    assert.equal(message.seq, next);
    next += 1;
    if (next === count) break;
  }
});

test('a program that only sends a request ends once it is answered', async () => {
  await listen();
  assert.equal(await statusOf("await new Client(undefined, options).request('ping')"), 0);
});

test('a program that reads messages waits for a daemon that comes later', async () => {
  const status = statusOf("for await (const m of new Client({}, options)) if (m.type === 'connected') break");
  await sleep(1000);
  await listen();
  assert.equal(await status, 0);
});

test('a program that closes its client ends', async () => {
  await listen();
  const program = "const c = new Client({}, options); await c.next(); try { await c.request('ping') } finally { c.close() }";
  assert.equal(await statusOf(program), 0);
});
