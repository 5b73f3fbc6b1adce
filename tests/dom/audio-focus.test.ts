import { expect } from 'expect';
import { afterEach, beforeEach, describe, it, type MockInstance, vi } from 'vitest';
import { type AudioFocus, createAudioFocus } from '../../player-frame/session/audio-focus.ts';
import { camera, recordedPlayer } from '../kit/recorded-player.ts';

/** The frame of another player on the same page. */
let neighbour: HTMLIFrameElement;
let posted: MockInstance<Window['postMessage']>;
let player: ReturnType<typeof recordedPlayer>;
let focus: AudioFocus;

beforeEach(() => {
  neighbour = document.body.appendChild(document.createElement('iframe'));
  posted = vi.spyOn(neighbour.contentWindow!, 'postMessage').mockImplementation(() => {});
  player = recordedPlayer();
  focus = createAudioFocus(player.store);
  player.store.subscribe(() => focus.stateChanged(player.state));
});
afterEach(() => {
  focus.destroy();
  neighbour.remove();
});

const share = (isAudioShared = true) =>
  player.send({ type: 'request.setUp', address: camera, audio: true, isAudioShared });
const isOpen = () => player.state.audio.isOpen;
function receive(data: unknown, origin = location.origin, source: Window = neighbour.contentWindow!): void {
  window.dispatchEvent(new MessageEvent('message', { data, origin, source }));
}
/** The message this player posts when it becomes audible. Tests do not depend on its content. */
function audibleMessage(): unknown {
  player.play(camera, true);
  return posted.mock.calls[0]?.[0];
}

describe('one audible player per page', () => {
  it('notifies every other frame of its own origin once when it becomes audible, and no other origin', () => {
    expect(typeof audibleMessage()).toBe('string');
    expect(posted.mock.calls).toEqual([[expect.any(String), location.origin]]);
  });

  it('sends no notification while it is muted, blocked or not playing', () => {
    player.setUp(camera, true);
    player.play(camera, false);
    expect(posted).not.toHaveBeenCalled();
    player.send({ type: 'request.openSound' });
    expect(posted).toHaveBeenCalledTimes(1);
    player.send({ type: 'event.audioBlocked', attempt: player.attempt });
    player.send({ type: 'request.openSound' });
    expect(posted).toHaveBeenCalledTimes(2);
  });

  it('does not notify again after a stall, because another player may have been unmuted meanwhile', () => {
    audibleMessage();
    player.send({ type: 'request.stop' });
    expect(isOpen()).toBe(true);
    player.send({ type: 'request.play' });
    player.resolved();
    player.firstFrame();
    expect(player.phase).toBe('playing');
    expect(posted).toHaveBeenCalledTimes(1);
    player.send({ type: 'request.closeSound' });
    player.send({ type: 'request.openSound' });
    expect(posted).toHaveBeenCalledTimes(2);
  });

  it('mutes when another player becomes audible, also before it plays itself', () => {
    const received = audibleMessage();
    expect(isOpen()).toBe(true);
    receive(received);
    expect(isOpen()).toBe(false);
    player.setUp(camera, true);
    receive(received);
    expect(isOpen()).toBe(false);
  });

  it('ignores other origins, itself and other messages', () => {
    const received = audibleMessage();
    receive(received, 'https://elsewhere.example');
    receive(received, location.origin, window);
    receive('hello');
    receive({ received });
    expect(isOpen()).toBe(true);
  });

  it('neither notifies nor mutes with sharedSound', () => {
    const received = audibleMessage();
    posted.mockClear();
    share();
    player.send({ type: 'request.play' });
    player.resolved();
    player.firstFrame();
    expect(player.phase).toBe('playing');
    expect(posted).not.toHaveBeenCalled();
    receive(received);
    expect(isOpen()).toBe(true);
    // The option applies to one start only; without it, sharing ends.
    share(false);
    receive(received);
    expect(isOpen()).toBe(false);
  });

  it('stops listening when the player is destroyed', () => {
    const received = audibleMessage();
    focus.destroy();
    focus.destroy();
    receive(received);
    expect(isOpen()).toBe(true);
  });
});
