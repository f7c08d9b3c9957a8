#!/usr/bin/env node
// A compass: prints what qiblad streams, until Ctrl-C or the end of a recording.
import { Client } from './qiblad.mjs';

process.stdout.on('error', () => process.exit(0)); // as behind "| head"
let kind = '';
for await (const message of new Client({ reading: { rate_hz: 10 }, event: {} })) {
  if (message.type === 'connected') {
    kind = message.hello.replay ? '  REPLAY' : message.hello.simulated ? '  SIMULATED' : '';
  } else if (message.type === 'reading') { // what is not known is absent
    const known = ['heading_true', 'error68', 'pointer'].map((name) => message[`${name}_deg`] ?? 'unknown');
    console.log(`heading ${known[0]} ± ${known[1]}  Qibla ${known[2]}  ${message.status}${kind}`);
  } else if (message.type === 'event') {
    console.log('event', message.name);
  } else if (message.type === 'disconnected') {
    console.log('no compass:', message.reason);
  } else if (message.type === 'bye' && message.reason === 'replay_ended') {
    break;
  }
}
