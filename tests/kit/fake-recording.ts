/** What jsdom lacks to record a microphone of 48 kHz: the microphone, Web Audio, and object URLs. */
export function fakeRecording() {
  const kept = new Map<string, PropertyDescriptor | undefined>();
  const replace = (owner: object, name: string, value: unknown) => {
    const key = `${owner === globalThis ? '' : 'other.'}${name}`;
    if (!kept.has(key)) {
      const before = Object.getOwnPropertyDescriptor(owner, name);
      kept.set(key, before);
      undo.push(() => {
        if (before) Object.defineProperty(owner, name, before);
        else Reflect.deleteProperty(owner, name);
      });
    }
    Object.defineProperty(owner, name, { value, configurable: true, writable: true });
  };
  const undo: (() => void)[] = [];
  const revoked: string[] = [];
  const tracks: FakeTrack[] = [];
  let refusal: unknown = null;
  let urls = 0;
  let port: { onmessage: ((event: { data: Float32Array | null }) => void) | null } | null = null;

  class FakeTrack extends EventTarget {
    isOpen = true;
    stop(): void {
      this.isOpen = false;
    }
  }
  const inputRate = 48_000;
  class FakeContext {
    readonly sampleRate = inputRate;
    readonly destination = {};
    state = 'running';
    readonly audioWorklet = { addModule: async () => undefined };
    async resume() {}
    async close() {
      this.state = 'closed';
    }
    createMediaStreamSource() {
      return { connect() {} };
    }
  }
  class FakeNode {
    readonly port = {
      onmessage: null as ((event: { data: Float32Array | null }) => void) | null,
      // The worklet answers the end with its last samples and null.
      postMessage: () => queueMicrotask(() => this.port.onmessage?.({ data: null })),
    };
    constructor() {
      port = this.port;
    }
    connect() {}
  }
  class FakeOffline {
    readonly destination = {};
    constructor(
      _channels: number,
      readonly length: number,
    ) {}
    createBuffer = () => ({ copyToChannel() {} });
    createBufferSource = () => ({ buffer: null, connect() {}, start() {} });
    startRendering = async () => ({ getChannelData: () => new Float32Array(this.length) });
  }
  const getUserMedia = async () => {
    if (refusal !== null) throw refusal;
    const track = new FakeTrack();
    tracks.push(track);
    return { getTracks: () => [track], getAudioTracks: () => [track] };
  };
  replace(globalThis, 'AudioContext', FakeContext);
  replace(globalThis, 'AudioWorkletNode', FakeNode);
  replace(globalThis, 'OfflineAudioContext', FakeOffline);
  replace(navigator, 'mediaDevices', { getUserMedia });
  replace(URL, 'createObjectURL', () => {
    urls += 1;
    return `blob:${urls}`;
  });
  replace(URL, 'revokeObjectURL', (url: string) => revoked.push(url));

  return {
    revoked,
    /** Microphones that are not released. */
    openTracks: () => tracks.filter(({ isOpen }) => isOpen).length,
    refuse(error: unknown): void {
      refusal = error;
    },
    hear(samples: Float32Array): void {
      port?.onmessage?.({ data: samples });
    },
    unplug(): void {
      for (const track of tracks) track.dispatchEvent(new Event('ended'));
    },
    restore(): void {
      for (const step of undo) step();
    },
  };
}
