import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { FLV } from '../../host-sdk/ezuikit/helpers/flv.ts';
import { HLS } from '../../host-sdk/ezuikit/helpers/hls.ts';
import type { PlainPlayer } from '../../host-sdk/ezuikit/helpers/plain-player.ts';

/** Replacements for the real libraries that record their constructor arguments. */
const hlsLibrary = `export default class {
  static isSupported() { return true }
  constructor(config) { globalThis.settings = config }
  on() {} attachMedia() {} loadSource() {} destroy() {}
}`;
const flvLibrary = `export default {
  isSupported: () => true,
  createPlayer(source, config) {
    globalThis.settings = config;
    return { attachMediaElement() {}, on() {}, load() {}, destroy() {} };
  },
}`;

let folder: string;
beforeAll(() => {
  HTMLMediaElement.prototype.play = async () => {};
  folder = mkdtempSync(join(tmpdir(), 'oriel-settings-'));
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  writeFileSync(join(folder, 'hls.js'), hlsLibrary);
  writeFileSync(join(folder, 'flv.js'), flvLibrary);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function settingsOf(Helper: new (...given: ConstructorParameters<typeof FLV>) => PlainPlayer) {
  const options = { folder: `${pathToFileURL(folder).href}/` };
  const player = new Helper(document.createElement('video'), 'https://a.example/live', options);
  const seen = globalThis as { settings?: object };
  for (let round = 0; round < 100 && !seen.settings; round += 1)
    await new Promise((next) => setTimeout(next, 10));
  player.destroy();
  const { settings } = seen;
  delete seen.settings;
  return settings;
}

describe('the FLV helper', () => {
  it('buffers with an initial stash of 128, in a worker', async () => {
    const settings = { enableStashBuffer: true, stashInitialSize: 128, enableWorker: true };
    expect(await settingsOf(FLV)).toEqual(settings);
  });
});

describe('the HLS helper', () => {
  it('uses mp4a.40.2 for audio', async () => {
    expect(await settingsOf(HLS)).toEqual({ defaultAudioCodec: 'mp4a.40.2' });
  });
});
