import { expect } from 'expect';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import { err, ok } from '../../lib/kernel/result.ts';
import { makeVoice, readPage } from '../../player-frame/session/features/voice.ts';
import type { LappClient } from '../../player-frame/session/lapp-client.ts';
import { fakeRecording } from '../kit/fake-recording.ts';
import { featurePlayer } from '../kit/feature-player.ts';

type Voice = LappClient['voice'];
const answers = vi.fn<Voice>();
let made: ReturnType<typeof featurePlayer>;
let recording: ReturnType<typeof fakeRecording>;

const page = (count: number, first = 1) => ({
  code: '200',
  data: Array.from({ length: count }, (_, index) => ({
    voiceName: `v${first + index}`,
    fileUrl: `https://oriel.example/voice/${first + index}`,
    duration: 3,
  })),
  page: { total: 7, page: 0, size: 5 },
  ext: { canSpeak: true },
});
const failure = (code: string, message: string | null = null) =>
  err({ kind: 'other', code, stage: 'stream', message } as const);
const settled = async () => {
  for (let round = 0; round < 50; round += 1) await Promise.resolve();
};
/** Name and form of each call, without token and language. */
const calls = () =>
  answers.mock.calls.map(([name, { accessToken, lang, ...form }, { voiceFile }]) => {
    expect([accessToken, lang]).toEqual(['TOKEN', made.player.state.language]);
    return { name, form, ...(voiceFile ? { file: voiceFile.size } : {}) };
  });

beforeEach(() => {
  recording = fakeRecording();
  answers.mockReset();
  answers.mockResolvedValue(ok(page(5)));
  made = featurePlayer(makeVoice, {
    lapp: { voice: answers } as unknown as LappClient,
    voiceWorklet: '/assets/voice.js',
  });
  made.player.play();
});
afterEach(async () => {
  await made.feature.destroy?.();
  recording.restore();
});

const state = () => made.player.state.voice;
const camera = { deviceSerial: 'DEMO00001', channelNo: '1' };

describe('the panel', () => {
  it('asks for pages of 5 messages, from 0', async () => {
    made.player.send({ type: 'request.openVoice' });
    await settled();
    answers.mockResolvedValue(ok(page(2, 6)));
    made.player.send({ type: 'request.moreVoices' });
    await settled();
    const form = { pageSize: '5', default: 'false' };
    expect(calls()).toEqual([
      { name: 'voiceQuery', form: { ...form, pageStart: '0' } },
      { name: 'voiceQuery', form: { ...form, pageStart: '1' } },
    ]);
    expect(state().list).toMatchObject({ hasMore: false, canSpeak: true });
    expect(state().list.items).toHaveLength(7);
  });

  it('records the microphone, and sends the file with sendonce', async () => {
    made.player.send({ type: 'request.openVoice' });
    await settled();
    answers.mockClear();
    made.player.send({ type: 'request.recordVoice' });
    await settled();
    expect(state().recording).toMatchObject({ phase: 'on' });
    recording.hear(new Float32Array(96_000).fill(0.25));
    expect(state().recording).toMatchObject({ phase: 'on', level: expect.any(Number) });
    made.player.send({ type: 'request.endVoiceRecording' });
    await settled();
    // 2 s at 48 kHz, which become 16 kHz.
    expect(state().recording).toEqual({ phase: 'ready', lengthMs: 2_000, url: 'blob:1' });
    expect(recording.openTracks()).toBe(0);
    answers.mockResolvedValue(ok({ code: '200' }));
    made.player.send({ type: 'request.sendVoice', content: { kind: 'recorded' } });
    await settled();
    expect(calls()).toEqual([{ name: 'voiceSendOnce', form: camera, file: 44 + 2 * 32_000 }]);
    expect(state()).toMatchObject({ recording: { phase: 'off' }, result: { isSent: true } });
    expect(recording.revoked).toEqual(['blob:1']);
  });

  it.each([
    ['10001', 'voice.notFound'],
    ['400904', 'voice.busy'],
    ['20007', '20007'],
  ])('maps %s to %s, and reports it to the page', async (code, expected) => {
    made.player.send({ type: 'request.openVoice' });
    await settled();
    answers.mockResolvedValue(failure(code, '服务器的说明'));
    made.player.send({ type: 'request.sendVoice', content: { kind: 'saved', fileUrl: 'https://v/1' } });
    await settled();
    expect(state().result).toMatchObject({ isSent: false, problem: { code: expected } });
    expect(made.reported.at(-1)).toMatchObject({ name: 'handleTalkError', data: { code: expected } });
  });

  it('releases the microphone when it is closed, also if that opens later', async () => {
    made.player.send({ type: 'request.openVoice' });
    made.player.send({ type: 'request.recordVoice' });
    made.player.send({ type: 'request.closeVoice' });
    await settled();
    expect(recording.openTracks()).toBe(0);
    made.player.send({ type: 'request.openVoice' });
    made.player.send({ type: 'request.recordVoice' });
    await settled();
    expect(recording.openTracks()).toBe(1);
    made.player.send({ type: 'request.stop' });
    expect(recording.openTracks()).toBe(0);
  });

  it('keeps what was recorded when the microphone is unplugged', async () => {
    made.player.send({ type: 'request.openVoice' });
    made.player.send({ type: 'request.recordVoice' });
    await settled();
    recording.hear(new Float32Array(96_000));
    recording.unplug();
    await settled();
    expect(state().recording).toMatchObject({ phase: 'ready', lengthMs: 2_000 });
  });

  it('says that the microphone was refused', async () => {
    recording.refuse(new DOMException('', 'NotAllowedError'));
    made.player.send({ type: 'request.openVoice' });
    made.player.send({ type: 'request.recordVoice' });
    await settled();
    expect(state().result).toMatchObject({ isSent: false, problem: { code: 'talk.microphoneDenied' } });
  });
});

describe('calls of the page', () => {
  it('queryVoices returns a page', async () => {
    answers.mockResolvedValue(ok(page(1)));
    const voices = [{ name: 'v1', fileUrl: 'https://oriel.example/voice/1', duration: 3 }];
    expect(await made.call('queryVoices', { page: 2, pageSize: 20, isDefault: true })).toEqual({
      voices,
      total: 7,
    });
    expect(calls()).toEqual([
      { name: 'voiceQuery', form: { pageStart: '2', pageSize: '20', default: 'true' } },
    ]);
  });

  it.each([{ page: -1 }, { pageSize: 0 }, { pageSize: 51 }])('queryVoices refuses %j', async (data) => {
    await expect(made.call('queryVoices', data)).rejects.toMatchObject({ code: 'bad-args' });
    expect(answers).not.toHaveBeenCalled();
  });

  it('sendVoice sends a saved message, a file or a text', async () => {
    answers.mockResolvedValue(ok({ code: '200' }));
    await made.call('sendVoice', { fileUrl: 'https://v/1' });
    await made.call('sendVoice', { file: new Blob([new Uint8Array(1_000)]) });
    await made.call('sendVoice', { text: '请离开' });
    expect(calls()).toEqual([
      { name: 'voiceSend', form: { ...camera, fileUrl: 'https://v/1' } },
      { name: 'voiceSendOnce', form: camera, file: 1_000 },
      { name: 'voiceSendOnce', form: { ...camera, voiceText: '请离开' } },
    ]);
  });

  it.each([
    [{}, 'bad-args'],
    [{ fileUrl: 'https://v/1', text: 'x' }, 'bad-args'],
    [{ file: new Blob(['x'.repeat(999)]) }, 'voice.tooSmall'],
  ])('sendVoice refuses %j with %s', async (data, code) => {
    await expect(made.call('sendVoice', data)).rejects.toMatchObject({ code });
    expect(answers).not.toHaveBeenCalled();
  });

  it('sendVoice rejects with the message of the specification', async () => {
    made.player.send({ type: 'request.setLanguage', language: 'zh-CN' });
    answers.mockResolvedValue(failure('400904'));
    await expect(made.call('sendVoice', { text: 'x' })).rejects.toMatchObject({
      code: 'voice.busy',
      message: '语音设备正忙，请稍后重试',
    });
    expect(made.reported.at(-1)?.name).toBe('handleTalkError');
  });
});

describe('an answer with messages', () => {
  it('counts a message without duration as 20 s, and leaves out what has no address', () => {
    const data = [{ voiceName: 'a', fileUrl: 'https://v/1' }, { voiceName: 'b' }, null, 7];
    expect(readPage({ data })).toEqual(
      ok({ items: [{ name: 'a', fileUrl: 'https://v/1', duration: 20 }], total: 1, canSpeak: false }),
    );
    expect(readPage({ data: 'x' })).toMatchObject({ ok: false });
    expect(readPage(null)).toMatchObject({ ok: false });
  });
});
