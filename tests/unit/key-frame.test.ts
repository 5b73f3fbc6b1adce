import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { join } from '../../lib/codec/mp4/boxes.ts';
import { fragment } from '../../lib/codec/mp4/fragment.ts';
import { initSegment } from '../../lib/codec/mp4/init-segment.ts';
import type { RecordedTarget } from '../../player-frame/engines/engine.ts';
import { decodeKeyFrame, fetchKeyFrame } from '../../player-frame/engines/recorded/key-frame.ts';

/** Of constrained baseline, level 3. */
const avcRecord = Uint8Array.from([
  1, 0x42, 0xc0, 0x1e, 0xff, 0xe1, 0, 4, 0x67, 0x42, 0xc0, 0x1e, 1, 0, 1, 0x68,
]);
const config = {
  ...({ codec: 'h264', codecString: 'avc1.42c01e', config: avcRecord } as const),
  ...{ width: 1_920, height: 1_080 },
};
const terms = { keyId: '81'.repeat(16), salt: Buffer.from('salt').toString('base64'), iterations: 1 };
const startMs = Date.UTC(2025, 2, 1, 4);
const picture = Uint8Array.from([0, 0, 0, 4, 0x65, 1, 2, 3]);
const target: RecordedTarget = {
  url: 'https://oriel.example.com/vod/CAM1/2/device/index.m3u8?begin=1&end=2',
  ticket: 'TICKET',
  range: { begin: startMs, end: startMs + 60_000 },
  startAt: null,
};
const { signal } = new AbortController();
const real = { fetch: globalThis.fetch };

function file(data: Uint8Array, iv?: Uint8Array): Uint8Array {
  const head = initSegment([{ id: 1, kind: 'video', timeScale: 90_000, config }], iv ? terms : null);
  const sample = { data, isKey: true, duration: 3_600, composition: 1_800, ...(iv ? { iv } : {}) };
  return join([head, fragment(1, [{ trackId: 1, time: startMs * 90, samples: [sample] }])]);
}

let requests: Request[];
function answer(body: Uint8Array | object, status = 200): void {
  globalThis.fetch = (async (url: string, init: RequestInit) => {
    requests.push(new Request(url, init));
    return body instanceof Uint8Array
      ? new Response(body as Uint8Array<ArrayBuffer>, { status })
      : Response.json(body, { status });
  }) as typeof fetch;
}

beforeEach(() => {
  requests = [];
});
afterEach(() => {
  globalThis.fetch = real.fetch;
});

describe('a key frame of a recording', () => {
  it('is fetched beside the playlist with the ticket in a header, and nothing secret in the address', async () => {
    answer(file(picture));
    const frame = await fetchKeyFrame(target, startMs + 700, signal);
    expect(requests[0]!.url).toBe(`https://oriel.example.com/vod/CAM1/2/device/keyframe?at=${startMs + 700}`);
    expect(requests[0]!.headers.get('authorization')).toBe('Bearer TICKET');
    expect(frame).toMatchObject({ start: startMs, config: { codecString: 'avc1.42c01e' } });
    expect([...frame.data]).toEqual([...picture]);
  });

  it('of an encrypted device is decrypted in the frame; without the key or with another one it is refused', async () => {
    const key = await crypto.subtle.importKey('raw', new Uint8Array(16).fill(1), 'AES-CTR', false, [
      'encrypt',
      'decrypt',
    ]);
    const iv = new Uint8Array(16).fill(7);
    const sealed = await crypto.subtle.encrypt({ name: 'AES-CTR', counter: iv, length: 32 }, key, picture);
    const bytes = file(new Uint8Array(sealed), iv);
    expect(Buffer.from(bytes).includes(Buffer.from(picture))).toBe(false);
    answer(bytes);
    const decryption = { keyId: terms.keyId, key };
    expect([...(await fetchKeyFrame({ ...target, decryption }, startMs, signal)).data]).toEqual([...picture]);
    const codeOf = (other: Partial<RecordedTarget>) =>
      fetchKeyFrame({ ...target, ...other }, startMs, signal).catch(({ failure }) => failure.code);
    expect(await codeOf({})).toBe('400035');
    expect(await codeOf({ decryption: { keyId: 'ff'.repeat(16), key } })).toBe('400036');
  });

  it.each([
    ['where nothing is recorded', { code: 'playback.none', msg: '' }, 404, 'playback.none'],
    ['if the file has no video', new Uint8Array(40), 200, 'media.malformed'],
    ['if the file is cut off', file(picture).subarray(0, -3), 200, 'media.malformed'],
  ])('%s fails with its code', async (_why, body, status, code) => {
    answer(body, status);
    await expect(fetchKeyFrame(target, startMs, signal)).rejects.toMatchObject({ failure: { code } });
  });
});

describe('decoding a key frame', () => {
  const frame = { config, data: picture, start: startMs };
  let open: number;
  let outputs: number;
  let isBroken: boolean;
  let drawn: unknown[];

  beforeEach(() => {
    [open, outputs, isBroken, drawn] = [0, 1, false, []];
    class FakeDecoder {
      state = 'unconfigured';
      chunks: { type: string; data: Uint8Array }[] = [];
      constructor(private readonly init: VideoDecoderInit) {
        open += 1;
      }
      configure(wanted: VideoDecoderConfig): void {
        expect(wanted).toMatchObject({ codec: 'avc1.42c01e', description: avcRecord });
        this.state = 'configured';
      }
      decode(chunk: { type: string; data: Uint8Array }): void {
        this.chunks.push(chunk);
      }
      async flush(): Promise<void> {
        for (let count = 0; count < outputs; count += 1) {
          open += 1;
          const close = () => {
            open -= 1;
          };
          this.init.output({ displayWidth: 1_920, displayHeight: 1_080, close } as unknown as VideoFrame);
        }
        if (isBroken) throw new Error('decoding failed');
      }
      close(): void {
        this.state = 'closed';
        open -= 1;
      }
    }
    Object.assign(globalThis, {
      VideoDecoder: FakeDecoder,
      EncodedVideoChunk: class {
        constructor(init: object) {
          Object.assign(this, init);
        }
      },
      createImageBitmap: async (_frame: unknown, options: { resizeWidth: number; resizeHeight: number }) => {
        drawn.push([options.resizeWidth, options.resizeHeight]);
        return { width: options.resizeWidth, height: options.resizeHeight };
      },
    });
  });
  afterEach(() => {
    for (const name of ['VideoDecoder', 'EncodedVideoChunk', 'createImageBitmap'])
      Reflect.deleteProperty(globalThis, name);
  });

  it('makes a small picture of the same form, and closes frame and decoder', async () => {
    expect(await decodeKeyFrame(frame, { width: 160, height: 120 })).toEqual({ width: 160, height: 90 });
    expect(await decodeKeyFrame(frame, { width: 160, height: 45 })).toEqual({ width: 80, height: 45 });
    expect(open).toBe(0);
  });

  it.each([
    ['no frame', 0, false],
    ['a failure', 1, true],
    ['frames and a failure', 3, true],
  ])('with %s fails and leaves nothing open', async (_what, count, fails) => {
    [outputs, isBroken] = [count, fails];
    await expect(decodeKeyFrame(frame, { width: 160, height: 120 })).rejects.toMatchObject({
      failure: { code: 'media.decode' },
    });
    expect([open, drawn]).toEqual([0, []]);
  });
});
