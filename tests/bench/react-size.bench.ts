// Bytes of the React component and of the EZUIKit facade, gzipped. The component is additional to the SDK.
import { gzipSync } from 'node:zlib';
import { bundleFacade, bundleReact } from '../../scripts/build-sdk.mjs';

const target = 700;
const gz = (text: string) => gzipSync(text, { level: 9 }).length;

const react = gz(await bundleReact());
const facade = { module: gz(await bundleFacade('esm')), script: gz(await bundleFacade('iife')) };
console.log(`react    ${react} B on top of the SDK, target <= ${target} B`);
console.log(`ezuikit  ${facade.module} B (module), ${facade.script} B (classic script), the SDK included`);
const ok = react <= target;
console.log(JSON.stringify({ bench: 'react-size', value: react, unit: 'B', target, ok, facade }));
if (!ok) process.exitCode = 1;
