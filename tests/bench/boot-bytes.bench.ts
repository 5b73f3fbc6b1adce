/**
 * Bytes a browser loads before the first frame: the frame's HTML, the boot script with its chunks, the styles and the
 * engine, each gzipped separately, from a fresh build. The audio worklet loads later, on demand.
 */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { themeForTemplate } from '../../lib/contracts/theme/template.ts';
import { manifestReader } from '../../lib/server/frame/asset-manifest.ts';
import { frameHtml } from '../../lib/server/frame/frame-html.ts';
import { buildFrame } from '../../scripts/build-frame.mjs';

const targets = { webcodecs: 40, flv: 90 };
const gz = (bytes: Uint8Array | string): number => gzipSync(bytes, { level: 9 }).length;
const kB = (bytes: number): number => Math.round(bytes / 100) / 10;

const folder = mkdtempSync(join(tmpdir(), 'oriel-boot-bytes-'));
try {
  const { bytes } = await buildFrame({ outDir: folder });
  const manifest = await manifestReader(join(folder, 'manifest.json'))();
  if (!manifest) throw new Error('the build wrote no manifest');
  const { boot, preload, ...assets } = manifest;
  const html = frameHtml(
    {
      app: 'app-key-of-usual-length',
      template: 'standard',
      theme: themeForTemplate('standard', { isMobile: false, isRecorded: false }),
      origins: ['https://www.example.com'],
      imageOrigins: [],
      version: '0.1.0',
      assets,
    },
    { boot, preload },
    'zh-CN',
  );
  const file = readdirSync(folder).find((name) => name.startsWith('flv-engine'));
  if (!file) throw new Error('the build has no separate chunk for Media Source');
  /** Including the chunks that it imports statically. */
  const sizeOf = (name: string): number => {
    const size = bytes[name];
    if (!size) throw new Error(`the build has no ${name}`);
    return size.gz;
  };
  const sizes = {
    'frame HTML': gz(html),
    'boot script': sizeOf('boot'),
    styles: sizeOf('styles'),
    'WebCodecs worker': sizeOf('webcodecsWorker'),
    'Media Source engine': gz(readFileSync(join(folder, file))),
    'sound worklet (on demand)': sizeOf('audioWorklet'),
  };
  for (const [name, size] of Object.entries(sizes)) console.log(`${name.padEnd(28)} ${kB(size)} kB gz`);
  const common = sizes['frame HTML'] + sizes['boot script'] + sizes.styles;
  const value = kB(common + sizes['WebCodecs worker']);
  const withMediaSource = kB(common + sizes['Media Source engine']);
  const library = fileURLToPath(import.meta.resolve('mpegts.js'));
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
        'mpegts.js alone': kB(gz(readFileSync(library))),
        'ezuikit-js 9 (npm, without its wasm)': 1_021.6,
      },
    }),
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
