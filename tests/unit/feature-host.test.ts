import { expect } from 'expect';
import { it } from 'vitest';
import type { Feature, FeatureContext, StartOptions } from '../../player-frame/session/feature.ts';
import { createFeatureHost } from '../../player-frame/session/feature-host.ts';

const context = { getState: () => ({}) } as unknown as FeatureContext; // the only member that the host uses
const start = (url: string): StartOptions => ({ url, autoplay: true, audio: false });

function hostOf(...features: Feature[]) {
  return createFeatureHost(context, async () => features.map((feature) => () => feature));
}

it('options of start are applied once the features are loaded, and a failing feature does not affect others', async () => {
  const begun: unknown[] = [];
  const broken: Feature = { begin: () => Promise.reject(new Error('no')) };
  const host = hostOf(broken, { begin: ({ url }) => void begun.push(url) });
  await host.begin(start('a'), false);
  expect(begun).toEqual([]);
  expect(await host.load()).toHaveLength(2);
  expect(begun).toEqual(['a']);
  await host.begin(start('b'), false);
  expect(begun).toEqual(['a', 'b']);
});

it('a start during another start is not lost', async () => {
  const begun: unknown[] = [];
  const host = hostOf({
    begin: async ({ url }) => {
      begun.push(url);
      if (url === 'a') await host.begin(start('b'), false);
    },
  });
  await host.begin(start('a'), true);
  expect(begun).toEqual(['a', 'b']);
});

it('a disconnected page leaves nothing to start', async () => {
  const begun: unknown[] = [];
  const host = hostOf({ begin: ({ url }) => void begun.push(url) });
  await host.begin(start('a'), false);
  await host.reset();
  await host.load();
  expect(begun).toEqual([]);
});

it('a call that the page has given up is not carried out once the features are loaded', async () => {
  const called: string[] = [];
  const capturePicture = ({ fileName }: { fileName?: string | undefined }) =>
    void called.push(fileName ?? '');
  const host = hostOf({ handlers: { capturePicture } as unknown as Feature['handlers'] & object });
  const given = new AbortController();
  const answers = [given.signal, new AbortController().signal].map(async (signal, at) =>
    host.handlers.capturePicture({ fileName: `${at}` }, signal),
  );
  given.abort();
  await Promise.allSettled(answers);
  expect(called).toEqual(['1']);
});
