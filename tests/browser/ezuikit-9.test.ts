import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { Journal } from '../kit/ezuikit-journeys.ts';
import { type EzuikitWorld, startEzuikitWorld } from '../kit/ezuikit-world.ts';

let world: EzuikitWorld;
let journal: Journal;

beforeAll(async () => {
  world = await startEzuikitWorld();
  journal = await world.run('journeyOf9', 'module');
  if (process.env.ORIEL_SHOW) process.stdout.write(`${JSON.stringify(journal, null, 1)}\n`);
}, 240_000);
afterAll(() => world?.close());

const done = { ok: null };

describe('a page of EZUIKit 9 with only its script changed, on a real server', () => {
  it('receives its events by their names', () => {
    expect(journal.events[0]).toBe('init 0');
    expect(journal.events).toContainEqual(expect.stringMatching(/^firstFrameDisplay 0$/));
    expect(journal.events).toContainEqual(
      expect.stringMatching(
        /^videoInfo \{"videoFormatName":"H264","width":640,"height":360,"frameRate":\d+\}$/,
      ),
    );
    expect(journal.events).toContainEqual(
      expect.stringMatching(/^audioInfo \{"audioFormatName":"AAC","audioSamplesRate":\d+\}$/),
    );
    expect(journal.events.filter((event) => event.startsWith('streamInfoCB'))).toEqual(['streamInfoCB true']);
    expect(journal.events).toContain('changeTheme 0');
    expect(journal.steps['received once']).toEqual({ ok: 1 });
  });

  it('supports audio, volume and scale modes', () => {
    expect(journal.steps.openSound).toEqual({ ok: 1 });
    expect(journal.events).toContain('openSound 1');
    for (const name of ['setVolume', 'setScaleMode']) expect(journal.steps[name]).toEqual(done);
  });

  it('plays in the requested quality: 4 is the main stream', () => {
    expect(journal.steps.getVideoLevel).toMatchObject({ ok: { level: 2, streamTypeIn: 1 } });
    expect((journal.steps.getVideoLevelList as { ok: unknown[] }).ok).toHaveLength(2);
  });

  it('gets recordings as blob and address, and snapshots', () => {
    expect(journal.steps.startRecord).toMatchObject({ ok: { code: 0 } });
    expect(journal.steps.stopRecord).toEqual({
      ok: { isBlobUrl: true, sameBytes: true, type: 'video/mp4' },
    });
    expect(journal.steps.capturePicture).toEqual({ ok: { code: 0, type: 'handleCapturePicture' } });
  });

  it('changes theme and size, and enters full screen', () => {
    for (const name of ['changeTheme', 'fullscreen', 'exitFullscreen', 'resize'])
      expect(journal.steps[name]).toEqual(done);
    expect(journal.steps.displayStreamInfo).toEqual({ ok: 'object' });
  });

  it.each(['setDisplayRegion', 'setAntialias', 'captureCamera', 'getSpaceList', 'setMirrorFlip'])(
    'rejects calls that are not supported: %s',
    (name) => {
      expect(journal.steps[name]).toEqual({
        code: 'unsupported',
        message: expect.stringContaining(`${name}: `),
      });
    },
  );

  it('changes the camera and destroys the player', () => {
    expect(journal.steps.changePlayUrl).toEqual({ ok: 'ezopen://open.ys7.com/DEMO00002/1.live' });
    expect(journal.steps.destroy).toEqual({ ok: null });
    const failed = journal.callbacks.map(({ payload }) => payload.code);
    expect(new Set(failed)).toEqual(new Set(['unsupported']));
    expect(world.complaints).toEqual([]);
  });
});
