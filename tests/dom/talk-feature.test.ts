import { expect } from 'expect';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import { err, ok, type Result } from '../../lib/kernel/result.ts';
import type { TalkCameraState } from '../../lib/kernel/rtcgw.ts';
import type { FeatureContext } from '../../player-frame/session/feature.ts';
import { makeTalk } from '../../player-frame/session/features/talk.ts';
import type { TalkParts } from '../../player-frame/session/features/talk-run.ts';
import type { TalkForm } from '../../player-frame/session/lapp-client.ts';
import type { Failure } from '../../player-frame/state/player-events.ts';
import type { AudioChoice, TalkAudio, TalkAudioDeps } from '../../player-frame/talk/talk-audio.ts';
import type { TalkClientOptions } from '../../player-frame/talk/talk-client.ts';
import { problem, TalkError } from '../../player-frame/talk/talk-failure.ts';
import { featurePlayer } from '../kit/feature-player.ts';
import { camera, otherCamera } from '../kit/recorded-player.ts';

const receiving: TalkCameraState = { deviceSerial: 'DEMO00001', channelNo: 1, state: 'receiving' };
const answer = {
  rtcUrl: 'ws://localhost/rtcgw',
  ttsUrl: 'tts://localhost',
  stream: 'TICKET',
  duplex: 'full',
  iceServers: [],
  isRelayOnly: false,
  expireTime: 1,
};
const settled = () => new Promise((resolve) => setTimeout(resolve));

/** Microphone and gateway of one talk. */
interface Opened {
  deps: TalkAudioDeps;
  choices: AudioChoice[];
  isMicrophoneOpen: boolean;
  client: TalkClientOptions | null;
  isConnected: boolean;
}

let talks: Opened[];
let capacity: Result<Record<string, unknown>, Failure>;
let requestTalk: (form: TalkForm) => Promise<Result<unknown, Failure>>;
let forms: TalkForm[];
let openAudio: () => Promise<void>;
let refusedDevice: string | null;
let made: ReturnType<typeof featurePlayer>;

const parts: TalkParts = {
  async openTalkAudio(deps, choice) {
    const talk: Opened = {
      deps,
      choices: [choice],
      isMicrophoneOpen: true,
      client: null,
      isConnected: false,
    };
    await openAudio();
    talks.push(talk);
    const audio: TalkAudio = {
      track: {} as MediaStreamTrack,
      microphoneId: choice.microphoneId,
      async apply(next) {
        if (next.microphoneId === refusedDevice) throw new TalkError(problem('talk.microphoneBusy'));
        talk.choices.push(next);
      },
      setPeer() {},
      levels: () => ({ microphone: 30, camera: 5 }),
      close() {
        talk.isMicrophoneOpen = false;
      },
    };
    return audio;
  },
  openTalkClient(options) {
    const talk = talks.at(-1)!;
    talk.client = options;
    talk.isConnected = true;
    return {
      async close() {
        talk.isConnected = false;
      },
    };
  },
  gatewayServers: (rtcUrl) => (rtcUrl.includes('elsewhere') ? null : [rtcUrl, rtcUrl]),
  listAudioDevices: async () => ({ permission: 'granted', devices: [] }),
  openMicrophone: async () => err('talk.microphoneDenied'),
  TalkError,
};

beforeEach(() => {
  localStorage.clear();
  talks = [];
  forms = [];
  capacity = ok({ support_talk: '1' });
  requestTalk = async () => ok(answer);
  openAudio = async () => {};
  refusedDevice = null;
  make();
});
afterEach(async () => {
  await made.feature.destroy?.();
});

function make(): void {
  made = featurePlayer((context) => makeTalk(context, async () => parts), {
    lapp: {
      deviceCapacity: async () => capacity,
      talkUrl: async (form: TalkForm) => {
        forms.push(form);
        return requestTalk(form);
      },
    } as unknown as FeatureContext['lapp'],
  });
  made.player.play(camera);
}

const state = () => made.player.state.talk;
const start = (options: { cameras?: string[]; isMuted?: boolean } = {}) => made.call('startTalk', options);
async function talk(options: { cameras?: string[]; isMuted?: boolean } = {}): Promise<Opened> {
  const started = start(options);
  await settled();
  talks.at(-1)?.client?.onCameras([receiving]);
  await started;
  return talks.at(-1)!;
}
const reported = (name: string) => made.reported.filter((one) => one.name === name).map(({ data }) => data);

describe('a talk', () => {
  it('asks for the microphone, the ticket and the gateway, and answers when the camera receives', async () => {
    const { client, choices, deps } = await talk();
    expect(forms).toEqual([{ deviceSerial: 'DEMO00001', channelNo: 1, accessToken: 'TOKEN', cameras: [] }]);
    expect(client).toMatchObject({
      ticket: 'TICKET',
      link: 'tts://localhost/talk/DEMO00001/1',
      wire: { camera: { deviceSerial: 'DEMO00001', channelNo: 1 } },
    });
    expect(choices.at(-1)).toEqual({ microphoneId: '', speakerId: '', gain: 1, isMuted: false });
    expect(deps.root).toBe(made.root);
    expect(reported('startTalk')).toEqual([{ cameras: [receiving] }]);
  });

  it('has the link of a camera that is reached over GB/T 28181', async () => {
    requestTalk = async () => ok({ ...answer, talkType: 'gb28181' });
    expect((await talk()).client?.link).toBe('tts://localhost/gb28181/DEMO00001/1');
  });

  it('can be a broadcast to other cameras', async () => {
    await talk({ cameras: [otherCamera] });
    expect(forms[0]?.cameras).toEqual(['DEMO00002:1']);
    await expect(start({ cameras: ['nonsense'] })).rejects.toMatchObject({ code: 'ezopen.notAddress' });
  });

  it('reports both levels every 200 ms while it is on', async () => {
    await talk();
    await made.player.clock.advance(400);
    expect(reported('talkVolume')).toEqual([
      { microphone: 30, camera: 5 },
      { microphone: 30, camera: 5 },
    ]);
    expect(state().levels).toEqual({ microphone: 30, camera: 5 });
    await made.call('stopTalk', {});
    await made.player.clock.advance(1_000);
    expect(reported('talkVolume')).toHaveLength(2);
  });

  it('leaves nothing open at its end', async () => {
    const { pending } = made.player.clock;
    const one = await talk();
    await made.call('stopTalk', {});
    await settled();
    expect([one.isMicrophoneOpen, one.isConnected, state().phase]).toEqual([false, false, 'off']);
    expect(made.player.clock.pending).toBe(pending);
    expect(reported('stopTalk')).toEqual([{}]);
  });

  it('also if the page has gone, or its player is destroyed', async () => {
    const one = await talk();
    await made.feature.reset?.();
    const other = await talk().catch(() => null);
    expect(one.isMicrophoneOpen).toBe(false);
    await made.feature.destroy?.();
    expect(talks.some(({ isMicrophoneOpen, isConnected }) => isMicrophoneOpen || isConnected)).toBe(false);
    expect(other).toBeDefined();
  });

  it('closes a microphone that opens after the talk was stopped, without waiting for it', async () => {
    let allow = (): void => {};
    openAudio = () =>
      new Promise((resolve) => {
        allow = resolve;
      });
    const started = start();
    await settled();
    await made.call('stopTalk', {});
    await expect(started).rejects.toMatchObject({ code: 'aborted' });
    await settled();
    expect(state().phase).toBe('off');
    allow();
    await settled();
    expect(talks[0]?.isMicrophoneOpen).toBe(false);
    expect(forms).toEqual([]);
  });
});

describe('a talk that fails', () => {
  const failed = async (code: string) => {
    await expect(start()).rejects.toMatchObject({ code });
    await settled();
    expect(reported('handleTalkError')).toMatchObject([{ code }]);
    expect(talks.some(({ isMicrophoneOpen, isConnected }) => isMicrophoneOpen || isConnected)).toBe(false);
    expect(state()).toMatchObject({ phase: 'off', failure: { code } });
  };

  it.each([['0'], ['2'], [undefined]])(
    'if support_talk is %s: -1000, before the microphone',
    async (word) => {
      capacity = ok(word === undefined ? {} : { support_talk: word });
      await failed('-1000');
      expect(talks).toEqual([]);
    },
  );

  it('if the microphone is refused', async () => {
    openAudio = () => Promise.reject(new TalkError(problem('talk.microphoneDenied')));
    await failed('talk.microphoneDenied');
    expect(forms).toEqual([]);
  });

  it.each(['10031', '400904', '20007'])('if live/talk/url answers %s', async (code) => {
    requestTalk = async () => err({ kind: 'other', code, stage: 'address', message: 'why' });
    await failed(code);
  });

  it('if the answer names another server, or is none', async () => {
    requestTalk = async () => ok({ ...answer, rtcUrl: 'wss://elsewhere.example' });
    await failed('talk.address');
    requestTalk = async () => ok({});
    await expect(start()).rejects.toMatchObject({ code: 'address.malformed' });
  });

  it('later, which ends it with the reason', async () => {
    const one = await talk();
    one.deps.onLost(problem('talk.microphoneUnplugged'));
    await settled();
    expect(reported('stopTalk')).toEqual([
      { code: 'talk.microphoneUnplugged', message: 'talk.microphoneUnplugged' },
    ]);
    expect([one.isMicrophoneOpen, one.isConnected]).toEqual([false, false]);
    const other = await talk();
    other.client?.onEnded(problem('talk.disconnected'));
    await settled();
    expect(reported('stopTalk')).toMatchObject([{}, { code: 'talk.disconnected' }]);
  });
});

describe('half duplex', () => {
  it.each([
    ['by the capacity', { support_talk: '3' }, 'full'],
    ['by the answer', { support_talk: 1 }, 'half'],
  ])('begins silent, %s', async (_how, known, duplex) => {
    capacity = ok(known);
    requestTalk = async () => ok({ ...answer, duplex });
    // The first talk learns it.
    await talk();
    await made.call('stopTalk', {});
    const again = await talk();
    expect(again.choices.at(-1)?.isMuted).toBe(true);
  });
});

describe('devices', () => {
  it('are changed without another talk, and remembered in this browser', async () => {
    const one = await talk({ isMuted: true });
    expect(one.choices.at(-1)?.isMuted).toBe(true);
    await made.call('setTalk', { isMuted: false, microphoneId: 'desk', speakerId: 'room', gain: 4 });
    const choice = { microphoneId: 'desk', speakerId: 'room', gain: 4 };
    expect(one.choices.at(-1)).toEqual({ ...choice, isMuted: false });
    await made.feature.destroy?.();
    make();
    expect(state().settings).toMatchObject(choice);
    expect((await talk()).choices.at(-1)).toMatchObject(choice);
  });

  it('that cannot be opened are not used: the previous one stays', async () => {
    await talk();
    refusedDevice = 'desk';
    await expect(made.call('setTalk', { microphoneId: 'desk' })).rejects.toMatchObject({
      code: 'talk.microphoneBusy',
    });
    expect(state()).toMatchObject({ phase: 'on', settings: { microphoneId: '' } });
    expect(state().failure?.code).toBe('talk.microphoneBusy');
  });

  it.each(['null', '{', '{"gain":11,"microphoneId":1}', '[]'])(
    'that were stored as %s are the defaults',
    async (text) => {
      await made.feature.destroy?.();
      localStorage.setItem('oriel.talk', text);
      make();
      expect(state().settings).toEqual({ isHold: false, microphoneId: '', speakerId: '', gain: 1 });
    },
  );

  it('are listed, with the permission', async () => {
    expect(await made.call('getAudioDevices', { request: true })).toEqual({
      permission: 'granted',
      devices: [],
    });
  });
});

describe('one talker per page', () => {
  it('other players are told when a talk begins, and end theirs', async () => {
    const neighbour = document.body.appendChild(document.createElement('iframe'));
    const posted = vi.spyOn(neighbour.contentWindow!, 'postMessage').mockImplementation(() => {});
    const one = await talk();
    expect(posted.mock.calls).toEqual([[expect.any(String), location.origin]]);
    const [message] = posted.mock.calls[0]!;
    const receive = (origin: string) =>
      window.dispatchEvent(
        new MessageEvent('message', { data: message, origin, source: neighbour.contentWindow }),
      );
    receive('https://elsewhere.example');
    expect(state().phase).toBe('on');
    receive(location.origin);
    await settled();
    expect([one.isMicrophoneOpen, state().phase]).toEqual([false, 'off']);
    neighbour.remove();
  });
});

describe('push-to-talk', () => {
  it.each([
    ['the window loses the focus', () => window.dispatchEvent(new Event('blur'))],
    [
      'the page is hidden',
      () => {
        Object.defineProperty(document, 'hidden', { value: true, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'));
        Object.defineProperty(document, 'hidden', { value: false, configurable: true });
      },
    ],
  ])('is released when %s', async (_when, act) => {
    const one = await talk();
    made.player.send({ type: 'request.setTalk', isHold: true });
    made.player.send({ type: 'request.setTalk', isMuted: false });
    act();
    await settled();
    expect(one.choices.at(-1)?.isMuted).toBe(true);
    made.player.send({ type: 'request.setTalk', isHold: false });
    act();
    expect(state().isMuted).toBe(false);
  });
});
