import { expect } from 'expect';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import { ok } from '../../lib/kernel/result.ts';
import { type AudioChoice, openTalkAudio } from '../../player-frame/talk/talk-audio.ts';
import { startVoiceRecorder } from '../../player-frame/talk/voice-recorder.ts';

// Microphones and audio of a browser, which jsdom has not.

class FakeStream {
  isOpen = true;
  constructor(readonly id: string) {}
  getTracks = () => [{ stop: () => this.end(), addEventListener: () => undefined }];
  getAudioTracks = this.getTracks;
  private end(): void {
    this.isOpen = false;
  }
}

let streams: FakeStream[];
/** Microphones that the browser is opening. */
let opening: Map<string, { open(): void; refuse(): void }>;
let isContextRefused: boolean;

const node = () => ({
  gain: { value: 0, setTargetAtTime: () => undefined },
  connect: (to: unknown) => to,
  disconnect: () => undefined,
});
class FakeContext {
  readonly state = 'running';
  readonly createGain = node;
  readonly createAnalyser = node;
  readonly createMediaStreamSource = node;
  constructor() {
    if (isContextRefused) throw new DOMException('too many', 'NotSupportedError');
  }
  createMediaStreamDestination = () => ({ ...node(), stream: new FakeStream('sent') });
  close = async () => undefined;
}

const settled = () => new Promise((resolve) => setTimeout(resolve));
const choice = (microphoneId: string): AudioChoice => ({
  microphoneId,
  speakerId: '',
  gain: 1,
  isMuted: false,
});
const inUse = () => streams.filter(({ isOpen }) => isOpen).map(({ id }) => id);

beforeEach(() => {
  streams = [];
  opening = new Map();
  isContextRefused = false;
  vi.stubGlobal('AudioContext', FakeContext);
  vi.stubGlobal('AudioWorkletNode', class {});
  vi.stubGlobal('RTCPeerConnection', class {});
  const getUserMedia = ({ audio }: { audio: { deviceId?: { exact: string } } }) =>
    new Promise((resolve, reject) => {
      const id = audio.deviceId?.exact ?? '';
      const open = () => {
        const stream = new FakeStream(id);
        streams.push(stream);
        resolve(stream);
      };
      opening.set(id, { open, refuse: () => reject(new DOMException('', 'NotReadableError')) });
    });
  Object.defineProperty(navigator, 'mediaDevices', { configurable: true, value: { getUserMedia } });
});
afterEach(() => {
  vi.unstubAllGlobals();
  Reflect.deleteProperty(navigator, 'mediaDevices');
});

async function opened() {
  const audio = openTalkAudio(
    { root: document.createElement('div'), id: 'a', onLost: () => undefined },
    choice('A'),
  );
  opening.get('A')!.open();
  return audio;
}

describe('a microphone', () => {
  it('is released if there is no audio context: in a talk, and in a recorder', async () => {
    isContextRefused = true;
    await expect(opened()).rejects.toThrow('too many');
    const stream = new FakeStream('recorder');
    streams.push(stream);
    const recorder = await startVoiceRecorder({
      workletUrl: 'worklet.js',
      openMicrophone: async () => ok(stream as unknown as MediaStream),
      onLevel: () => undefined,
      onLost: () => undefined,
    });
    expect(recorder).toMatchObject({ ok: false, error: 'talk.microphoneFailed' });
    expect([streams.length, inUse()]).toEqual([2, []]);
  });

  it('that is chosen while another one is opening is the one that remains', async () => {
    const audio = await opened();
    const first = audio.apply(choice('B'));
    await settled();
    const last = audio.apply(choice('C'));
    opening.get('B')!.open();
    await first;
    await settled();
    opening.get('C')!.open();
    await last;
    expect([audio.microphoneId, inUse()]).toEqual(['C', ['C']]);
    audio.close();
    expect(inUse()).toEqual([]);
  });

  it('that is refused does not replace the one that was chosen after it', async () => {
    const audio = await opened();
    const refused = expect(audio.apply(choice('B'))).rejects.toThrow('talk.microphoneBusy');
    await settled();
    const changed = audio.apply(choice('C'));
    opening.get('B')!.refuse();
    await refused;
    await settled();
    opening.get('C')!.open();
    await changed;
    expect([audio.microphoneId, inUse()]).toEqual(['C', ['C']]);
    // It is still the chosen one.
    await audio.apply({ ...choice('C'), gain: 2 });
    expect(inUse()).toEqual(['C']);
  });

  it('that is refused leaves the one in use, also after a choice that came to nothing', async () => {
    const audio = await opened();
    const changed = audio.apply(choice('B'));
    await settled();
    const refused = expect(audio.apply(choice('C'))).rejects.toThrow('talk.microphoneBusy');
    opening.get('B')!.open();
    await changed;
    await settled();
    opening.get('C')!.refuse();
    await refused;
    expect([audio.microphoneId, inUse()]).toEqual(['A', ['A']]);
  });
});
