// Bytes of the host SDK, gzipped, next to comlink and penpal bundled by the same esbuild.
import { resolve } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { bundleSdk } from '../../scripts/build-sdk.mjs';

/** Set when there were 16 calls and 6 events. */
const target = 2_048;
/** For 38 calls and 26 events, whose names and field names are half of it. */
const failAt = 3_300;

/** What a host page needs of each library to call into a frame. */
const peers = {
  comlink: "export { wrap, windowEndpoint } from 'comlink';",
  penpal: "export { connect, WindowMessenger } from 'penpal';",
};

const gz = (text: string) => gzipSync(text, { level: 9 }).length;

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
  return gz(outputFiles[0]!.text);
}

const oriel = gz(await bundleSdk('esm'));
const script = gz(await bundleSdk('iife'));
const sizes: Record<string, number> = {};
for (const [name, contents] of Object.entries(peers)) sizes[name] = await sizeOf(contents);

console.log(
  `oriel    ${oriel} B (module), ${script} B (classic script): handshake, validation, time-outs, abort`,
);
console.log(`comlink  ${sizes.comlink} B: no handshake, no validation, no time-outs`);
console.log(`penpal   ${sizes.penpal} B: handshake, no validation, no default time-out`);
console.log(`target   <= ${target} B, fails at ${failAt} B`);
const ok = oriel <= target;
console.log(JSON.stringify({ bench: 'sdk-size', value: oriel, unit: 'B', target, ok, peers: sizes }));
if (oriel > failAt) process.exitCode = 1;
