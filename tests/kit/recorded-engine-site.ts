/** Recordings over HTTP, and on the same origin the page `recorded-engine-page.ts` with the workers of the engines. */
import { join } from 'node:path';
import { bundle, serveFile } from './live-test-server.ts';
import { type PlaybackServer, playbackServer } from './playback-server.ts';

const project = join(import.meta.dirname, '../..');
const engines = join(project, 'player-frame/engines');

/** `pages`: further ones, by name, with the paths of their scripts: `<origin>/plain/<name>.html`. */
export async function recordedEngineSite(
  root: string,
  pages: Readonly<Record<string, string>> = {},
): Promise<PlaybackServer & { readonly pageUrl: string }> {
  const files = new Map<string, { body: string | Uint8Array; type: string }>();
  const page = join(project, 'tests/kit/recorded-engine-page.ts');
  await bundle(files, { 'recorded-engine-page': page, ...pages });
  // One self-contained file per worker, as in the product's build.
  await bundle(files, { 'recorded-worker': join(engines, 'recorded-webcodecs/worker.ts') });
  await bundle(files, { recorder: join(project, 'player-frame/recorder/worker.ts') });
  await bundle(files, { 'audio-worklet': join(engines, 'webcodecs/audio-worklet.ts') });
  const server = await playbackServer(root, (path, response) => serveFile(files, path, response));
  return Object.assign(server, { pageUrl: `${server.origin}/plain/recorded-engine-page.html` });
}
