import { expect } from 'expect';
import { afterEach, describe, it } from 'vitest';
import { createPreviewCache } from '../../player-frame/session/preview-cache.ts';
import type { Preview } from '../../player-frame/state/recordings.ts';
import { FakeClock } from '../kit/fake-clock.ts';

const gopMs = 2_000;

let closeAll = (): void => {};
afterEach(() => closeAll());

/** A recording with a key frame every 2 s; requests last `lastsMs` and can be aborted. */
function recording(lastsMs = 20) {
  const clock = new FakeClock();
  const asked: number[] = [];
  const open = new Set<object>();
  const shown: (Preview | null)[] = [];
  const state = { running: 0, most: 0, decoded: 0, fails: false, isGap: false, decoding: Promise.resolve() };
  const image = () => {
    const made = { width: 160, height: 90, close: () => void open.delete(made) };
    open.add(made);
    return made as unknown as ImageBitmap; // the members used here
  };
  const previews = createPreviewCache({
    clock,
    waitAfter: () => null,
    load: (at, signal) => {
      asked.push(at);
      state.running += 1;
      state.most = Math.max(state.most, state.running);
      return new Promise((resolve, reject) => {
        const end = (settle: () => void) => () => {
          state.running -= 1;
          cancel();
          settle();
        };
        const answer = () => {
          if (state.fails) reject(new Error('network'));
          else if (state.isGap) resolve(null);
          else
            resolve({
              start: Math.floor(at / gopMs) * gopMs,
              decode: async () => {
                await state.decoding;
                state.decoded += 1;
                return image();
              },
            });
        };
        const cancel = clock.after(lastsMs, end(answer));
        signal.addEventListener(
          'abort',
          end(() => reject(signal.reason)),
        );
      });
    },
    onShow: (preview) => shown.push(preview),
  });
  closeAll = previews.close;
  return { clock, asked, open, shown, state, previews };
}

describe('pictures beside the pointer', () => {
  it('are requested when the pointer has rested for 80 ms', async () => {
    const { clock, asked, previews, shown } = recording();
    for (const at of [10_000, 20_000, 30_000]) {
      previews.show(at);
      await clock.advance(79);
    }
    expect(asked).toEqual([]);
    await clock.advance(1);
    expect(asked).toEqual([30_000]);
    await clock.advance(20);
    expect(shown).toMatchObject([{ from: 30_000, to: 30_000 }]);
  });

  it('are requested one at a time, and the latest moment wins', async () => {
    const { clock, asked, previews, shown, state } = recording(500);
    for (const at of [10_000, 20_000, 30_000]) {
      previews.show(at);
      await clock.advance(100);
    }
    expect(asked).toEqual([10_000, 20_000, 30_000]);
    await clock.advance(1_000);
    expect([state.most, shown.map((preview) => preview?.from)]).toEqual([1, [30_000]]);
  });

  it('are not requested again within a GOP, where that is known', async () => {
    const { clock, asked, previews, shown, state } = recording();
    const look = async (at: number) => {
      previews.show(at);
      await clock.advance(200);
    };
    await look(10_000);
    await look(11_500);
    expect([asked.length, state.decoded]).toEqual([2, 1]);
    await look(11_000);
    await look(10_500);
    expect(asked).toHaveLength(2);
    await look(11_900);
    expect([asked.length, state.decoded, shown.at(-1)?.to]).toEqual([3, 1, 11_900]);
    await look(12_000);
    expect([asked.length, state.decoded]).toEqual([4, 2]);
  });

  it('are none over gaps, when the pointer leaves, and where nothing is recorded', async () => {
    const { clock, asked, previews, shown, state } = recording();
    previews.show(10_000);
    await clock.advance(200);
    previews.show(null);
    expect(shown.at(-1)).toBeNull();
    previews.show(20_000);
    await clock.advance(90);
    previews.show(null);
    await clock.advance(200);
    expect([asked, shown.at(-1)]).toEqual([[10_000, 20_000], null]);
    state.isGap = true;
    previews.show(30_000);
    await clock.advance(200);
    expect(shown.at(-1)).toBeNull();
  });

  it('are not requested for 5 s after a failed request', async () => {
    const { clock, asked, previews, shown, state } = recording();
    state.fails = true;
    for (let at = 0; at < 40; at += 1) {
      previews.show(at * gopMs);
      await clock.advance(120);
    }
    expect([asked.length, shown]).toEqual([1, []]);
    state.fails = false;
    await clock.advance(500);
    previews.show(500_000);
    await clock.advance(200);
    expect(shown.at(-1)?.from).toBe(500_000);
  });

  it('are kept in a limited number, and all closed at the end', async () => {
    const { clock, asked, open, previews } = recording();
    const look = async (at: number) => {
      previews.show(at);
      await clock.advance(200);
    };
    for (let gop = 0; gop < 60; gop += 1) await look(gop * gopMs);
    expect(open.size).toBe(48);
    await look(59 * gopMs);
    await look(12 * gopMs);
    expect(asked).toHaveLength(60);
    // The least recently used one is gone.
    await look(60 * gopMs);
    await look(13 * gopMs);
    expect(asked).toHaveLength(62);
    previews.close();
    expect(open.size).toBe(0);
  });

  it('that are decoded after the end are closed, too', async () => {
    const { clock, open, previews, shown, state } = recording();
    let finish = (): void => {};
    state.decoding = new Promise((resolve) => {
      finish = resolve;
    });
    previews.show(10_000);
    await clock.advance(200);
    previews.close();
    finish();
    await clock.advance(0);
    expect([state.decoded, open.size, shown]).toEqual([1, 0, []]);
  });
});
