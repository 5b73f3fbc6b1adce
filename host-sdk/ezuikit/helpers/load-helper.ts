import { sourceScript } from '../source-script.ts';

/**
 * Libraries that only pages with a plain HLS or FLV address need: files of their own beside the script. `folder`
 * counts only in a page's own bundle: whoever can set an option must not decide where script comes from.
 */
export async function loadHelper<Module>(file: 'hls.js' | 'flv.js', folder?: string): Promise<Module> {
  const base = sourceScript().folder ?? folder;
  if (!base) throw new Error('load this script from your server, or say where its helpers are: { folder }');
  const address = new URL(file, base).href;
  return import(/* webpackIgnore: true */ /* @vite-ignore */ address) as Promise<Module>;
}
