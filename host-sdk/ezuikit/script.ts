import { setSourceScript } from './source-script.ts';

const script = globalThis.document?.currentScript;
if (script && 'src' in script) setSourceScript(script.src, script.dataset.app);

export * from './index.ts';
