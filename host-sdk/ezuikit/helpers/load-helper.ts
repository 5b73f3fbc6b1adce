import { sourceScript } from '../source-script.ts';

/**
 * Loads hls.js or flv.js, which only pages with a plain HLS or FLV address need. `folder` is ignored in a script
 * served by Oriel: a page option must not decide where code is loaded from.
 */
export async function loadHelper<Module>(file: 'hls.js' | 'flv.js', folder?: string): Promise<Module> {
  const source = sourceScript();
  const base = source.folder ?? folder ?? (source.server && `${source.server}/sdk/v1/`);
  if (!base)
    throw new Error(
      'load this script from your Oriel server, call configure({ server }), or set { folder } to the folder of hls.js and flv.js',
    );
  const address = new URL(file, base).href;
  return import(/* webpackIgnore: true */ /* @vite-ignore */ address) as Promise<Module>;
}
