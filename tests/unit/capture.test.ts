import { expect } from 'expect';
import { describe, it } from 'vitest';
import { defaultFileName, safeFileName } from '../../player-frame/session/features/offer-file.ts';
import { recordedPlayer } from '../kit/recorded-player.ts';

describe('the name of a file', () => {
  it('is camera, channel and the time of the frame', () => {
    const at = new Date(2026, 10, 3, 9, 4, 5).getTime();
    expect(defaultFileName('ezopen://CODE99@open.example.com/DEMO00001/2.hd.live', at, '.jpg')).toBe(
      'DEMO00001_2_20261103090405.jpg',
    );
    expect(defaultFileName('', at, '.mp4')).toBe('20261103090405.mp4');
  });

  it.each([
    [undefined, 'other.jpg'],
    ['', 'other.jpg'],
    ['gate', 'gate.jpg'],
    ['gate.JPG', 'gate.jpg'],
    ['../../etc/passwd', '_.._etc_passwd.jpg'],
    ['a\u0000b:c*?"<>|', 'a_b_c______.jpg'],
    ['  ..  ', 'other.jpg'],
    ['x'.repeat(90), `${'x'.repeat(60)}.jpg`],
    ['photo\u202egpj.exe', 'photo_gpj.exe.jpg'],
    ['gate\r\nX: 1', 'gate__X_ 1.jpg'],
    ['CON', '_CON.jpg'],
    ['aux.old', '_aux.old.jpg'],
    ['console', 'console.jpg'],
    [`a${'😀'.repeat(31)}`, `a${'😀'.repeat(29)}.jpg`],
  ])('requested as %j is %j', (wished, name) => {
    expect(safeFileName(wished, 'other.jpg', '.jpg')).toBe(name);
  });
});

describe('a snapshot by the button', () => {
  it('is taken only while playing, and announced', () => {
    const player = recordedPlayer();
    player.setUp();
    player.send({ type: 'request.capture' });
    expect(player.take()).toEqual([]);
    player.play();
    player.send({ type: 'request.capture' });
    expect(player.take()).toEqual([{ do: 'capture' }]);
    player.send({ type: 'event.captured', isCaptured: true });
    expect(player.state.toast?.text).toBe('capture.taken');
    player.send({ type: 'event.captured', isCaptured: false });
    expect(player.state.toast?.text).toBe('capture.failed');
  });
});
