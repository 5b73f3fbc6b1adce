/**
 * Bytes a browser loads before the first frame: the frame's HTML, the boot script with its chunks, the styles and the
 * engine, each gzipped separately, from a fresh build. The audio worklet loads later, on demand.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { firstFrameBytes, frameBytes, gzipBytes } from '../kit/loaded-bytes.ts';

const targets = { webcodecs: 40, flv: 90 };
const kB = (bytes: number): number => Math.round(bytes / 100) / 10;

const parts = await frameBytes();
const sizes = {
  'frame HTML': parts.html,
  'boot script': parts.boot,
  styles: parts.styles,
  'WebCodecs worker': parts.webcodecsWorker,
  'Media Source engine': parts.mediaSourceEngine,
  'sound worklet (on demand)': parts.audioWorklet,
};
for (const [name, size] of Object.entries(sizes)) console.log(`${name.padEnd(28)} ${kB(size)} kB gz`);
const total = firstFrameBytes(parts);
const value = kB(total.webcodecs);
const withMediaSource = kB(total.mediaSource);
const library = fileURLToPath(import.meta.resolve('mpegts.js'));
console.log(`${total.webcodecs} B with WebCodecs, ${total.mediaSource} B with Media Source`);
console.log(`target: <= ${targets.webcodecs} kB with WebCodecs, <= ${targets.flv} kB with Media Source`);
console.log(
  JSON.stringify({
    bench: 'boot-bytes',
    value,
    unit: 'kB gz, WebCodecs',
    target: targets.webcodecs,
    ok: value <= targets.webcodecs && withMediaSource <= targets.flv,
    peers: {
      'with Media Source': withMediaSource,
      'mpegts.js alone': kB(gzipBytes(readFileSync(library))),
      'ezuikit-js 9 (npm, without its wasm)': 1_021.6,
    },
  }),
);
