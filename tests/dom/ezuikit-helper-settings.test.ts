import { expect } from 'expect';
import { beforeAll, describe, it, vi } from 'vitest';
import type { PlainPlayer } from '../../host-sdk/ezuikit/helpers/plain-player.ts';

let settings: object | undefined;

/** Replacements for the real libraries that record their constructor arguments. */
class Hls {
  static isSupported = () => true;
  constructor(config: object) {
    settings = config;
  }
  on() {}
  attachMedia() {}
  loadSource() {}
  destroy() {}
}
const flv = {
  isSupported: () => true,
  createPlayer(_source: object, config: object) {
    settings = config;
    return { attachMediaElement() {}, on() {}, load() {}, destroy() {} };
  },
};
vi.doMock('../../host-sdk/ezuikit/helpers/load-helper.ts', () => ({
  loadHelper: async (file: string) => ({ default: file === 'hls.js' ? Hls : flv }),
}));
const { FLV } = await import('../../host-sdk/ezuikit/helpers/flv.ts');
const { HLS } = await import('../../host-sdk/ezuikit/helpers/hls.ts');

beforeAll(() => {
  HTMLMediaElement.prototype.play = async () => {};
});

async function settingsOf(Helper: new (...given: ConstructorParameters<typeof FLV>) => PlainPlayer) {
  settings = undefined;
  const player = new Helper(document.createElement('video'), 'https://a.example/live', {});
  await vi.waitUntil(() => settings);
  player.destroy();
  return settings;
}

describe('the FLV helper', () => {
  it('buffers with an initial stash of 128, in a worker', async () => {
    const expected = { enableStashBuffer: true, stashInitialSize: 128, enableWorker: true };
    expect(await settingsOf(FLV)).toEqual(expected);
  });
});

describe('the HLS helper', () => {
  it('uses mp4a.40.2 for audio', async () => {
    expect(await settingsOf(HLS)).toEqual({ defaultAudioCodec: 'mp4a.40.2' });
  });
});
