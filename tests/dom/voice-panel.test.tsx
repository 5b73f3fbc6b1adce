import { act, cleanup, fireEvent, screen, within } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import { VoicePanel } from '../../player-frame/features/voice/voice-panel.tsx';
import type { Effect } from '../../player-frame/state/player-events.ts';
import { failureOf } from '../../player-frame/state/steps.ts';
import type { VoiceItem } from '../../player-frame/state/voice-events.ts';
import { camera, otherCamera, recordedPlayer } from '../kit/recorded-player.ts';
import { showView } from '../kit/shown-player.tsx';

let player: ReturnType<typeof recordedPlayer>;
let played: HTMLMediaElement[];

beforeEach(() => {
  vi.useFakeTimers();
  played = [];
  // jsdom plays nothing.
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function (this: HTMLMediaElement) {
    played.push(this);
    return Promise.resolve();
  });
  vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {});
  player = recordedPlayer();
  player.play(camera);
  showView(player, <VoicePanel />);
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const send = (event: Parameters<typeof player.send>[0]) => act(() => player.send(event));
const panel = () => screen.queryByRole('region', { name: '语音播报' });
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const press = (name: string | RegExp) => act(() => void fireEvent.click(button(name)));
const status = () =>
  screen
    .getAllByRole('status')
    .map((one) => one.textContent)
    .join('');
const alertText = () => screen.getByRole('alert').textContent;
const voice = () => player.state.voice;

const item = (number: number, name = `语音${number}`): VoiceItem => ({
  name,
  fileUrl: `https://oriel.example/voice/${number}`,
  duration: number,
});
const items = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => item(first + index));
const listed = (
  page: number,
  list: readonly VoiceItem[],
  more: { isDefault?: boolean; canSpeak?: boolean } = {},
) => send({ type: 'event.voices', page, items: list, isDefault: false, canSpeak: false, ...more });
const voiceEffects = () =>
  player.take().filter((effect) => /voice/i.test(effect.do)) as readonly Extract<Effect, { do: string }>[];

function open(list: readonly VoiceItem[] = [item(1)], more: { canSpeak?: boolean } = {}): void {
  send({ type: 'request.toggleVoice' });
  listed(0, list, more);
  player.take();
}

/** Recorded for so long, in a file of so many bytes. */
async function record(lengthMs: number, bytes = 32_000): Promise<void> {
  press('录音');
  const { take } = voice();
  send({ type: 'event.voiceRecording', take, at: player.clock.now() });
  await act(() => player.clock.advance(lengthMs));
  if (voice().recording.phase === 'on') press('结束录音');
  send({ type: 'event.voiceRecorded', take, lengthMs, bytes, url: 'blob:recorded' });
}

describe('the voice panel', () => {
  it('is shown and hidden by its button, and by Escape', () => {
    expect(panel()).toBeNull();
    open();
    expect(panel()).toBeTruthy();
    send({ type: 'request.toggleVoice' });
    expect(panel()).toBeNull();
    open();
    fireEvent.keyDown(panel()!, { key: 'Escape' });
    expect(panel()).toBeNull();
  });

  it('is not shown while nothing is played, and closes when the camera changes or playback stops', () => {
    open();
    send({ type: 'request.changeUrl', address: otherCamera });
    expect(panel()).toBeNull();
    player.resolved();
    player.firstFrame();
    open();
    send({ type: 'request.stop' });
    expect(panel()).toBeNull();
    send({ type: 'request.openVoice' });
    expect(panel()).toBeNull();
  });

  it('ends a talk, and a talk closes it, because both need the microphone and the loudspeaker', () => {
    send({ type: 'request.startTalk' });
    expect(player.state.talk.phase).toBe('permission');
    open();
    expect(player.state.talk.phase).toBe('ending');
    expect(player.state.talk.isPanelOpen).toBe(false);
    send({ type: 'event.talkEnded', number: player.state.talk.number, playbackFailure: null });
    press('录音');
    player.take();
    send({ type: 'request.startTalk' });
    expect(panel()).toBeNull();
    expect(voiceEffects()).toEqual([{ do: 'dropVoice' }]);
  });
});

describe('the list', () => {
  it('loads more at the bottom while a page is full, then says 没有更多数据了', () => {
    send({ type: 'request.toggleVoice' });
    expect(voiceEffects()).toEqual([{ do: 'loadVoices', page: 0, isDefault: false }]);
    expect(status()).toContain('正在加载语音');
    listed(0, items(1, 5));
    expect(button('下拉加载更多')).toBeTruthy();
    const list = screen.getByRole('list', { name: '已保存的语音' });
    const scroller = list.parentElement!;
    Object.defineProperties(scroller, {
      scrollHeight: { value: 260 },
      clientHeight: { value: 198 },
      scrollTop: { value: 10, writable: true },
    });
    fireEvent.scroll(scroller);
    expect(voiceEffects()).toEqual([]);
    scroller.scrollTop = 62;
    act(() => void fireEvent.scroll(scroller));
    expect(voiceEffects()).toEqual([{ do: 'loadVoices', page: 1, isDefault: false }]);
    listed(1, items(6, 2));
    expect(within(list).getAllByRole('listitem')).toHaveLength(7);
    expect(screen.getByText('没有更多数据了')).toBeTruthy();
    act(() => void fireEvent.scroll(scroller));
    expect(voiceEffects()).toEqual([]);
  });

  it('shortens names to 10 characters and an ellipsis; screen readers get the full name', () => {
    open([item(3, '一二三四五六七八九十'), item(4, '一二三四五六七八九十甲')]);
    const [exact, long] = screen.getAllByRole('listitem');
    expect(within(exact!).getAllByText('一二三四五六七八九十')).toHaveLength(2);
    expect(within(long!).getByText('一二三四五六七八九十…').getAttribute('aria-hidden')).toBe('true');
    expect(within(long!).getByText('一二三四五六七八九十甲').className).toBe('oriel-unseen');
    expect(within(long!).getByText('4 秒')).toBeTruthy();
  });

  it('has the messages of the product if there are no others', () => {
    send({ type: 'request.toggleVoice' });
    listed(0, []);
    expect(voiceEffects().at(-1)).toEqual({ do: 'loadVoices', page: 0, isDefault: true });
    listed(0, [item(1)], { isDefault: true });
    expect(screen.getByRole('list', { name: '预置语音' })).toBeTruthy();
  });

  it('keeps what is known if a page cannot be loaded, and can be retried', () => {
    open(items(1, 5));
    press('下拉加载更多');
    player.take();
    send({ type: 'event.voicesFailed', problem: failureOf('network.timeout') });
    expect(screen.getByText(/语音列表加载失败/)).toBeTruthy();
    expect(screen.getAllByRole('listitem')).toHaveLength(5);
    press('重试');
    expect(voiceEffects()).toEqual([{ do: 'loadVoices', page: 1, isDefault: false }]);
  });

  it('plays one message at a time in the browser', () => {
    open(items(1, 2));
    press('试听：语音1');
    press('试听：语音2');
    expect(played.map(({ src }) => src)).toEqual([item(1).fileUrl, item(2).fileUrl]);
    expect(button('停止试听：语音2')).toBeTruthy();
    act(() => void played[1]!.dispatchEvent(new Event('ended')));
    expect(button('试听：语音2')).toBeTruthy();
    press('试听：语音1');
    act(() => void played[2]!.dispatchEvent(new Event('error')));
    expect(screen.getByText('无法试听')).toBeTruthy();
  });

  it('sends a saved message by its fileUrl, with progress and result', () => {
    open();
    press('发送：语音1');
    const { fileUrl } = item(1);
    expect(voiceEffects()).toEqual([{ do: 'sendVoice', delivery: 1, content: { kind: 'saved', fileUrl } }]);
    expect(screen.getByRole('progressbar', { name: /正在发送/ })).toBeTruthy();
    // One at a time.
    press('发送：语音1');
    expect(voiceEffects()).toEqual([]);
    send({ type: 'event.voiceSent', delivery: 1, problem: null });
    expect(status()).toBe('发送成功');
    expect(screen.queryByRole('progressbar')).toBeNull();
  });

  it.each([
    ['voice.notFound', null, '未找到当前语音'],
    ['voice.busy', null, '语音设备正忙，请稍后重试'],
    ['20007', '设备不在线', '设备不在线'],
    ['network.timeout', null, '发送失败，请稍后再试'],
  ])('says why %s was not sent', (code, message, expected) => {
    open();
    press('发送：语音1');
    player.take();
    const problem = { ...failureOf(code), message };
    send({ type: 'event.voiceSent', delivery: 1, problem });
    expect(alertText()).toBe(expected);
    expect(player.take()).toContainEqual({ do: 'notify', notice: { type: 'voiceFailed', problem } });
  });

  it('has a field for a text only if the server speaks', () => {
    open();
    expect(screen.queryByRole('textbox')).toBeNull();
    send({ type: 'request.closeVoice' });
    open([item(1)], { canSpeak: true });
    fireEvent.change(screen.getByRole('textbox', { name: '文字播报' }), { target: { value: ' 请离开 ' } });
    press('播报');
    expect(voiceEffects()).toEqual([
      { do: 'sendVoice', delivery: 1, content: { kind: 'text', text: '请离开' } },
    ]);
  });
});

describe('a recording', () => {
  it('counts up in one-second steps, and shows the level', async () => {
    open();
    press('录音');
    expect(voiceEffects()).toEqual([{ do: 'dropVoice' }, { do: 'recordVoice', take: 1 }]);
    expect(status()).toContain('正在打开麦克风');
    send({ type: 'event.voiceRecording', take: 1, at: player.clock.now() });
    const counter = () => screen.getByRole('timer').textContent;
    expect(counter()).toBe('00:00');
    for (const expected of ['00:01', '00:02']) {
      await act(async () => {
        await player.clock.advance(1_000);
        vi.advanceTimersByTime(1_000);
      });
      expect(counter()).toBe(expected);
    }
    send({ type: 'event.voiceLevel', take: 1, level: 40 });
    expect(screen.getByRole('meter', { name: '麦克风音量' }).getAttribute('value')).toBe('40');
    expect(screen.getByText('不超过1分钟')).toBeTruthy();
  });

  it('stops at 59 s', async () => {
    open();
    press('录音');
    send({ type: 'event.voiceRecording', take: 1, at: player.clock.now() });
    await act(() => player.clock.advance(58_999));
    expect(voice().recording.phase).toBe('on');
    player.take();
    await act(() => player.clock.advance(1));
    expect(voiceEffects()).toEqual([{ do: 'endVoiceRecording' }]);
    await act(async () => vi.advanceTimersByTime(60_000));
    expect(status()).toContain('正在保存录音');
  });

  it('can be heard, sent once, and is forgotten afterwards', async () => {
    open();
    await record(3_400);
    player.take();
    press('试听');
    expect(played[0]!.src).toBe('blob:recorded');
    press('发送');
    expect(voiceEffects()).toEqual([{ do: 'sendVoice', delivery: 1, content: { kind: 'recorded' } }]);
    expect(screen.queryByRole('button', { name: '取消' })).toBeNull();
    send({ type: 'event.voiceSent', delivery: 1, problem: null });
    expect(voiceEffects()).toEqual([{ do: 'dropVoice' }]);
    expect(status()).toBe('发送成功');
    expect(screen.getByRole('list')).toBeTruthy();
  });

  it('stays if it could not be sent, to be sent again', async () => {
    open();
    await record(3_000);
    press('发送');
    send({ type: 'event.voiceSent', delivery: 1, problem: failureOf('voice.busy') });
    expect(alertText()).toBe('语音设备正忙，请稍后重试');
    player.take();
    press('发送');
    expect(voiceEffects()).toEqual([{ do: 'sendVoice', delivery: 2, content: { kind: 'recorded' } }]);
  });

  it('that is sent while the panel is closed is reported by a message', async () => {
    open();
    await record(3_000);
    press('发送');
    press('关闭语音播报');
    send({ type: 'event.voiceSent', delivery: 1, problem: null });
    expect(player.state.toast?.text).toBe('voice.sent');
    expect(voice().recording.phase).toBe('off');
  });

  it.each([
    [999, 32_000, '说话时间过短'],
    [1_000, 999, '录音失败，请重试'],
  ])('of %i ms and %i bytes is rejected: %s', async (lengthMs, bytes, message) => {
    open();
    await record(lengthMs, bytes);
    expect(alertText()).toBe(message);
    expect(voiceEffects().at(-1)).toEqual({ do: 'dropVoice' });
  });

  it('without a microphone says why, and what to do', () => {
    open();
    press('录音');
    send({ type: 'event.voiceRecordingFailed', take: 1, code: 'talk.microphoneDenied' });
    expect(alertText()).toMatch(/^麦克风权限被拒绝。请.+允许使用麦克风/);
    expect(button('录音')).toBeTruthy();
  });

  it('that was cancelled is ignored when it arrives', () => {
    open();
    press('录音');
    press('取消');
    send({ type: 'event.voiceRecording', take: 1, at: 0 });
    expect(voice().recording.phase).toBe('off');
    expect(voiceEffects().at(-1)).toEqual({ do: 'dropVoice' });
  });

  it('keeps the focus in the panel when its button disappears, so that Escape still closes it', () => {
    vi.spyOn(document, 'hasFocus').mockReturnValue(true);
    open();
    button('录音').focus();
    press('录音');
    expect(panel()!.contains(document.activeElement)).toBe(true);
    button('取消').focus();
    press('取消');
    fireEvent.keyDown(document.activeElement!, { key: 'Escape' });
    expect(panel()).toBeNull();
  });

  it('ends with the microphone', async () => {
    open();
    press('录音');
    send({ type: 'event.voiceRecording', take: 1, at: 0 });
    send({ type: 'event.voiceRecorded', take: 1, lengthMs: 2_000, bytes: 64_000, url: 'blob:recorded' });
    expect(screen.getByText('已录音 2 秒')).toBeTruthy();
  });
});
