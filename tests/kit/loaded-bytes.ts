/** Bytes that a page with a player loads, gzipped, from a fresh build. Benches print them, tests hold them down. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { themeForTemplate } from '../../lib/contracts/theme/template.ts';
import { manifestReader } from '../../lib/server/frame/asset-manifest.ts';
import { frameHtml } from '../../lib/server/frame/frame-html.ts';
import { buildFrame } from '../../scripts/build-frame.mjs';
import { bundleSdk } from '../../scripts/build-sdk.mjs';

export const gzipBytes = (content: Uint8Array | string): number => gzipSync(content, { level: 9 }).length;

/** The host SDK as a module. */
export const sdkBytes = async (): Promise<number> => gzipBytes(await bundleSdk('esm'));

/** Parts of the player's frame; scripts include the chunks that they import statically. */
export interface FrameBytes {
  readonly html: number;
  readonly boot: number;
  readonly styles: number;
  readonly webcodecsWorker: number;
  readonly mediaSourceEngine: number;
  /** Loaded on demand. */
  readonly audioWorklet: number;
}

/** What a browser loads before the first frame, each part gzipped separately. */
export async function frameBytes(): Promise<FrameBytes> {
  const folder = mkdtempSync(join(tmpdir(), 'oriel-frame-bytes-'));
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
    const sizeOf = (name: string): number => {
      const size = bytes[name];
      if (!size) throw new Error(`the build has no ${name}`);
      return size.gz;
    };
    return {
      html: gzipBytes(html),
      boot: sizeOf('boot'),
      styles: sizeOf('styles'),
      webcodecsWorker: sizeOf('webcodecsWorker'),
      mediaSourceEngine: sizeOf('mediaSourceEngine'),
      audioWorklet: sizeOf('audioWorklet'),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Until the first frame, with either engine. */
export function firstFrameBytes({ html, boot, styles, webcodecsWorker, mediaSourceEngine }: FrameBytes) {
  const common = html + boot + styles;
  return { webcodecs: common + webcodecsWorker, mediaSource: common + mediaSourceEngine };
}
