import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { makeSoundFocus } from '../../player-frame/session/features/sound-focus.ts';
import { featurePlayer } from '../kit/feature-player.ts';
import { camera } from '../kit/recorded-player.ts';

/** Another player's frame on the page. */
let neighbour: HTMLIFrameElement;
let posted: jest.SpiedFunction<Window['postMessage']>;
let stage: ReturnType<typeof featurePlayer>;

beforeEach(() => {
  neighbour = document.body.appendChild(document.createElement('iframe'));
  posted = jest.spyOn(neighbour.contentWindow!, 'postMessage').mockImplementation(() => {});
  stage = featurePlayer(makeSoundFocus);
});
afterEach(() => {
  stage.feature.destroy?.();
  neighbour.remove();
});

const share = () => stage.player.send({ type: 'request.display', change: { isSoundShared: true } });
const isOpen = () => stage.player.state.sound.isOpen;
function hear(data: unknown, origin = location.origin, source: Window = neighbour.contentWindow!): void {
  window.dispatchEvent(new MessageEvent('message', { data, origin, source }));
}
/** What this player says when it is heard, so that tests know no word of it. */
function word(): unknown {
  stage.player.play(camera, true);
  return posted.mock.calls[0]?.[0];
}

describe('one audible player per page', () => {
  it('tells every other frame of its own origin when it is heard, once, and no other origin', () => {
    expect(typeof word()).toBe('string');
    expect(posted.mock.calls).toEqual([[expect.any(String), location.origin]]);
  });

  it('tells nobody while it is muted, blocked or not playing', () => {
    stage.player.setUp(camera, true);
    stage.player.play(camera, false);
    expect(posted).not.toHaveBeenCalled();
    stage.player.send({ type: 'request.openSound' });
    expect(posted).toHaveBeenCalledTimes(1);
    stage.player.send({ type: 'fact.audioBlocked', attempt: stage.player.attempt });
    stage.player.send({ type: 'request.openSound' });
    expect(posted).toHaveBeenCalledTimes(2);
  });

  it('closes its sound when another one is heard', () => {
    const heard = word();
    expect(isOpen()).toBe(true);
    hear(heard);
    expect(isOpen()).toBe(false);
  });

  it('hears nobody else: other origins, itself, other words', () => {
    const heard = word();
    hear(heard, 'https://elsewhere.example');
    hear(heard, location.origin, window);
    hear('hello');
    hear({ heard });
    expect(isOpen()).toBe(true);
  });

  it('shares where the page allows several (sharedSound): neither tells nor closes', () => {
    const heard = word();
    stage.player.send({ type: 'request.stop' });
    posted.mockClear();
    share();
    stage.player.play(camera, true);
    expect(posted).not.toHaveBeenCalled();
    hear(heard);
    expect(isOpen()).toBe(true);
  });

  it('is over when the player goes', () => {
    const heard = word();
    stage.feature.destroy?.();
    stage.feature.destroy?.();
    hear(heard);
    expect(isOpen()).toBe(true);
  });
});
