import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventually } from '../kit/host-page.ts';
import { LiveStage } from '../kit/live-player.ts';
import { demoFps, demoFrameAt, recordMinutes } from '../kit/recorded-minutes.ts';
import { watchScreen } from '../kit/screen-watch.ts';

// Noon in Shanghai, the zone of a new installation.
const noon = Date.UTC(2025, 2, 1, 4);
const address = 'ezopen://oriel/DEMO00001/1.cloud.rec';

let stage: LiveStage;

/** Identity and store of the channel, which a playback ticket contains. */
async function recordedKey(): Promise<{ tenantId: string; channelId: string; store: 'cloud' }> {
  const token = await (await fetch(`${stage.site.origin}/token?reason=start`, { method: 'POST' })).text();
  const answer = await fetch(`${stage.oriel.origin}/api/lapp/live/url/ezopen`, {
    method: 'POST',
    body: new URLSearchParams({ ezopen: `${address}?begin=20250301`, accessToken: token }),
  });
  const { data } = (await answer.json()) as { data: { token: string } };
  const payload = Buffer.from(data.token.split('.')[2] ?? '', 'base64url');
  const { tenantId, channelId } = JSON.parse(payload.toString());
  return { tenantId, channelId, store: 'cloud' };
}

beforeAll(async () => {
  stage = await LiveStage.start();
  const key = await recordedKey();
  const root = join(stage.oriel.dataDir, 'recordings');
  await recordMinutes({ root, key, from: noon, durationMs: 40_000 });
  await recordMinutes({ root, key, from: noon + 60_000, durationMs: 30_000 });
}, 120_000);
afterAll(() => stage?.close());

describe('a recorded address in the player', () => {
  it('shows the frame of its begin, and knows its wall time', async () => {
    const url = `${address}?begin=20250301120007&end=20250301120130`;
    const player = await stage.open({ url });
    const screen = await watchScreen(await player.document());
    const [first] = await eventually('a frame', async () => {
      const seen = await screen.take();
      return seen.length > 0 && seen;
    });
    // Frames that were shown before the watch are not seen.
    expect(first!.frame).toBeGreaterThanOrEqual(demoFrameAt(noon + 7_000));
    expect(first!.frame).toBeLessThan(demoFrameAt(noon + 20_000));
    const before = (await screen.take()).at(-1)?.frame ?? first!.frame;
    const time = await player.call('getOSDTime');
    expect(Number(time)).toBeGreaterThanOrEqual((before * 1_000) / demoFps - 100);
    expect(Number(time)).toBeLessThan((before * 1_000) / demoFps + 3_000);
    expect(await player.state()).toMatchObject({ phase: 'playing', engine: 'recorded' });
    await player.close();
  }, 60_000);

  it('says 未找到录像片段 where nothing is recorded', async () => {
    const url = `${address}?begin=20250302`;
    const player = await stage.open({ url }, { isPlaying: false });
    await player.phase('failed');
    expect((await player.state()).code).toBe('playback.none');
    await player.frame.getByText('未找到录像片段').waitFor();
    await player.close();
  }, 60_000);
});
