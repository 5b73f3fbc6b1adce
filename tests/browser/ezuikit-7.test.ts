import { expect } from 'expect';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { Journal } from '../kit/ezuikit-journeys.ts';
import { type EzuikitWorld, startEzuikitWorld } from '../kit/ezuikit-world.ts';

let world: EzuikitWorld;
let journal: Journal;

beforeAll(async () => {
  world = await startEzuikitWorld();
  journal = await world.run('journeyOf7', 'script');
  if (process.env.ORIEL_SHOW) process.stdout.write(`${JSON.stringify(journal, null, 1)}\n`);
}, 240_000);
afterAll(() => world?.close());

const reported = (name: string) =>
  journal.callbacks.filter((callback) => callback.name === name).map(({ payload }) => payload);
const id = 'video-container';
const done = { ok: null };

describe('a page of EZUIKit 7 with only its script changed, on a real server', () => {
  it('plays, and emits the same events as before', () => {
    const first = journal.callbacks.filter(({ name }) => /^handle(Init)?Success$/.test(name));
    expect(first.slice(0, 2)).toEqual([
      { name: 'handleInitSuccess', payload: { retcode: 0, id, type: 'handleInitSuccess' } },
      { name: 'handleSuccess', payload: { retcode: 0, id, type: 'handleSuccess' } },
    ]);
  });

  it('unmutes and mutes, and resolves with 1', () => {
    expect(journal.steps.openSound).toEqual({ ok: 1 });
    expect(journal.steps.closeSound).toEqual({ ok: 1 });
    expect(reported('openSoundCallBack')[0]).toEqual({ id, type: 'openSound', code: 1 });
    expect(reported('closeSoundCallBack')[0]).toEqual({ id, type: 'closeSound', code: 1 });
  });

  it('returns the time of the frame in seconds', () => {
    const { ok } = journal.steps.getOSDTime as { ok: { code: number; retcode: number; data: number } };
    expect(ok).toMatchObject({ code: 0, retcode: 0 });
    expect(Math.abs(ok.data - Date.now() / 1_000)).toBeLessThan(300);
    expect(reported('getOSDTimeCallBack')).toEqual([{ id, type: 'getOSDTime', code: 0, data: ok.data }]);
  });

  it('captures snapshots: a JPEG, its bytes and its base64', () => {
    expect(journal.steps.capturePicture).toEqual({
      ok: {
        id,
        code: 0,
        type: 'handleCapturePicture',
        data: {
          fileName: 'door.jpg',
          fileUint8Array: { bytes: expect.any(Number), first: 0xff },
          base64: expect.stringMatching(/^data:image\/jpeg;base64,\/9j\//),
        },
      },
    });
    expect(journal.steps['capturePicture for the page']).toMatchObject({
      ok: { base64: expect.stringMatching(/^data:image\/jpeg/), fileUint8Array: { first: 0xff } },
    });
    expect(reported('capturePictureCallBack')[0]).toEqual({ id, type: 'capturePicture', code: 0 });
    expect(reported('handleCapturePicture')).toHaveLength(2);
  });

  it('records a file', () => {
    expect(journal.steps.startSave).toEqual({ ok: { id, type: 'startSave', code: 0 } });
    const { ok } = journal.steps.stopSave as { ok: { data: { file: { size: number; type: string } } } };
    expect(ok).toMatchObject({ id, type: 'stopSave', code: 0, data: { fileName: 'film.mp4' } });
    expect(ok.data.file.type).toBe('video/mp4');
    expect(ok.data.file.size).toBeGreaterThan(10_000);
    expect(reported('startSaveCallBack')).toEqual([{ id, type: 'startSave', code: 0 }]);
    expect(reported('stopSaveCallBack')).toEqual([{ id, type: 'stopSave', code: 0 }]);
  });

  it('zooms, and opens the PTZ pad', () => {
    expect(['enableZoom', 'zoomAdd', 'zoomSub'].map((name) => journal.steps[name])).toEqual([
      { ok: 1 },
      { ok: 2 },
      { ok: 1 },
    ]);
    expect(['closeZoom', 'openPtz', 'closePtz'].map((name) => journal.steps[name])).toEqual([
      done,
      done,
      done,
    ]);
  });

  it('fills the page and the screen, and fullScreen() is a promise', () => {
    expect(journal.steps.fullScreen).toEqual({ ok: 'full' });
    for (const name of ['cancelFullScreen', 'browserFullscreen', 'exitBrowserFullscreen'])
      expect(journal.steps[name]).toEqual(done);
    expect(reported('fullScreenCallBack')).toEqual([{ id, type: 'fullScreen', code: 0 }]);
    expect(reported('fullScreenChangeCallBack').map(({ code }) => code)).toEqual([true, false]);
  });

  it('changes size, poster, theme and quality', () => {
    for (const name of ['reSize', 'setPoster', 'Theme.changeTheme', 'reSetTheme'])
      expect(journal.steps[name]).toEqual(done);
    const themes = reported('handleThemeChange').map(({ data }) => (data as { themeId: string }).themeId);
    expect(themes).toContain('security');
    expect(journal.steps.getDefinition).toMatchObject({ ok: { level: 2 } });
    expect(journal.steps.changeVideoLevel).toMatchObject({ ok: { level: 0 } });
    expect(journal.steps.getPlayRate).toEqual({ ok: 1 });
  });

  it.each(['enable3DZoom', 'setFECCorrectType', 'setWaterMarkFont'])(
    'rejects calls that are not supported: %s',
    (name) => {
      expect(journal.steps[name]).toEqual({
        code: 'unsupported',
        message: expect.stringContaining(`${name}: `),
      });
      expect(reported('handleError').map(({ msg }) => msg)).toContainEqual(
        expect.stringContaining(`${name}: `),
      );
    },
  );

  it('changes the camera once per burst, stops, plays and destroys', () => {
    expect(journal.steps.changePlayUrl).toEqual({ ok: 'ezopen://open.ys7.com/DEMO00002/1.live' });
    expect(journal.events.filter((event) => event.startsWith('changePlayUrl'))).toEqual([
      'changePlayUrl 0',
      'changePlayUrl 0',
    ]);
    expect(journal.steps.stop).toEqual({ ok: true });
    expect(journal.steps['stop again']).toEqual({ code: 'player.notPlaying', message: '当前非播放状态' });
    expect(journal.steps.play).toEqual({ ok: true });
    expect(journal.steps.destroy).toEqual({ ok: null });
    expect(journal.steps['destroy again']).toEqual(journal.steps.destroy);
    expect(journal.steps['play when it is gone']).toMatchObject({ code: 'destroyed' });
    expect(journal.events.at(-1)).toBe('destroy 0');
  });

  it('sends requests to its own server only, and no address contains the token', () => {
    const origins = new Set(
      world.requested.filter((url) => /^http|^ws/.test(url)).map((url) => new URL(url).origin),
    );
    expect([...origins].filter((origin) => !origin.startsWith('http://127.0.0.1:'))).toEqual([]);
    expect(world.requested.join(' ')).not.toMatch(/open\.ys7|static\.example|ws\.example|accessToken|at\./);
    expect(world.complaints).toEqual([]);
  });
});
