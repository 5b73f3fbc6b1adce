import { expect } from 'expect';
import { describe, it } from 'vitest';
import { ok } from '../../lib/kernel/result.ts';
import { createPreviewPlaces } from '../../player-frame/session/preview-places.ts';

describe('the recordings of a day in a camera', () => {
  it('have no single pictures, for no moment of the day', async () => {
    const range = { begin: 0, end: 86_400_000 };
    let asked = 0;
    const places = createPreviewPlaces({
      resolve: async () => {
        asked += 1;
        return ok({ url: 'https://oriel.example/rec/CAM1/1.flv', ticket: 'T', range, startAt: null });
      },
      monotonic: () => 0,
    });
    const { signal } = new AbortController();
    expect([await places.at(1, signal), await places.at(2, signal), asked]).toEqual([null, null, 1]);
  });
});
