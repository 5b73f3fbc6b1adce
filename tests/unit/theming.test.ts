import { expect } from 'expect';
import { describe, it } from 'vitest';
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import type { Theme } from '../../lib/contracts/theme/theme.ts';
import { camera, hdCamera, otherCamera, recordedPlayer } from '../kit/recorded-player.ts';

/** A theme in which exactly these buttons are initially on. */
function withOn(...on: string[]): Theme {
  const { footer, ...rest } = builtInThemes.pcLive;
  const btnList = footer.btnList.map(
    (one) => ({ ...one, defaultActive: on.includes(one.iconId) ? 1 : 0 }) as const,
  );
  return { ...rest, footer: { ...footer, btnList } };
}

function started(theme: Theme, audio?: boolean) {
  const player = recordedPlayer();
  player.send({ type: 'request.setTheme', theme });
  player.send({ type: 'request.setUp', address: camera, ...(audio === undefined ? {} : { audio }) });
  player.send({ type: 'request.play' });
  player.resolved();
  player.take();
  player.firstFrame();
  return player;
}

describe('the initial state set by a theme', () => {
  it('unmutes audio 500 ms after play', async () => {
    const player = started(withOn('sound'));
    expect(player.state.audio.isOpen).toBe(true);
    player.take();
    await player.clock.advance(499);
    expect(player.takeNames()).not.toContain('setMuted');
    await player.clock.advance(1);
    expect(player.take()).toContainEqual({ do: 'setMuted', muted: false });
  });

  it.each([true, false])('does not apply to audio if the page sets it (%s)', (audio) => {
    expect(started(withOn('sound'), audio).state.audio.isOpen).toBe(audio);
  });

  it('opens pad and zoom', () => {
    const { state } = started(withOn('pantile', 'zoom'));
    expect(state.ptz.isOpen).toBe(true);
    expect(state.zoom?.scale).toBe(1);
  });

  it('plays in high definition from the start', () => {
    const player = started(withOn('hd'));
    expect(player.state.address).toBe(hdCamera);
    expect(player.attempt).toBe(1);
  });

  it('never starts a recording', () => {
    const player = started(withOn('recordvideo'));
    expect(player.state.recording.phase).toBe('off');
    expect(player.takeNames()).not.toContain('record');
  });

  it('is applied once for each start of the page', () => {
    const player = started(withOn('zoom', 'pantile', 'hd'));
    player.send({ type: 'request.closeZoom' });
    player.send({ type: 'request.changeUrl', address: otherCamera });
    player.resolved();
    player.firstFrame();
    expect(player.state.zoom).toBeNull();
    expect(player.state.ptz.isOpen).toBe(false);
    expect(player.state.address).toBe(otherCamera);
    player.send({ type: 'request.setUp', address: camera });
    player.send({ type: 'request.changeUrl', address: camera });
    player.resolved();
    player.firstFrame();
    expect(player.state.zoom?.scale).toBe(1);
  });

  it('is empty for a theme without it', () => {
    const { state } = started(withOn('play'));
    expect([state.audio.isOpen, state.ptz.isOpen, state.zoom, state.address]).toEqual([
      false,
      false,
      null,
      camera,
    ]);
  });
});

describe('presses', () => {
  it('are reported to the host page, and change nothing unless the theme is being edited', () => {
    const player = started(builtInThemes.pcLive);
    player.take();
    const before = player.state;
    player.send({ type: 'request.chooseButton', iconId: 'zoom' });
    expect(player.take()).toEqual([{ do: 'notify', notice: { type: 'buttonPressed', iconId: 'zoom' } }]);
    expect(player.state).toBe(before);
  });

  it('select a visible button while the theme is edited', () => {
    const player = started(builtInThemes.pcLive);
    player.send({ type: 'request.edit', active: true });
    player.send({ type: 'request.chooseButton', iconId: 'talk' });
    expect(player.state.theming.chosen).toBe('talk');
    player.send({ type: 'request.chooseButton', iconId: 'speed' });
    expect(player.state.theming.chosen).toBe('talk');
  });

  it('keep the selection in a new theme that shows the button', () => {
    const player = started(builtInThemes.pcLive);
    player.send({ type: 'request.edit', active: true });
    player.send({ type: 'request.chooseButton', iconId: 'recordvideo' });
    player.send({ type: 'request.setTheme', theme: builtInThemes.security });
    expect(player.state.theming).toMatchObject({ isEditing: true, chosen: 'recordvideo' });
    player.send({ type: 'request.setTheme', theme: builtInThemes.voice });
    expect(player.state.theming.chosen).toBeNull();
  });
});
