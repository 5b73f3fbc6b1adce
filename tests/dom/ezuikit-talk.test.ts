import { expect } from 'expect';
import { beforeEach, describe, it, vi } from 'vitest';
import type { PlayerCore } from '../../host-sdk/ezuikit/core.ts';
import * as talk from '../../host-sdk/ezuikit/talk.ts';
import { PlayerError } from '../../host-sdk/player-error.ts';
import type { Player } from '../../host-sdk/types.ts';

// Shapes of the calls as the pages of EZUIKit 7 to 9 use them.

type Calls = 'startTalk' | 'stopTalk' | 'setTalk' | 'getAudioDevices' | 'queryVoices' | 'sendVoice';
const player = {
  startTalk: vi.fn<Player['startTalk']>(),
  stopTalk: vi.fn<Player['stopTalk']>(),
  setTalk: vi.fn<Player['setTalk']>(),
  getAudioDevices: vi.fn<Player['getAudioDevices']>(),
  queryVoices: vi.fn<Player['queryVoices']>(),
  sendVoice: vi.fn<Player['sendVoice']>(),
} satisfies Pick<Player, Calls>;
const url = 'ezopen://open.ys7.com/C1/2.live';
let heard: unknown[];
let running: string | null;
const listeners = new Map<string, (data: unknown) => void>();

const core = {
  id: 'box',
  run: async (_name: string, work: (target: unknown) => Promise<unknown>) => work(player),
  isRunning: (name: string) => running === name,
  callback: (name: string, payload: object) => heard.push([name, payload]),
  emit: (name: string, code = 0, data?: unknown) => heard.push([name, code, data]),
  emitFields: (name: string, fields: object) => heard.push([name, fields]),
} as unknown as PlayerCore; // the members used here

const failure = (code: string, message = code) =>
  new PlayerError({ code, message, source: 'player', retryable: false });

beforeEach(() => {
  vi.resetAllMocks();
  for (const call of [player.startTalk, player.stopTalk, player.setTalk, player.sendVoice])
    call.mockResolvedValue(undefined);
  heard = [];
  running = null;
  talk.forwardTalk(core, {
    on: ((name: string, listener: (data: unknown) => void) => {
      listeners.set(name, listener);
      return () => {};
    }) as Player['on'],
  });
});
const report = (name: string, data: unknown) => listeners.get(name)?.(data);

describe('talk', () => {
  it('startTalk and stopTalk resolve with true', async () => {
    expect(await talk.startTalk(core)).toBe(true);
    expect(await talk.stopTalk(core)).toBe(true);
  });

  it('a talk calls handleTalkSuccess and is reported once, also when a camera of a broadcast changes', () => {
    report('startTalk', { cameras: [] });
    report('startTalk', { cameras: [] });
    report('stopTalk', {});
    expect(heard).toEqual([
      ['startTalk', 0, undefined],
      ['handleTalkSuccess', { retcode: 0, id: 'box', type: 'handleTalkSuccess' }],
      ['talkSuccess', 0, undefined],
      ['talkingChange', { talking: true }],
      ['stopTalk', 0, undefined],
      ['talkingChange', { talking: false }],
    ]);
  });

  it('the event of a call is left to the call', () => {
    running = 'startTalk';
    report('startTalk', { cameras: [] });
    running = 'stopTalk';
    report('stopTalk', {});
    expect(heard.map((each) => (each as string[])[0])).toEqual([
      'handleTalkSuccess',
      'talkSuccess',
      'talkingChange',
      'talkingChange',
    ]);
  });

  it.each([
    ['-1000', -1000, '设备不支持对讲'],
    ['400904', 400_904, '设备正在对讲中'],
    ['talk.microphoneDenied', -1, '麦克风权限被拒绝'],
  ])('failure %s calls handleTalkError with retcode %i', (code, retcode, message) => {
    report('handleTalkError', failure(code, message));
    expect(heard).toEqual([
      ['handleTalkError', { retcode, msg: message, id: 'box', type: 'handleTalkError', code }],
      ['talkError', retcode, { code }],
    ]);
  });

  it('a talk that ends by itself says why', () => {
    report('startTalk', { cameras: [] });
    heard = [];
    report('stopTalk', { code: 'talk.lost', message: '语音连接已中断' });
    expect(heard.map((each) => (each as string[])[0])).toEqual([
      'handleTalkError',
      'talkError',
      'stopTalk',
      'talkingChange',
    ]);
  });

  it('levels are 0 to 1, under the names of 8.x and 9.x', () => {
    report('talkVolume', { microphone: 40, camera: 7 });
    expect(heard).toEqual([
      ['volumeChange', 0, 0.4],
      ['talkVolumeChange', 0, 0.4],
    ]);
  });

  it('a player that cannot talk calls handleTalkError too', async () => {
    player.startTalk.mockRejectedValue(failure('unsupported'));
    await expect(talk.startTalk(core)).rejects.toMatchObject({ code: 'unsupported' });
    expect(heard[0]).toMatchObject(['handleTalkError', { retcode: -1, code: 'unsupported' }]);
  });
});

describe('the microphone', () => {
  it('getMicrophonePermission asks the viewer, and resolves with code 0 if it is granted', async () => {
    player.getAudioDevices.mockResolvedValue({ permission: 'granted', devices: [] });
    expect(await talk.getMicrophonePermission(core)).toEqual({ code: 0, msg: 'success', res: 'granted' });
    expect(player.getAudioDevices).toHaveBeenCalledWith({ request: true });
  });

  it('getMicrophonePermission resolves with code -1 if it is refused', async () => {
    player.getAudioDevices.mockResolvedValue({ permission: 'denied', devices: [] });
    expect(await talk.getMicrophonePermission(core)).toMatchObject({ code: -1 });
    player.getAudioDevices.mockRejectedValue(failure('talk.microphoneDenied', '麦克风权限被拒绝'));
    expect(await talk.getMicrophonePermission(core)).toEqual({
      code: -1,
      msg: '麦克风权限被拒绝',
      res: null,
    });
    player.getAudioDevices.mockRejectedValue(failure('destroyed'));
    await expect(talk.getMicrophonePermission(core)).rejects.toMatchObject({ code: 'destroyed' });
  });

  it('getMicrophonesList has the fields of MediaDeviceInfo, without loudspeakers', async () => {
    const devices = [
      { id: 'm1', label: 'Headset', kind: 'audioinput' },
      { id: 's1', label: 'Speakers', kind: 'audiooutput' },
    ];
    player.getAudioDevices.mockResolvedValue({ permission: 'granted', devices });
    expect(await talk.getMicrophonesList(core)).toEqual({
      code: 0,
      msg: 'success',
      res: [{ deviceId: 'm1', label: 'Headset', kind: 'audioinput', groupId: '' }],
    });
  });

  it('setProfile chooses it', async () => {
    expect(await talk.setProfile(core, 'setProfile', { microphoneId: 'm1' })).toMatchObject({ code: 0 });
    expect(player.setTalk).toHaveBeenCalledWith({ microphoneId: 'm1' });
    await expect(talk.setProfile(core, 'setProfile', {})).rejects.toMatchObject({ code: 'bad-args' });
  });

  it.each([[0], [5], ['10']])('setVolumeGain accepts %p', async (gain) => {
    expect(await talk.setVolumeGain(core, gain)).toEqual({ code: 0, msg: 'success' });
    expect(player.setTalk).toHaveBeenCalledWith({ gain: Number(gain) });
  });

  it.each([[-1], [11], ['loud'], [null], [{}]])('setVolumeGain refuses %p', async (gain) => {
    await expect(talk.setVolumeGain(core, gain)).rejects.toMatchObject({ code: 'bad-args' });
    expect(player.setTalk).not.toHaveBeenCalled();
  });
});

describe('voice messages', () => {
  it('queryVoiceList resolves with the fields of the open API', async () => {
    const voices = [{ name: '请离开', fileUrl: 'https://v/1', duration: 4 }];
    player.queryVoices.mockResolvedValue({ voices, total: 6 });
    expect(await talk.queryVoiceList(core, { pageStart: 1, pageSize: '5' })).toEqual({
      code: 0,
      msg: 'success',
      data: [{ voiceName: '请离开', fileUrl: 'https://v/1', duration: 4 }],
      page: { total: 6, page: 1, size: 5 },
    });
    await talk.queryVoiceList(core, undefined);
    expect(player.queryVoices.mock.calls).toEqual([
      [{ page: 1, pageSize: 5, isDefault: false }],
      [{ page: 0, pageSize: 5, isDefault: false }],
    ]);
  });

  it.each<[string, unknown]>([
    ['an address', 'https://v/1'],
    ['an object', { deviceSerial: 'C1', channelNo: '2', fileUrl: 'https://v/1' }],
  ])('sendVoice accepts %s', async (_, voice) => {
    expect(await talk.sendVoice(core, url, voice, undefined)).toEqual({ code: 0, msg: 'success' });
    expect(player.sendVoice).toHaveBeenCalledWith({ fileUrl: 'https://v/1' });
  });

  it.each<[string, (file: Blob) => unknown]>([
    ['a file', (file) => file],
    ['bytes', () => new Uint8Array(3)],
    ['an object', (voiceFile) => ({ voiceFile, channelNo: 2 })],
  ])('sendVoiceOnce accepts %s', async (_, make) => {
    expect(await talk.sendVoiceOnce(core, url, make(new Blob(['abc'])), 2)).toMatchObject({ code: 0 });
    expect(player.sendVoice.mock.calls[0]?.[0].file?.size).toBe(3);
  });

  it.each<[unknown, unknown]>([
    [{}, undefined],
    ['', undefined],
    ['https://v/1', 3],
    [{ fileUrl: 'https://v/1', deviceSerial: 'C2' }, undefined],
  ])('sendVoice refuses %j, %j: no message, or another camera', async (voice, channelNo) => {
    await expect(talk.sendVoice(core, url, voice, channelNo)).rejects.toMatchObject({ code: 'bad-args' });
    expect(player.sendVoice).not.toHaveBeenCalled();
  });
});
