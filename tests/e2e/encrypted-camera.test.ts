import { join } from 'node:path';
import { expect as expectPage } from '@playwright/test';
import { expect } from 'expect';
import { afterAll, afterEach, beforeAll, describe, it } from 'vitest';
import { encryptedKeyOf } from '../kit/encrypted-key.ts';
import { type LivePlayer, LiveStage } from '../kit/live-player.ts';
import { demoFrameAt, recordMinutes } from '../kit/recorded-minutes.ts';
import { type SeenFrame, watchScreen } from '../kit/screen-watch.ts';

const soon = expectPage.configure({ timeout: 30_000 });
const withoutWebCodecs = 'delete globalThis.VideoDecoder; delete globalThis.AudioDecoder;';

let stage: LiveStage;
let player: LivePlayer;
beforeAll(async () => {
  stage = await LiveStage.start();
  await setCode('ABCDEF');
}, 180_000);
afterAll(() => stage?.close());
afterEach(() => player?.close());

const setCode = (code: string) =>
  stage.oriel.oriel(['camera', 'update', 'DEMO00002', '--encrypted'], `${code}\n`);

async function open(address: string, options: { script?: string; isPlaying?: boolean } = {}): Promise<void> {
  player = await stage.open({ url: address }, options);
}

/** New frames on the screen within two seconds. */
async function seen(): Promise<readonly SeenFrame[]> {
  const watch = await watchScreen(await player.document());
  await watch.take();
  await player.page.waitForTimeout(2_000);
  return watch.take();
}

function expectLive(frames: readonly SeenFrame[]): void {
  expect(frames.length).toBeGreaterThan(15);
  for (const { madeAtMs, seenAtMs } of frames) expect(seenAtMs - madeAtMs).toBeLessThan(5_000);
  // Media Source may seek towards live at its start, so that single frames are seen out of order.
  const numbers = frames.map(({ frame }) => frame);
  expect(numbers.at(-1)).toBe(Math.max(...numbers));
}

describe('recordings of an encrypted camera', () => {
  // Noon in Shanghai, the zone of a new installation.
  const noon = Date.UTC(2025, 2, 1, 4);
  const address = (code: string) =>
    `ezopen://${code}oriel/DEMO00002/1.cloud.rec?begin=20250301120007&end=20250301120100`;

  /** A minute in the server's folder, encrypted with the key of this code. */
  async function record(code: string): Promise<void> {
    const encrypted = await encryptedKeyOf(stage, 'DEMO00002', code);
    const root = join(stage.oriel.dataDir, 'recordings');
    await recordMinutes({ root, ...encrypted, from: noon, durationMs: 60_000 });
  }

  it('show the frame of their time with the code; 400035 without it, 400036 with a wrong one', async () => {
    await record('ABCDEF');
    await open(address(''), { isPlaying: false });
    await soon(player.frame.getByRole('dialog', { name: '请输入设备验证码' })).toBeVisible();
    expect(await player.state()).toMatchObject({ code: '400035' });
    await player.call('setSecretKey', 'WRONG1');
    await soon(player.frame.getByRole('alert').getByText('验证码错误，请重新输入')).toBeVisible();
    await player.call('setSecretKey', 'ABCDEF');
    await player.phase('playing');
    const frames = await seen();
    expect(frames.length).toBeGreaterThan(15);
    for (const { frame } of frames) {
      expect(frame).toBeGreaterThanOrEqual(demoFrameAt(noon + 7_000));
      expect(frame).toBeLessThan(demoFrameAt(noon + 30_000));
    }
  }, 120_000);
});

describe('live video of an encrypted camera', () => {
  it.each([
    ['webcodecs', ''],
    ['flv', withoutWebCodecs],
  ])(
    'shows the frames that the camera makes now, with engine %s',
    async (engine, script) => {
      await open('ezopen://ABCDEF@oriel/DEMO00002/1.live', { script });
      expect(await player.state()).toMatchObject({ engine });
      expectLive(await seen());
    },
    120_000,
  );

  it('requires a code (400035) and the right one (400036)', async () => {
    await open('ezopen://oriel/DEMO00002/1.live', { isPlaying: false });
    const dialog = player.frame.getByRole('dialog', { name: '请输入设备验证码' });
    await soon(dialog).toBeVisible();
    expect(await player.state()).toMatchObject({ code: '400035' });
    await player.call('setSecretKey', 'WRONG1');
    await soon(player.frame.getByRole('alert').getByText('验证码错误，请重新输入')).toBeVisible();
    expect(await player.state()).toMatchObject({ code: '400036' });
    await player.call('setSecretKey', 'ABCDEF');
    await player.phase('playing');
  }, 120_000);

  it('ends when the code is changed (400036), and continues with the new one', async () => {
    await open('ezopen://ABCDEF@oriel/DEMO00002/1.live');
    await setCode('GHIJKL');
    await soon(player.frame.getByRole('alert').getByText('验证码错误，请重新输入')).toBeVisible();
    await player.call('setSecretKey', 'GHIJKL');
    await player.phase('playing');
    expectLive(await seen());
  }, 120_000);

  it('of a camera whose encryption is switched on while it plays ends with 400035', async () => {
    await open('ezopen://oriel/DEMO00001/1.live');
    await stage.oriel.oriel(['camera', 'update', 'DEMO00001', '--encrypted'], 'MNOPQR\n');
    await soon(player.frame.getByRole('dialog', { name: '请输入设备验证码' })).toBeVisible();
    await player.call('setSecretKey', 'MNOPQR');
    await player.phase('playing');
    await stage.oriel.oriel(['camera', 'update', 'DEMO00001', '--no-encrypted']);
    await player.page.waitForTimeout(3_000);
    await player.phase('playing');
    expectLive(await seen());
  }, 120_000);
});
