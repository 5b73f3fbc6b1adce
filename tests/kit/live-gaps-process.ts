/**
 * A viewer of a live stream in a process of its own, which nothing else delays. `node --import tsx live-gaps-process.ts
 * <url>`; answers each message with the longest time, in ms, in which nothing arrived since the message before.
 */
import { get } from 'node:http';

const url = process.argv[2] ?? '';
let arrivedAt = performance.now();
let longest = 0;
const note = () => {
  const now = performance.now();
  longest = Math.max(longest, now - arrivedAt);
  arrivedAt = now;
};

/** Again when the stream ends: until it is back, nothing arrives. */
function watch(): void {
  const again = () => setTimeout(watch, 100);
  get(url, { headers: { authorization: 'Bearer live' } }, (response) => {
    response
      .on('data', note)
      .once('error', () => undefined)
      .once('close', again);
  }).once('error', again);
}
watch();

process.on('message', () => {
  // What has not arrived yet counts, too.
  process.send?.(Math.max(longest, performance.now() - arrivedAt));
  longest = 0;
  arrivedAt = performance.now();
});
process.on('disconnect', () => process.exit());
