import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import type { TalkCameraState } from '../../player-frame/state/talk-state.ts';
import { PlayerApp } from '../../player-frame/ui/player-app.tsx';
import { recordedPlayer } from '../kit/recorded-player.ts';
import { showView } from '../kit/shown-player.tsx';

let player: ReturnType<typeof recordedPlayer>;
beforeEach(() => {
  player = recordedPlayer();
  player.send({ type: 'request.setTheme', theme: builtInThemes.pcLive });
  player.play();
  showView(player, <PlayerApp onEscape={() => undefined} />);
});
afterEach(cleanup);

const send = (...events: Parameters<typeof player.send>[0][]) =>
  act(() => events.forEach((event) => void player.send(event)));
const talk = () => player.state.talk;
const receiving: TalkCameraState = { deviceSerial: 'DEMO00001', channelNo: 1, state: 'receiving' };
const panel = () => screen.getByRole('region', { name: '对讲' });
const closed = () => screen.queryByRole('region', { name: '对讲' });
const button = (name: string) => screen.getByRole('button', { name });
const status = () => within(panel()).getAllByRole('status')[0]?.textContent;
const ended = (code: string) =>
  send({
    type: 'event.talkEnded',
    number: talk().number,
    playbackFailure: { code, stage: 'stream', message: null },
  });
/** With the mouse, from the toolbar to the first camera that hears. */
function startTalking(
  cameras: readonly TalkCameraState[] = [receiving],
  duplex: 'full' | 'half' = 'full',
): void {
  fireEvent.click(button('对讲'));
  const { number } = talk();
  send(
    { type: 'event.talkPermitted', number },
    { type: 'event.talkAdmitted', number, duplex },
    { type: 'event.talkCameras', number, cameras },
  );
}
/** jsdom has no PointerEvent. */
const pointer = (type: string) =>
  act(() => {
    const event = new MouseEvent(type, { bubbles: true, button: 0 });
    fireEvent(button('按住说话'), Object.assign(event, { isPrimary: true, pointerId: 1 }));
  });

describe('the button of the toolbar', () => {
  it('opens the panel, which says what is going on, and ends the talk', () => {
    fireEvent.click(button('对讲'));
    expect(button('对讲')).toHaveAttribute('aria-pressed', 'true');
    expect(status()).toBe('请允许浏览器使用麦克风…');
    send({ type: 'event.talkPermitted', number: 1 });
    expect(status()).toBe('正在连接…');
    send({ type: 'event.talkCameras', number: 1, cameras: [receiving] });
    expect(status()).toBe('对讲中');
    fireEvent.click(button('对讲'));
    expect(closed()).toBeNull();
    expect(talk().phase).toBe('ending');
  });

  it('is blocked while nothing plays: 当前非播放状态', () => {
    send({ type: 'request.stop' });
    expect(button('对讲')).toHaveAttribute('aria-disabled', 'true');
    expect(button('对讲').title).toContain('当前非播放状态');
  });

  it('says that the camera does not support it: 设备不支持对讲', async () => {
    send({ type: 'event.talkSupport', support: 'none' });
    fireEvent.click(button('对讲'));
    expect(await within(screen.getByRole('alert')).findByText('设备不支持对讲')).toBeVisible();
    expect(within(panel()).queryByRole('button', { name: '重试' })).toBeNull();
    fireEvent.click(button('关闭'));
    expect(closed()).toBeNull();
  });

  it('is pressed with the key T, and announced in English', () => {
    send({ type: 'request.setLanguage', language: 'en-US' });
    fireEvent.keyDown(window, { key: 't' });
    expect(screen.getByRole('region', { name: 'Talk' })).toBeVisible();
    fireEvent.keyDown(window, { key: 't' });
    expect(talk().phase).toBe('ending');
  });
});

describe('the panel of a talk', () => {
  it('shows the level of both ends', () => {
    startTalking();
    send({ type: 'event.talkLevels', number: 1, levels: { microphone: 42, camera: 7 } });
    const meters = within(panel()).getAllByRole('meter');
    expect(meters.map((one) => [one.getAttribute('aria-label'), one.getAttribute('value')])).toEqual([
      ['麦克风', '42'],
      ['摄像机', '7'],
    ]);
  });

  it('mutes and unmutes a microphone that is open', () => {
    startTalking();
    fireEvent.click(button('静音'));
    expect(talk().isMuted).toBe(true);
    expect(button('静音')).toHaveAttribute('aria-pressed', 'true');
    fireEvent.click(button('静音'));
    expect(talk().isMuted).toBe(false);
  });

  it('lists which cameras receive a broadcast, and why others do not', () => {
    const failed = { deviceSerial: 'DEMO00002', channelNo: 3, state: 'failed', code: 'talk.auth' } as const;
    startTalking([receiving, failed]);
    expect(within(panel()).getByText('1 / 2 台摄像机接收中')).toBeVisible();
    expect(screen.getByText('DEMO00002，通道 3').nextSibling?.textContent).toBe(
      '摄像机拒绝了用户名或密码，无法对讲',
    );
  });

  it('has the microphones and loudspeakers of the browser, once their names are known', () => {
    startTalking();
    expect(screen.queryByRole('combobox')).toBeNull();
    const devices = [
      { id: 'desk', label: 'Desk', kind: 'audioinput' },
      { id: 'x', label: '', kind: 'audiooutput' },
    ] as const;
    send({ type: 'event.audioDevices', devices: { permission: 'granted', devices: [...devices] } });
    fireEvent.change(screen.getByLabelText('麦克风', { selector: 'select' }), { target: { value: 'desk' } });
    fireEvent.change(screen.getByLabelText('扬声器'), { target: { value: 'x' } });
    fireEvent.change(screen.getByLabelText('麦克风增益'), { target: { value: '2.5' } });
    expect(talk().settings).toEqual({ isHold: false, microphoneId: 'desk', speakerId: 'x', gain: 2.5 });
    expect(screen.getByRole('option', { name: '设备 1' })).toBeTruthy();
  });

  it('shows why a talk failed, and tries again', () => {
    fireEvent.click(button('对讲'));
    ended('talk.microphoneBusy');
    expect(screen.getByRole('alert').textContent).toContain('麦克风正被其他程序占用');
    fireEvent.click(button('重试'));
    expect(talk()).toMatchObject({ phase: 'permission', number: 2 });
    expect(screen.queryByRole('alert')).toBeNull();
  });

  it('is closed with Escape, and returns the focus to the button', () => {
    startTalking();
    act(() => button('静音').focus());
    fireEvent.keyDown(button('静音'), { key: 'Escape' });
    expect(closed()).toBeNull();
    expect(document.activeElement).toBe(button('对讲'));
  });

  it('does not take the focus', () => {
    act(() => button('截图').focus());
    startTalking();
    send({ type: 'request.stopTalk' });
    expect(document.activeElement).toBe(button('截图'));
  });

  it('is not shown by a player without controls', () => {
    send({ type: 'request.setTheme', theme: builtInThemes.simple });
    send({ type: 'request.startTalk' });
    expect(talk().phase).toBe('permission');
    expect(closed()).toBeNull();
  });
});

describe('push-to-talk', () => {
  beforeEach(() => {
    startTalking();
    fireEvent.click(screen.getByRole('checkbox', { name: '按住说话' }));
    expect(talk().isMuted).toBe(true);
  });
  const isSpeaking = () => !talk().isMuted;

  it.each(['pointerup', 'pointercancel', 'lostpointercapture'])('speaks until %s', (end) => {
    pointer('pointerdown');
    expect(isSpeaking()).toBe(true);
    expect(button('按住说话').textContent).toBe('正在说话');
    pointer(end);
    expect(isSpeaking()).toBe(false);
  });

  it.each([' ', 'Enter'])(
    'speaks while the key %j is held on the button, until its release or blur',
    (key) => {
      const hold = button('按住说话');
      act(() => hold.focus());
      fireEvent.keyDown(hold, { key });
      fireEvent.keyDown(hold, { key, repeat: true });
      expect(isSpeaking()).toBe(true);
      expect(player.phase).toBe('playing');
      fireEvent.keyUp(hold, { key });
      expect(isSpeaking()).toBe(false);
      fireEvent.keyDown(hold, { key });
      act(() => hold.blur());
      expect(isSpeaking()).toBe(false);
    },
  );

  it('speaks while T is held anywhere, and does not end the talk', () => {
    fireEvent.keyDown(window, { key: 'T' });
    fireEvent.keyDown(window, { key: 'T', repeat: true });
    expect(isSpeaking()).toBe(true);
    fireEvent.keyUp(window, { key: 'T' });
    expect(isSpeaking()).toBe(false);
    expect(talk().phase).toBe('on');
  });

  it('is silent after T was released with a modifier, or over a field', () => {
    fireEvent.keyDown(window, { key: 't' });
    fireEvent.keyUp(window, { key: 't', ctrlKey: true });
    expect(isSpeaking()).toBe(false);
    const field = document.body.appendChild(document.createElement('input'));
    fireEvent.keyDown(window, { key: 't' });
    fireEvent.keyUp(field, { key: 't' });
    expect(isSpeaking()).toBe(false);
    field.remove();
  });

  it('is switched by a screen reader, which clicks', () => {
    fireEvent.click(button('按住说话'), { detail: 0 });
    expect(isSpeaking()).toBe(true);
    fireEvent.click(button('按住说话'), { detail: 0 });
    expect(isSpeaking()).toBe(false);
  });

  it('is the only way with a half-duplex camera', () => {
    send({ type: 'request.stopTalk' });
    startTalking([receiving], 'half');
    expect(screen.getByRole('checkbox', { name: /按住说话/ })).toBeDisabled();
    expect(screen.getByText('半双工：说话时听不到摄像机的声音')).toBeTruthy();
  });
});
