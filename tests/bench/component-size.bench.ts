// Bytes of the React component, the Vue component, the custom element, and the EZUIKit facade, gzipped. The first three
// are additional to the SDK.
import { gzipSync } from 'node:zlib';
import { bundleElement, bundleFacade, bundleReact, bundleVue } from '../../scripts/build-sdk.mjs';

const target = 1_000;
const gz = (text: string) => gzipSync(text, { level: 9 }).length;

const components = {
  react: gz(await bundleReact()),
  vue: gz(await bundleVue()),
  element: gz(await bundleElement()),
};
const facade = { module: gz(await bundleFacade('esm')), script: gz(await bundleFacade('iife')) };
for (const [name, bytes] of Object.entries(components))
  console.log(`${name.padEnd(8)} ${bytes} B on top of the SDK, target < ${target} B`);
console.log(`ezuikit  ${facade.module} B (module), ${facade.script} B (classic script), the SDK included`);
const value = Math.max(...Object.values(components));
const ok = value < target;
console.log(JSON.stringify({ bench: 'component-size', value, unit: 'B', target, ok, ...components, facade }));
if (!ok) process.exitCode = 1;
