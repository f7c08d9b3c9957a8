// Says for each line of standard input whether clients/js/qiblad.mjs takes it, with the number heading_true_deg, and
// with how many bytes its string text has: for scripts/fuzz-clients.
import { readFileSync } from 'node:fs';
import { parse } from '../../clients/js/qiblad.mjs';

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const input = readFileSync(0);
const output = [];
for (let start = 0, end; (end = input.indexOf(10, start)) >= 0; start = end + 1) {
  try {
    const value = parse(decoder.decode(input.subarray(start, end)));
    if (value === null || typeof value !== 'object' || Array.isArray(value)) throw new Error('no object');
    const { heading_true_deg: heading, text } = value;
    const isNumber = typeof heading === 'number' || typeof heading === 'bigint';
    output.push(`ok ${isNumber ? heading : -1} ${typeof text === 'string' ? Buffer.byteLength(text) : -1}`);
  } catch {
    output.push('bad');
  }
}
process.stdout.write(output.join('\n') + '\n');
