import { expect } from 'expect';
import { it } from 'vitest';
import { eventually } from '../kit/host-page.ts';
import type { OtherPlayer } from '../kit/other-player.ts';
import { demoFps, demoFrameAt } from '../kit/recorded-minutes.ts';
import type { SoundCard } from '../kit/sound-card.ts';

const dayMs = 86_400_000;
const today = new Date();

/**
 * Noon of yesterday in Shanghai, the zone of a new installation. The camera must be recorded for 90 s from then on. What
 * is much older would be deleted within a minute of a restart, because the camera has no plan.
 */
export const recordedNoon =
  Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate(), 4) - dayMs;

const day = new Date(recordedNoon).toISOString().slice(0, 10).replaceAll('-', '');
const url = `ezopen://oriel/DEMO00001/1.cloud.rec?begin=${day}120000`;

/** Recordings in a browser other than Chromium. */
export function recordedPlayback(
  view: { readonly player: OtherPlayer; readonly card: SoundCard },
  engine: 'recorded' | 'hls',
): void {
  it('plays a recording: seeks to the frame of a time, also in a pause, with its speeds, sound and single frames', async () => {
    const { player, card } = view;
    expect(await player.play({ url, seekFrequency: 0 })).toMatchObject({ engine });
    expect(await player.call('pause()')).toBeNull();
    for (const [time, seconds] of [
      ['120030', 30],
      ['120107', 67],
    ] as const) {
      expect(await player.call(`seek('${time}')`)).toBeNull();
      const to = recordedNoon + seconds * 1_000;
      await eventually('the frame', async () => {
        const { frame } = await player.take({ format: 'png' });
        return frame !== null && Math.abs(frame - demoFrameAt(to)) <= 1;
      });
      expect(Math.abs((await player.call<number>('getOSDTime()')) - to)).toBeLessThan(100);
    }
    await stepsFrames(player);

    expect(await player.call("seek('120005')")).toBeNull();
    expect(await player.call('openSound()')).toBeNull();
    expect(await player.call('resume()')).toBeNull();
    await eventually('sound', async () => (await card.loudness()) > 0.001, 20_000);
    expect(await player.call('setRate(4)')).toBeNull();
    expect(Math.abs((await rateOf(player)) - 4)).toBeLessThan(1.5);
    expect(await player.call('closeSound()')).toBeNull();
  }, 120_000);

  it('plays a fixed range: nothing outside, its end, from its begin again, slowly, by key frames, and holds a pause', async () => {
    const { player } = view;
    const range = { begin: recordedNoon + 10_000, end: recordedNoon + 24_000 };
    const playbackRange = { begin: `${day}120010`, end: `${day}120023` };
    expect(await player.play({ url, playbackRange, seekFrequency: 0 })).toMatchObject({ engine });
    await player.browser.evaluate(
      "(window.ends = [], player.on('playbackEnd', (end) => window.ends.push(end)), 0)",
    );
    const ends = () => player.browser.evaluate<readonly object[]>('window.ends');
    const firstFrame = demoFrameAt(range.begin);
    const framesIn = demoFrameAt(range.end) - firstFrame;
    /** Of the frame on the screen, from the first one of the range on. */
    const shown = async () => {
      const { frame } = await player.take({ format: 'png' });
      return frame === null ? null : frame - firstFrame;
    };

    expect(await player.call('pause()')).toBeNull();
    expect(await player.call("seek('120050')")).toBeNull();
    await eventually('the begin of the range', async () => (await shown()) === 0);
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    expect(await shown()).toBe(0);
    expect(Math.abs((await player.call<number>('getOSDTime()')) - range.begin)).toBeLessThan(100);

    expect(await player.call("seek('120020')")).toBeNull();
    expect(await player.call('resume()')).toBeNull();
    await eventually('the end', async () => (await ends()).length === 1);
    expect(await ends()).toEqual([{ reason: 'reachRangeEnd', begin: range.begin, end: range.end }]);
    // The frame of the end may be on the screen, not one after it.
    expect(Math.abs(Number(await shown()) - framesIn)).toBeLessThanOrEqual(1);

    expect(await player.call('setRate(0.5)')).toBeNull();
    expect(await player.call('resume()')).toBeNull();
    await eventually('the range from its begin', async () => {
      const frame = await shown();
      return frame !== null && frame < framesIn / 2;
    });
    expect(Math.abs((await rateOf(player, 4_000)) - 0.5)).toBeLessThan(0.2);
    expect(await player.call('setRate(8)')).toBeNull();
    await eventually('the end by key frames', async () => (await ends()).length === 2);
    expect(await player.call('setRate(1)')).toBeNull();
    expect(await player.call('resume()')).toBeNull();
    await eventually('frames again', async () => {
      const frame = await shown();
      return frame !== null && frame > 5 && frame < framesIn;
    });
  }, 120_000);
}

async function stepsFrames(player: OtherPlayer): Promise<void> {
  const shown = async () => (await player.take({ format: 'png' })).frame;
  const before = await eventually('a frame with its number', shown);
  expect(await player.call("step('forward')")).toBeNull();
  await eventually('the next frame', async () => (await shown()) === before + 1);
}

/** By the frames that are shown. */
async function rateOf(player: OtherPlayer, forMs = 6_000): Promise<number> {
  const look = async () => {
    const { frame } = await player.take({ format: 'png' });
    return { frame: Number(frame), at: performance.now() };
  };
  // A picture between two frames has a number that is neither.
  const numbered = () =>
    eventually('a frame with its number', async () => {
      const seen = await look();
      return Math.abs(seen.frame - demoFrameAt(recordedNoon)) < 90 * demoFps && seen;
    });
  const before = await numbered();
  // Snapshots are up to a second late on a busy machine.
  await new Promise((resolve) => setTimeout(resolve, forMs));
  const after = await numbered();
  return ((after.frame - before.frame) / demoFps) * (1_000 / (after.at - before.at));
}
