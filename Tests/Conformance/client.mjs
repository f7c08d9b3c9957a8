#!/usr/bin/env node
// The client that scripts/conformance runs for clients/js/qiblad.mjs: one line for each message.
import { Client, ProtocolError, RequestError } from '../../clients/js/qiblad.mjs';

const lines = {
  reading: (m) => `reading seq=${m.seq} t_us=${m.t_us} heading=${m.heading_true_deg?.toFixed(3) ?? '-'} status=${m.status}`,
  event: (m) => `event seq=${m.seq} name=${m.name}`,
  state: (m) => `state seq=${m.seq} status=${m.status}`,
  qibla: (m) => `qibla seq=${m.seq} target=${m.target.name}`,
  resync: (m) => `resync lost=${m.lost_events}`,
  bye: (m) => `bye reason=${m.reason}`,
  error: (m) => `error ${m.code}`,
};

const client = new Client({ reading: {}, event: {}, state: {}, qibla: {} });
let isConnected = false;
try {
  for await (const m of client) {
    if (m.type === 'connected') {
      isConnected = true;
      const { run_id: run, replay, simulated } = m.hello;
      console.log(`connected run=${run} replay=${replay} simulated=${simulated} new_run=${m.new_run}`);
      client.request('get', { topic: 'position' }).then(
        () => console.log('answer ok'),
        (error) => { if (error instanceof RequestError) console.log(`answer ${error.code}`); });
    } else if (m.type === 'disconnected') {
      if (isConnected) console.log('disconnected');
      isConnected = false;
    } else if (m.type in lines) {
      console.log(lines[m.type](m) + ('skipped' in m ? ` skipped=${m.skipped}` : ''));
      if (m.type === 'bye' && m.reason === 'replay_ended') break;
    }
  }
} catch (error) {
  if (!(error instanceof ProtocolError)) throw error;
  console.log('refused');
  console.error(error.message);
  process.exitCode = 1;
}
