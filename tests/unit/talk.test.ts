import { expect } from 'expect';
import { beforeEach, describe, it } from 'vitest';
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import type { Theme } from '../../lib/contracts/theme/theme.ts';
import { snapshotOf } from '../../player-frame/session/snapshot.ts';
import { selectIsHold } from '../../player-frame/state/talk.ts';
import type { TalkCameraState } from '../../player-frame/state/talk-state.ts';
import { camera, hdCamera, otherCamera, recordedPlayer } from '../kit/recorded-player.ts';

let player: ReturnType<typeof recordedPlayer>;
beforeEach(() => {
  player = recordedPlayer();
});

const talk = () => player.state.talk;
const receiving: TalkCameraState = { deviceSerial: 'DEMO00001', channelNo: 1, state: 'receiving' };
const waiting: TalkCameraState = { ...receiving, state: 'waiting' };
const cameras = (...states: readonly TalkCameraState[]) =>
  player.send({ type: 'event.talkCameras', number: talk().number, cameras: states });
const permitted = () => player.send({ type: 'event.talkPermitted', number: talk().number });
const admitted = (duplex: 'full' | 'half' = 'full') =>
  player.send({ type: 'event.talkAdmitted', number: talk().number, duplex });
const ended = (code: string | null, number = talk().number) =>
  player.send({
    type: 'event.talkEnded',
    number,
    playbackFailure: code === null ? null : { code, stage: 'stream', message: null },
  });
function talking(): void {
  player.send({ type: 'request.startTalk' });
  permitted();
  admitted();
  cameras(receiving);
  player.take();
}
const notices = () => player.take().flatMap((effect) => (effect.do === 'notify' ? [effect.notice.type] : []));
const withTheme = (theme: Theme) => player.send({ type: 'request.setTheme', theme });
/** pcLive with another sound button. */
function soundButton(change: { isrender?: 0 | 1; defaultActive?: 0 | 1 }): Theme {
  const { footer } = builtInThemes.pcLive;
  const btnList = footer.btnList.map((one) => (one.iconId === 'sound' ? { ...one, ...change } : one));
  return { ...builtInThemes.pcLive, footer: { ...footer, btnList } };
}

describe('the phases of a talk', () => {
  beforeEach(() => player.play());

  it('are permission, connecting, on, ending and off', () => {
    player.send({ type: 'request.toggleTalk' });
    expect(player.take()).toEqual([{ do: 'talk', number: 1, cameras: [] }]);
    expect(talk()).toMatchObject({ phase: 'permission', isPanelOpen: true, since: null });
    permitted();
    admitted();
    cameras(waiting);
    expect(talk().phase).toBe('connecting');
    expect(notices()).toEqual([]);
    cameras(receiving);
    expect(talk()).toMatchObject({ phase: 'on', since: player.clock.now(), cameras: [receiving] });
    expect(snapshotOf(player.state, 0).talking).toBe(true);
    expect(notices()).toEqual(['talking']);
    player.send({ type: 'request.toggleTalk' });
    expect(player.take()).toEqual([
      { do: 'endTalk' },
      { do: 'notify', notice: { type: 'talkEnded', playbackFailure: null } },
    ]);
    expect(talk()).toMatchObject({ phase: 'ending', isPanelOpen: false, cameras: [] });
    expect(snapshotOf(player.state, 0).talking).toBe(false);
    ended(null);
    expect(talk().phase).toBe('off');
    expect(player.take()).toEqual([]);
  });

  it('answers a start with the first camera that receives, also one that joins it', () => {
    player.send({ type: 'request.startTalk', id: 1, cameras: [otherCamera] });
    player.send({ type: 'request.startTalk', id: 2 });
    expect(player.take()).toEqual([{ do: 'talk', number: 1, cameras: [otherCamera] }]);
    permitted();
    cameras({ ...waiting, state: 'failed', code: 'talk.unreachable' }, receiving);
    expect(player.takeNames()).toEqual(['answer', 'answer', 'notify']);
    player.send({ type: 'request.startTalk', id: 3 });
    expect(player.take()).toEqual([{ do: 'answer', id: 3 }]);
  });

  it('rejects a start that is stopped, and does not report an end to the page', () => {
    player.send({ type: 'request.startTalk', id: 1 });
    player.take();
    player.send({ type: 'request.stopTalk', id: 2 });
    expect(player.take()).toMatchObject([
      { do: 'refuse', id: 1, playbackFailure: { code: 'aborted' } },
      { do: 'endTalk' },
      { do: 'answer', id: 2 },
    ]);
  });

  it('rejects a start that fails, with the panel open for another try', () => {
    player.send({ type: 'request.startTalk', id: 1 });
    player.take();
    ended('400904');
    expect(player.take()).toMatchObject([
      { do: 'refuse', id: 1, playbackFailure: { code: '400904' } },
      { do: 'notify', notice: { type: 'talkFailed', playbackFailure: { code: '400904' } } },
    ]);
    expect(talk()).toMatchObject({ phase: 'off', isPanelOpen: true, failure: { code: '400904' } });
    player.send({ type: 'request.startTalk' });
    expect(talk()).toMatchObject({ phase: 'permission', failure: null });
  });

  it('reports a talk that fails as ended, with the reason', () => {
    talking();
    ended('talk.lost');
    expect(player.take()).toMatchObject([
      { do: 'notify', notice: { type: 'talkEnded', playbackFailure: { code: 'talk.lost' } } },
    ]);
    expect(talk()).toMatchObject({ phase: 'off', isPanelOpen: true });
  });

  it('ignores events of an older talk', () => {
    talking();
    player.send({ type: 'request.stopTalk' });
    player.send({ type: 'request.startTalk' });
    player.take();
    ended('talk.lost', 1);
    player.send({ type: 'event.talkCameras', number: 1, cameras: [receiving] });
    player.send({ type: 'event.talkPermitted', number: 1 });
    expect(talk().phase).toBe('permission');
    expect(player.take()).toEqual([]);
  });

  it('shows levels while it is on only', () => {
    const levels = { microphone: 40, camera: 10 };
    talking();
    player.send({ type: 'event.talkLevels', number: 1, levels });
    expect(talk().levels).toEqual(levels);
    player.send({ type: 'request.stopTalk' });
    player.send({ type: 'event.talkLevels', number: 1, levels });
    expect(talk().levels).toEqual({ microphone: 0, camera: 0 });
  });
});

describe('a network that loses packets', () => {
  it('warns of lost packets', () => {
    player.play();
    talking();
    player.send({ type: 'event.talkSlow', number: 1, lost: 12 });
    expect(player.state.toast).toMatchObject({ text: 'talk.slowLink', params: { count: 12 } });
  });
});

describe('what a talk needs', () => {
  it.each(['request.startTalk', 'request.toggleTalk'] as const)('%s acts only while playing', (type) => {
    player.setUp();
    player.take();
    player.send({ type, id: 1 });
    expect(player.take()).toMatchObject([
      { do: 'refuse', id: 1, playbackFailure: { code: 'player.notPlaying' } },
      { do: 'notify', notice: { type: 'talkFailed' } },
    ]);
  });

  it('refuses a camera that does not support it with -1000, and asks again for another camera', () => {
    player.play();
    player.send({ type: 'event.talkSupport', support: 'none' });
    player.send({ type: 'request.startTalk', id: 1 });
    expect(player.take()).toMatchObject([
      { do: 'refuse', id: 1, playbackFailure: { code: '-1000' } },
      { do: 'notify', notice: { type: 'talkFailed', playbackFailure: { code: '-1000' } } },
    ]);
    player.send({ type: 'request.changeUrl', address: hdCamera });
    expect(talk().support).toBe('none');
    player.send({ type: 'request.changeUrl', address: otherCamera });
    expect(talk()).toMatchObject({ support: null, failure: null });
  });
});

describe('audio of the video', () => {
  const isOpen = () => player.state.audio.isOpen;

  it('is turned off by a talk, and on again if the theme shows it and has it active by default', () => {
    player.play(camera, true);
    withTheme(builtInThemes.pcLive);
    player.send({ type: 'request.startTalk' });
    expect(isOpen()).toBe(false);
    expect(player.take()).toContainEqual({ do: 'setMuted', muted: true });
    permitted();
    cameras(receiving);
    player.send({ type: 'request.stopTalk' });
    expect(isOpen()).toBe(true);
    expect(player.take()).toContainEqual({ do: 'setMuted', muted: false });
  });

  it.each([{ isrender: 0 }, { defaultActive: 0 }] as const)('stays off with %j', (change) => {
    player.play(camera, true);
    withTheme(soundButton(change));
    talking();
    player.send({ type: 'request.stopTalk' });
    expect(isOpen()).toBe(false);
  });

  it('is turned on by the end of a talk of a muted player too', () => {
    player.play(camera, false);
    withTheme(builtInThemes.pcLive);
    talking();
    ended('talk.lost');
    expect(isOpen()).toBe(true);
  });

  it.each([true, false])('is as before (%s) after a talk that was never on', (before) => {
    player.play(camera, before);
    player.send({ type: 'request.startTalk' });
    ended('talk.micDenied');
    expect(isOpen()).toBe(before);
    player.send({ type: 'request.startTalk' });
    player.send({ type: 'request.stopTalk' });
    expect(isOpen()).toBe(before);
  });
});

describe('what ends a talk', () => {
  beforeEach(() => {
    player.play();
    talking();
  });

  it.each([
    ['stopping', () => player.send({ type: 'request.stop' })],
    ['another url', () => player.send({ type: 'request.changeUrl', address: otherCamera })],
    ['a failure of the video', () => player.fail('other', '20002')],
    ['another start of the page', () => player.setUp(otherCamera)],
    ['closing the panel', () => player.send({ type: 'request.closeTalkPanel' })],
    ['a talk of another player of the page', () => player.send({ type: 'event.talkTakenOver' })],
  ])('%s', (_name, act) => {
    act();
    expect(player.take().filter((effect) => effect.do === 'endTalk')).toHaveLength(1);
    expect(talk()).toMatchObject({ phase: 'ending', isPanelOpen: false });
  });

  it('says that another player talks', () => {
    player.send({ type: 'event.talkTakenOver' });
    expect(player.state.toast?.text).toBe('talk.takenOver');
    player.send({ type: 'event.talkEnded', number: 1, playbackFailure: null });
    player.take();
    player.send({ type: 'event.talkTakenOver' });
    expect(player.take()).toEqual([]);
  });

  it('not another quality of the same camera, nor an interruption of the video', () => {
    player.send({ type: 'request.setQuality', quality: 'hd' });
    player.resolved();
    player.firstFrame();
    player.fail('network', 'network.closed');
    expect(talk().phase).toBe('on');
  });
});

describe('speaking', () => {
  beforeEach(() => player.play());

  it('is possible at once, or while a key is held', () => {
    player.send({ type: 'request.startTalk' });
    expect(talk().isMuted).toBe(false);
    player.send({ type: 'request.setTalk', isHold: true });
    expect(talk().isMuted).toBe(true);
    player.send({ type: 'request.setTalk', isMuted: false });
    expect(talk().isMuted).toBe(false);
    player.send({ type: 'request.setTalk', isHold: false });
    expect([talk().isMuted, selectIsHold(player.state)]).toEqual([false, false]);
  });

  it('begins silent if the page wants it, or with the setting of the last talk', () => {
    player.send({ type: 'request.startTalk', isMuted: true });
    expect(talk().isMuted).toBe(true);
    player.send({ type: 'request.setTalk', isHold: true });
    player.send({ type: 'request.stopTalk' });
    player.send({ type: 'request.startTalk' });
    expect(talk().isMuted).toBe(true);
  });

  it.each(['known before', 'known with the talk'])('needs a key for half duplex, %s', (when) => {
    if (when === 'known before') player.send({ type: 'event.talkSupport', support: 'half' });
    player.send({ type: 'request.startTalk' });
    permitted();
    admitted('half');
    expect([talk().isMuted, selectIsHold(player.state)]).toEqual([true, true]);
    player.send({ type: 'request.setTalk', isHold: false });
    expect(talk().isMuted).toBe(true);
  });

  it.each([[0], [1], [10]])('accepts a gain of %d', (gain) => {
    player.send({ type: 'request.setTalk', gain, id: 1 });
    expect(player.takeNames()).toEqual(['answer']);
    expect(talk().settings.gain).toBe(gain);
  });

  it.each([[-0.1], [10.1], [Number.NaN]])('rejects a gain of %d', (gain) => {
    player.send({ type: 'request.setTalk', gain, id: 1 });
    expect(player.take()).toMatchObject([{ do: 'refuse', id: 1, playbackFailure: { code: 'bad-args' } }]);
    expect(talk().settings.gain).toBe(1);
  });
});
