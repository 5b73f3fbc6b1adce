// Bytes of the host SDK, gzipped, next to comlink and penpal bundled by the same esbuild.
import { resolve } from 'node:path';
import { build } from 'esbuild';
import { bundleSdk } from '../../scripts/build-sdk.mjs';
import { ceilings } from '../ceilings.ts';
import { gzipBytes, sdkBytes } from '../kit/loaded-bytes.ts';

/** Set when there were 16 calls and 6 events. */
const target = 2_048;

/** What a host page needs of each library to call into a frame. */
const peers = {
  comlink: "export { wrap, windowEndpoint } from 'comlink';",
  penpal: "export { connect, WindowMessenger } from 'penpal';",
};

async function sizeOf(contents: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: resolve(import.meta.dirname, '../..') },
    bundle: true,
    minify: true,
    format: 'esm',
    target: 'es2022',
    legalComments: 'none',
    write: false,
  });
  return gzipBytes(outputFiles[0]!.text);
}

const oriel = await sdkBytes();
const script = gzipBytes(await bundleSdk('iife'));
const sizes: Record<string, number> = {};
for (const [name, contents] of Object.entries(peers)) sizes[name] = await sizeOf(contents);

console.log(
  `oriel    ${oriel} B (module), ${script} B (classic script): handshake, validation, time-outs, abort`,
);
console.log(`comlink  ${sizes.comlink} B: no handshake, no validation, no time-outs`);
console.log(`penpal   ${sizes.penpal} B: handshake, no validation, no default time-out`);
console.log(`target   <= ${target} B, ceiling ${ceilings.sdk} B`);
const ok = oriel <= target;
console.log(JSON.stringify({ bench: 'sdk-size', value: oriel, unit: 'B', target, ok, peers: sizes }));
