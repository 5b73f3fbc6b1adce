import * as EZUIKit from './index.ts';
import { setSourceScript } from './source-script.ts';

setSourceScript(import.meta.url);

export * from './index.ts';
/** Pages of 7.x import the default export: `import EZUIKit from …`. */
export default EZUIKit;
