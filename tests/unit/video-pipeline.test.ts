import { expect } from 'expect';
import { describe, it } from 'vitest';
import type { VideoConfig } from '../../lib/codec/decoder-config.ts';
import type { VideoUnit } from '../../lib/codec/flv/flv-events.ts';
import type { EngineFailure } from '../../player-frame/engines/engine.ts';
import { VideoPipeline } from '../../player-frame/engines/webcodecs/video-pipeline.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { h264Track, h265Track } from './flv-sample.ts';

/** x264 main profile that allows B-frames: only the frames show whether they are reordered. */
const mayReorder: VideoConfig = {
  codec: 'h264',
  codecString: 'avc1.4d4016',
  config: Uint8Array.from(
    Buffer.from(
      '014d4016ffe1001a674d4016eca05017f24d8088000003000800000300f078b16cb001000668ebe3cb22c0',
      'hex',
    ),
  ),
};
const plain: VideoConfig = { codec: 'h264', codecString: h264Track.codecString, config: h264Track.config };
const h265: VideoConfig = { codec: 'h265', codecString: h265Track.codecString, config: h265Track.config };

/** A frame that records whether it was closed. */
class FakeFrame {
  isClosed = false;
  constructor(readonly timestamp: number) {}
  close(): void {
    this.isClosed = true;
  }
}

/** Decodes only when the test requests it. */
class FakeDecoder {
  state: 'unconfigured' | 'configured' | 'closed' = 'unconfigured';
  readonly configs: VideoDecoderConfig[] = [];
  readonly queue: { type: string; timestamp: number }[] = [];

  constructor(
    readonly init: VideoDecoderInit,
    private readonly made: FakeFrame[],
  ) {}

  configure(config: VideoDecoderConfig): void {
    this.state = 'configured';
    this.configs.push(config);
  }

  decode(chunk: { type: string; timestamp: number }): void {
    this.queue.push(chunk);
  }

  close(): void {
    this.state = 'closed';
  }

  output(count = this.queue.length): void {
    for (const { timestamp } of this.queue.splice(0, count)) {
      const frame = new FakeFrame(timestamp);
      this.made.push(frame);
      this.init.output(frame as unknown as VideoFrame); // only the members the pipeline uses
    }
  }
}

function setUp(options: { paintsLater?: boolean } = {}) {
  const clock = new FakeClock();
  const decoders: FakeDecoder[] = [];
  const frames: FakeFrame[] = [];
  const painted: number[] = [];
  const failures: EngineFailure[] = [];
  /** Each function ends one asynchronous paint. */
  const ends: (() => void)[] = [];
  const pipeline = new VideoPipeline({
    clock,
    createDecoder: (init) => {
      const decoder = new FakeDecoder(init, frames);
      decoders.push(decoder);
      return decoder as unknown as VideoDecoder; // only the members the pipeline uses
    },
    createChunk: ({ type, timestamp }) => ({ type, timestamp }) as EncodedVideoChunk,
    paint: (frame) => {
      painted.push(frame.timestamp / 1_000);
      const painting = options.paintsLater ? new Promise<void>((done) => ends.push(done)) : undefined;
      if (painting) return painting.then(() => frame.close());
      frame.close();
      return undefined;
    },
    shown: () => undefined,
    failed: (failure) => failures.push(failure),
  });
  const decoder = () => decoders.at(-1)!;
  return { clock, pipeline, decoders, decoder, frames, painted, failures, ends };
}

const unit = (timeMs: number, isKey = false, compositionMs = 0): VideoUnit => ({
  dtsMs: timeMs,
  ptsMs: timeMs + compositionMs,
  isKey,
  data: Uint8Array.of(0, 0, 0, 1, 9),
});

/** A group of pictures with 40 ms between frames. */
const group = (fromMs: number, count: number): VideoUnit[] =>
  Array.from({ length: count }, (_, index) => unit(fromMs + index * 40, index === 0));

describe('video pipeline', () => {
  it('draws the first frame of a burst immediately, then only the newest', () => {
    const { pipeline, decoder, painted, frames } = setUp();
    pipeline.configure(plain);
    for (const each of group(0, 30)) pipeline.push(each);
    decoder().output(1);
    expect(painted).toEqual([0]);
    decoder().output();
    expect(painted).toEqual([0, 29 * 40]);
    expect(frames.every((frame) => frame.isClosed)).toBe(true);
  });

  it('then draws each frame as it arrives', () => {
    const { pipeline, decoder, painted } = setUp();
    pipeline.configure(plain);
    for (const each of group(0, 5)) {
      pipeline.push(each);
      decoder().output();
    }
    expect(painted).toEqual([0, 40, 80, 120, 160]);
  });

  it('draws the newest when drawing takes longer than decoding, and closes the others', async () => {
    const { clock, pipeline, decoder, painted, frames, ends } = setUp({ paintsLater: true });
    pipeline.configure(plain);
    for (const each of group(0, 5)) {
      pipeline.push(each);
      decoder().output();
    }
    expect(painted).toEqual([0]);
    ends.shift()?.();
    await clock.advance(0);
    expect(painted).toEqual([0, 160]);
    ends.shift()?.();
    await clock.advance(0);
    expect(frames.every((frame) => frame.isClosed)).toBe(true);
    expect(pipeline).toMatchObject({ framesShown: 2, framesDropped: 3 });
  });

  it('waits for a key frame', () => {
    const { pipeline, decoder } = setUp();
    pipeline.configure(plain);
    for (const each of [...group(0, 5).slice(1), ...group(200, 2)]) pipeline.push(each);
    expect(decoder().queue.map(({ type }) => type)).toEqual(['key', 'delta']);
  });

  it('decodes nothing while hidden, and continues from the last key frame immediately', () => {
    const { pipeline, decoder, decoders, painted, frames } = setUp();
    pipeline.configure(plain);
    for (const each of group(0, 3)) pipeline.push(each);
    decoder().output();
    pipeline.setVisible(false);
    expect(decoders[0]?.state).toBe('closed');
    for (const each of [...group(1_000, 5), ...group(2_000, 5)]) pipeline.push(each);
    expect(decoders).toHaveLength(1);
    pipeline.setVisible(true);
    expect(decoder().queue.map(({ timestamp }) => timestamp / 1_000)).toEqual([
      2_000, 2_040, 2_080, 2_120, 2_160,
    ]);
    decoder().output();
    expect(painted.at(-1)).toBe(2_160);
    expect(frames.every((frame) => frame.isClosed)).toBe(true);
  });

  it('reports unsupported when the key frame cannot be decoded by any decoder', () => {
    const { pipeline, decoder, decoders, failures } = setUp();
    pipeline.configure(h265);
    pipeline.push(unit(0, true));
    decoder().init.error(new DOMException('no', 'EncodingError'));
    expect(failures).toEqual([]);
    expect(decoder().configs[0]?.hardwareAcceleration).toBe('prefer-software');
    expect(decoder().queue).toHaveLength(1);
    decoder().init.error(new DOMException('no', 'EncodingError'));
    expect(failures).toMatchObject([{ kind: 'media', code: 'media.unsupported' }]);
    expect(decoders).toHaveLength(2);
  });

  it('reports unsupported immediately when the browser does so', () => {
    const { pipeline, decoder, failures } = setUp();
    pipeline.configure(h265);
    pipeline.push(unit(0, true));
    decoder().init.error(new DOMException('no', 'NotSupportedError'));
    expect(failures).toMatchObject([{ code: 'media.unsupported' }]);
  });

  it('survives one broken frame: the next key frame is decoded in software', () => {
    const { pipeline, decoder, decoders, painted, failures } = setUp();
    pipeline.configure(plain);
    pipeline.push(unit(0, true));
    decoder().output();
    decoder().init.error(new DOMException('broken', 'EncodingError'));
    for (const each of [unit(40), ...group(80, 2)]) pipeline.push(each);
    expect(decoders).toHaveLength(2);
    decoder().output();
    expect(painted).toEqual([0, 120]);
    expect(failures).toEqual([]);
  });

  it('fails when it breaks repeatedly', () => {
    const { pipeline, decoder, failures } = setUp();
    pipeline.configure(plain);
    pipeline.push(unit(0, true));
    decoder().output();
    for (let round = 1; round < 3; round += 1) {
      pipeline.push(unit(round * 1_000, true));
      decoder().init.error(new DOMException('broken', 'EncodingError'));
    }
    expect(failures).toMatchObject([{ kind: 'media', code: 'media.decode' }]);
  });

  it('switches to software when a decoder accepts frames without output', async () => {
    const { clock, pipeline, decoder, decoders, failures } = setUp();
    pipeline.configure(plain);
    for (const each of group(0, 18)) pipeline.push(each);
    await clock.advance(1_100);
    pipeline.watch(40);
    expect(decoders).toHaveLength(2);
    expect(decoder().configs[0]?.hardwareAcceleration).toBe('prefer-software');
    expect(decoder().queue).toHaveLength(18);
    await clock.advance(1_100);
    pipeline.watch(40);
    expect(failures).toMatchObject([{ code: 'media.unsupported' }]);
  });

  it('does not mistake a slow first frame for a broken decoder', async () => {
    const { clock, pipeline, decoders } = setUp();
    pipeline.configure(plain);
    pipeline.push(unit(0, true));
    await clock.advance(2_500);
    pipeline.watch(40);
    expect(decoders).toHaveLength(1);
  });

  it('skips to the next key frame on a machine that is too slow', async () => {
    const { clock, pipeline, decoder } = setUp();
    pipeline.configure(plain);
    for (let index = 0; index < 100; index += 1) {
      pipeline.push(unit(index * 40, index % 50 === 0));
      await clock.advance(40);
      if (index % 4 === 0) decoder().output(1);
    }
    expect(pipeline.framesDropped).toBeGreaterThan(0);
    const given = decoder().queue.length + pipeline.framesShown;
    expect(given).toBeLessThan(100);
  });

  it('declares that nothing is reordered once the frames have shown it', () => {
    const { pipeline, decoder } = setUp();
    pipeline.configure(mayReorder);
    for (const each of [...group(0, 30), ...group(1_200, 2)]) pipeline.push(each);
    expect(decoder().configs).toHaveLength(2);
    expect(decoder().configs[0]?.description).toEqual(mayReorder.config);
    expect(decoder().configs[1]?.description).not.toEqual(mayReorder.config);
  });

  it('does not change the parameter set when frames are reordered', () => {
    const { pipeline, decoder } = setUp();
    pipeline.configure(mayReorder);
    pipeline.push(unit(0, true, 80));
    for (let index = 1; index < 60; index += 1) pipeline.push(unit(index * 40, index % 30 === 0));
    expect(decoder().configs).toHaveLength(1);
  });

  it('closes everything when it stops in the middle', () => {
    const { pipeline, decoder, decoders, frames } = setUp();
    pipeline.configure(plain);
    for (const each of group(0, 10)) pipeline.push(each);
    decoder().output(5);
    const running = decoder();
    pipeline.stop();
    running.output();
    expect(running.state).toBe('closed');
    expect(frames.every((frame) => frame.isClosed)).toBe(true);
    pipeline.push(unit(9_000, true));
    expect(decoders).toHaveLength(1);
  });
});
