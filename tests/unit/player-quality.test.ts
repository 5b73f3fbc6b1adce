import { expect } from 'expect';
import { describe, it } from 'vitest';
import { fittingQuality } from '../../player-frame/state/fitting-quality.ts';
import { camera, hdCamera, recordedPlayer } from '../kit/recorded-player.ts';

// Specification, document 1, section 4, Playback.
describe('the standard/high-definition switch', () => {
  it.each([
    [camera, hdCamera],
    [hdCamera, camera],
  ])('toggles the hd marker in the url, stops, and replays: %s', (from, to) => {
    const player = recordedPlayer();
    player.play(from);
    player.take();
    player.send({ type: 'request.setQuality' });
    expect(player.state.address).toBe(to);
    expect(player.takeNames()).toEqual(['closeEngine', 'resolve', 'notify']);
    expect(player.phase).toBe('resolving');
  });

  it('is blocked while a video is loading, with the message 视频加载中，请稍后', () => {
    const player = recordedPlayer();
    player.setUp(camera);
    player.send({ type: 'request.play' });
    player.take();
    player.send({ type: 'request.setQuality' });
    expect(player.state).toMatchObject({ address: camera, toast: { text: 'player.loadingWait' } });
    expect(player.takeNames()).toEqual([]);
    player.send({ type: 'request.setQuality', id: 7 });
    expect(player.take()).toMatchObject([
      { do: 'refuse', id: 7, playbackFailure: { code: 'player.loadingWait' } },
    ]);
  });

  it('keeps zoom, pad and full-screen: it is the same camera', () => {
    const player = recordedPlayer();
    player.play(camera);
    player.send({ type: 'request.enableZoom', scale: 3 });
    player.send({ type: 'request.openPtz' });
    player.send({ type: 'event.expansion', expansion: 'fullscreen' });
    player.send({ type: 'request.setQuality', quality: 'hd' });
    expect(player.state).toMatchObject({
      zoom: { scale: 3 },
      ptz: { isOpen: true },
      expansion: 'fullscreen',
    });
  });

  it('has no message if unchanged, and only marks the url while nothing plays', () => {
    const player = recordedPlayer();
    player.setUp(camera);
    player.send({ type: 'request.setQuality', quality: 'sd', id: 1 });
    expect(player.take()).toEqual([{ do: 'answer', id: 1 }]);
    player.send({ type: 'request.setQuality', quality: 'hd', id: 2 });
    expect(player.state.address).toBe(hdCamera);
    expect(player.phase).toBe('idle');
  });

  it('ends selection by size when a viewer chooses, not when the player itself does', () => {
    const player = recordedPlayer();
    player.play(camera);
    player.send({ type: 'request.display', change: { isAdaptive: true } });
    player.send({ type: 'request.setQuality', quality: 'hd', byHand: false });
    expect(player.state.display.isAdaptive).toBe(true);
    player.resolved();
    player.firstFrame();
    player.send({ type: 'request.setQuality', quality: 'sd' });
    expect(player.state.display.isAdaptive).toBe(false);
  });
});

describe('the stream that fits the size of a player', () => {
  it.each([
    [320, 'hd', 'sd'],
    [480, 'hd', 'sd'],
    [560, 'hd', 'hd'],
    [560, 'sd', 'sd'],
    [640, 'sd', 'hd'],
    [1920, 'sd', 'hd'],
  ] as const)('%d device pixels wide, now %s: %s', (pixels, now, fitting) => {
    expect(fittingQuality(now, pixels)).toBe(fitting);
  });
});

describe('changing the play url', () => {
  it('stops playback, closes the PTZ panel, recording and zoom, then plays the new url', () => {
    const player = recordedPlayer();
    player.play(camera);
    player.send({ type: 'request.openPtz' });
    player.send({ type: 'request.ptzMove', direction: 2 });
    player.send({ type: 'request.enableZoom' });
    player.send({ type: 'request.startRecording' });
    player.send({ type: 'event.recordingStarted', at: 0 });
    player.take();
    player.send({ type: 'request.changeUrl', address: 'ezopen://open.example.com/DEMO00002/1.live' });
    expect(player.state).toMatchObject({
      ptz: { isOpen: false, pressed: null },
      zoom: null,
      recording: { phase: 'ending' },
      playback: { phase: 'resolving' },
    });
    // The recording ends before the old engine is closed, and the old camera receives a PTZ stop.
    const names = player.takeNames();
    expect(names.indexOf('endRecord')).toBeLessThan(names.indexOf('closeEngine'));
    expect(names).toContain('ptzEnd');
    expect(names.at(-1)).toBe('notify');
  });
});

describe('an encrypted device', () => {
  it('plays again with the verification code that the viewer enters', () => {
    const player = recordedPlayer();
    player.setUp(camera);
    player.send({ type: 'request.play' });
    player.fail('denied', '400035');
    expect(player.phase).toBe('failed');
    player.take();
    player.send({ type: 'request.enterCode', code: 'ABCDEF' });
    expect(player.state.address).toBe('ezopen://ABCDEF@open.example.com/DEMO00001/1.live');
    expect(player.take()).toContainEqual(
      expect.objectContaining({ do: 'resolve', address: player.state.address }),
    );
  });

  it('rejects a code that cannot be part of an address', () => {
    const player = recordedPlayer();
    player.setUp(camera);
    for (const code of ['', 'a b', 'a/b', 'a?b=1', 'a#b', 'x'.repeat(65)]) {
      player.send({ type: 'request.enterCode', code, id: 3 });
      expect(player.take()).toMatchObject([{ do: 'refuse', playbackFailure: { code: 'ezopen.validCode' } }]);
    }
    expect(player.state.address).toBe(camera);
  });

  it('rejects a code that contains another camera', () => {
    const player = recordedPlayer();
    player.setUp(camera);
    for (const code of ['x@h/DEMO00002/1.live?', 'x@h/DEMO00002/1.live?a=', '@h/DEMO00002/1.live#']) {
      player.send({ type: 'request.enterCode', code, id: 3 });
      expect(player.take()).toMatchObject([{ do: 'refuse', playbackFailure: { code: 'ezopen.validCode' } }]);
      expect(player.state.address).toBe(camera);
    }
    player.send({ type: 'request.enterCode', code: 'a@b' });
    expect(player.state.address).toBe('ezopen://a@b@open.example.com/DEMO00001/1.live');
  });
});
