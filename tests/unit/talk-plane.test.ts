import { expect } from 'expect';
import { describe, it } from 'vitest';
import { AppError } from '../../lib/kernel/app-error.ts';
import { OpusDecoder, OpusEncoder } from '../../lib/media/talk/audio/opus-codec.ts';
import { createDemoLoudspeakers } from '../../lib/media/talk/back-channels/demo/demo-loudspeakers.ts';
import { createTalkPlane, type TalkPlaneOptions } from '../../lib/media/talk-plane.ts';
import type {
  BackChannel,
  BackChannelOpener,
  OpusPacket,
  TalkCall,
  TalkEnd,
  TalkFailure,
} from '../../lib/media/talk-ports.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { FakeGate } from '../kit/fake-gate.ts';
import { recordLog } from '../kit/record-log.ts';
import {
  MemoryDirectory,
  MemoryLeases,
  MemoryTalkLog,
  talkAdmission,
  talkTarget,
} from '../kit/talk-doubles.ts';
import { dominantHz, makeTone, rms } from '../kit/tone.ts';

/** A back channel that keeps what is written, and fails when told to. */
class FakeChannel implements BackChannel {
  readonly format;
  readonly written: number[] = [];
  /** Fake-clock time of each write. */
  readonly writtenAt: number[] = [];
  isClosed = false;
  #failed: (failure: TalkFailure) => void = () => {};

  constructor(
    readonly rate: 8_000 | 16_000,
    private readonly clock: FakeClock,
  ) {
    this.format = { codec: 'pcmu', rate } as const;
  }

  write(samples: Int16Array): void {
    this.written.push(...samples);
    this.writtenAt.push(this.clock.monotonic());
  }

  onAudio = () => () => {};

  onFailed(listener: (failure: TalkFailure) => void): () => void {
    this.#failed = listener;
    return () => {};
  }

  fail(failure: TalkFailure): void {
    this.#failed(failure);
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }
}

function talkWorld(
  options: { open?: BackChannelOpener; directory?: MemoryDirectory } & Pick<
    TalkPlaneOptions,
    'cameraAudio'
  > = {},
) {
  const clock = new FakeClock();
  const leases = new MemoryLeases();
  const log = new MemoryTalkLog();
  const grants = new FakeGate();
  const demo = createDemoLoudspeakers(clock);
  const logger = recordLog().log;
  const plane = createTalkPlane({
    ...(options.cameraAudio ? { cameraAudio: options.cameraAudio } : {}),
    directory: options.directory ?? new MemoryDirectory(),
    openBackChannel: options.open ?? (async (_, key) => demo.open(key)),
    leases,
    log,
    grants,
    clock,
    logger,
  });
  return { clock, leases, log, grants, demo, plane };
}

async function opened(world: ReturnType<typeof talkWorld>, admission = talkAdmission()): Promise<TalkCall> {
  const call = await world.plane.open(admission);
  if (!call.ok) throw new Error(`${call.error.code} ${call.error.message}`);
  return call.value;
}

/** A microphone: 20 ms of Opus each 20 ms. `level` 0: silence. */
class Microphone {
  readonly #encoder = new OpusEncoder(48_000);
  #sequence = 65_530; // wraps soon
  #ms = 0;

  constructor(private readonly clock: FakeClock) {}

  next(hz = 440, level = 0.2): OpusPacket {
    const data = this.#encoder.encode(makeTone(48_000, hz, 20, level, this.#ms))!;
    this.#ms += 20;
    this.#sequence = (this.#sequence + 1) & 0xffff;
    return { data, sequence: this.#sequence, timestamp: this.#ms * 48 };
  }

  async speak(call: TalkCall, ms: number, hz = 440, level = 0.2): Promise<void> {
    for (let at = 0; at < ms; at += 20) {
      call.receive(this.next(hz, level));
      await this.clock.advance(20);
    }
  }
}

describe('talk to a demo camera', () => {
  it('is played by the camera, with frequency and level, 40 ms later', async () => {
    const world = talkWorld();
    const call = await opened(world);
    await new Microphone(world.clock).speak(call, 1_000, 440, 0.2);
    const heard = world.demo.played(talkTarget().key)!;
    expect(heard.rate).toBe(16_000);
    expect(heard.samples).toHaveLength(16 * (1_000 - 40 + 20));
    expect(dominantHz(heard.samples, heard.rate)).toBeCloseTo(440, -0.5);
    expect(rms(heard.samples.subarray(4_800))).toBeCloseTo(0.2, 1);
    expect(call.targets).toMatchObject([{ state: 'receiving', failure: null, sentMs: 980 }]);
  });

  it('answers with an echo: one packet each 20 ms, numbered without gaps', async () => {
    const world = talkWorld();
    const call = await opened(world);
    const packets: OpusPacket[] = [];
    call.onPacket((packet) => packets.push(packet));
    await new Microphone(world.clock).speak(call, 1_540, 600, 0.2);
    expect(packets).toHaveLength((1_540 - 40 - 500) / 20 + 1);
    expect(packets.map(({ sequence }) => sequence)).toEqual(packets.map((_, index) => index));
    expect(packets.map(({ timestamp }) => timestamp)).toEqual(packets.map((_, index) => index * 960));
    const decoder = new OpusDecoder(48_000);
    const heard = Int16Array.from(packets.flatMap(({ data }) => [...decoder.decode(data)!]));
    expect(Math.abs(dominantHz(heard, 48_000) - 600)).toBeLessThan(5);
    expect(rms(heard.subarray(9_600))).toBeCloseTo(0.2, 1);
  });

  it('with half duplex, the echo waits until the viewer is silent', async () => {
    const world = talkWorld();
    const call = await opened(world, talkAdmission([talkTarget('CAM1', { duplex: 'half' })]));
    const packets: OpusPacket[] = [];
    call.onPacket((packet) => packets.push(packet));
    const microphone = new Microphone(world.clock);
    await microphone.speak(call, 1_500);
    expect(packets).toHaveLength(0);
    await microphone.speak(call, 700, 440, 0);
    expect(packets.length).toBeGreaterThan(0);
  });

  it('keeps the last minute of what a camera played, and each camera its own', async () => {
    const world = talkWorld();
    const first = world.demo.open(talkTarget('CAM1').key);
    for (let second = 0; second < 70; second += 1) first.write(new Int16Array(16_000).fill(second));
    const heard = world.demo.played(talkTarget('CAM1').key)!;
    expect(heard.samples).toHaveLength(60 * 16_000);
    expect([heard.samples[0], heard.samples.at(-1)]).toEqual([10, 69]);
    expect(world.demo.played(talkTarget('CAM2').key)).toBeNull();
  });

  it('leaves nothing behind when it is closed, and is logged', async () => {
    const world = talkWorld();
    const idle = world.clock.pending;
    const call = await opened(world);
    const ends: TalkEnd[] = [];
    call.onEnd((end) => ends.push(end));
    await new Microphone(world.clock).speak(call, 200);
    expect([world.log.begun.length, world.log.entries]).toEqual([1, []]);
    await call.close();
    await call.close();
    await world.clock.advance(600);
    expect(ends).toEqual([{ code: 'closed', message: 'The viewer ended the talk.' }]);
    expect(world.leases.taken).toEqual([]);
    expect(world.plane.statuses()).toEqual([]);
    expect(world.demo.isOpen(talkTarget().key)).toBe(false);
    expect(world.clock.pending).toBe(idle);
    expect(world.log.entries).toMatchObject([
      { kind: 'talk', grantId: 'grant-1', clientAddress: '192.0.2.7', sentMs: 180, failure: null },
    ]);
  });
});

describe('a camera that cannot be talked to', () => {
  it('is refused with 400904 while somebody else talks to it', async () => {
    const world = talkWorld();
    await opened(world);
    const second = await world.plane.open(talkAdmission());
    expect(second).toEqual({
      ok: false,
      error: { code: '400904', message: 'Somebody is talking to this camera.' },
    });
    expect(world.leases.taken).toEqual(['channel-CAM1']);
  });

  it.each([
    ['talk.unsupported', { code: '-1000', message: '设备不支持对讲' }],
    ['talk.busy', { code: '400904', message: 'why' }],
    ['talk.auth', { code: '20007', message: 'why' }],
    ['talk.unreachable', { code: '20007', message: 'why' }],
  ])('is refused for %s', async (code, refusal) => {
    const world = talkWorld({ open: () => Promise.reject(new AppError(code, 'why')) });
    expect(await world.plane.open(talkAdmission())).toEqual({ ok: false, error: refusal });
    expect(world.leases.taken).toEqual([]);
    expect(world.log.entries).toMatchObject([{ sentMs: 0, failure: { code, message: 'why' } }]);
  });

  it('is refused with 20007 if it has no source', async () => {
    const world = talkWorld({ directory: new MemoryDirectory({ CAM1: null }) });
    expect(await world.plane.open(talkAdmission())).toMatchObject({ ok: false, error: { code: '20007' } });
  });

  it('is refused after 10 s without a response, and a connection that opens later is closed', async () => {
    let answer: (channel: BackChannel) => void = () => {};
    const world = talkWorld({ open: () => new Promise((resolve) => (answer = resolve)) });
    const opening = world.plane.open(talkAdmission());
    await world.clock.advance(10_000);
    expect(await opening).toMatchObject({ ok: false, error: { code: '20007' } });
    const late = new FakeChannel(8_000, world.clock);
    answer(late);
    await world.clock.advance(0);
    expect(late.isClosed).toBe(true);
    expect(world.leases.taken).toEqual([]);
  });
});

describe('a talk that ends by itself', () => {
  async function ending(cause: (world: ReturnType<typeof talkWorld>, channel: FakeChannel) => unknown) {
    const channels: FakeChannel[] = [];
    const world = talkWorld({
      open: async () => {
        channels.push(new FakeChannel(8_000, world.clock));
        return channels[0]!;
      },
    });
    const call = await opened(
      world,
      talkAdmission([talkTarget()], { expiresAt: world.clock.now() + 60_000 }),
    );
    const ends: TalkEnd[] = [];
    call.onEnd((end) => ends.push(end));
    await cause(world, channels[0]!);
    await world.clock.advance(0);
    expect(channels[0]!.isClosed).toBe(true);
    expect(world.leases.taken).toEqual([]);
    return ends;
  }

  it('grant.ended: at once when the grant is revoked here', async () => {
    expect(await ending((world) => world.grants.revoke('grant-1'))).toMatchObject([{ code: 'grant.ended' }]);
  });

  it('grant.ended: within 5 s when it is revoked in another process', async () => {
    const ends = await ending((world) => {
      world.grants.revoke('grant-1', false);
      return world.clock.advance(5_000);
    });
    expect(ends).toMatchObject([{ code: 'grant.ended' }]);
  });

  it('grant.expired: when its time is over', async () => {
    expect(await ending((world) => world.clock.advance(60_000))).toMatchObject([{ code: 'grant.expired' }]);
  });

  it('lost: when another server has taken the lease', async () => {
    expect(await ending((world) => world.leases.lose('channel-CAM1'))).toMatchObject([{ code: 'lost' }]);
  });

  it('failed: when the camera closes the connection', async () => {
    const ends = await ending((_, channel) => channel.fail({ code: 'talk.ended', message: 'closed' }));
    expect(ends).toEqual([{ code: 'failed', message: 'closed' }]);
  });

  it('closed: when the server stops; then nothing more is opened', async () => {
    const world = talkWorld();
    const call = await opened(world);
    const ends: TalkEnd[] = [];
    call.onEnd((end) => ends.push(end));
    await world.plane.close();
    expect(ends).toMatchObject([{ code: 'closed' }]);
    expect(await world.plane.open(talkAdmission())).toMatchObject({ ok: false, error: { code: '20007' } });
    expect(world.clock.pending).toBe(0);
  });
});

describe('a broadcast', () => {
  /** CAM1 at 8 kHz, CAM2 at 16 kHz, CAM3 refuses, CAM4 does not answer. */
  async function broadcast() {
    const channels = new Map<string, FakeChannel>();
    const world = talkWorld({
      open: (_, { deviceSerial }) => {
        if (deviceSerial === 'CAM3') return Promise.reject(new AppError('talk.auth', 'wrong password'));
        if (deviceSerial === 'CAM4') return new Promise(() => {});
        const channel = new FakeChannel(deviceSerial === 'CAM1' ? 8_000 : 16_000, world.clock);
        channels.set(deviceSerial, channel);
        return Promise.resolve(channel);
      },
    });
    const targets = ['CAM1', 'CAM2', 'CAM3', 'CAM4'].map((serial) => talkTarget(serial));
    const call = await opened(world, talkAdmission(targets));
    await world.clock.advance(0);
    return { world, call, channels };
  }

  const states = (call: TalkCall) => call.targets.map(({ state, failure }) => failure?.code ?? state);

  it('is played by those that can, at their own rates, and says what became of the others', async () => {
    const { world, call, channels } = await broadcast();
    expect(states(call)).toEqual(['receiving', 'receiving', 'talk.auth', 'waiting']);
    await new Microphone(world.clock).speak(call, 1_000);
    for (const [serial, rate] of [['CAM1', 8_000] as const, ['CAM2', 16_000] as const]) {
      const { written } = channels.get(serial)!;
      expect(written).toHaveLength((rate * 980) / 1_000);
      expect(Math.abs(dominantHz(written, rate) - 440)).toBeLessThan(5);
    }
    expect(channels.get('CAM1')!.writtenAt).toEqual(channels.get('CAM2')!.writtenAt);
  });

  it('ends for the cameras whose permission has ended, and as a whole with the last one', async () => {
    const channels = new Map<string, FakeChannel>();
    const world = talkWorld({
      open: async (_, { deviceSerial }) => {
        const channel = new FakeChannel(8_000, world.clock);
        channels.set(deviceSerial, channel);
        return channel;
      },
    });
    const targets = ['CAM1', 'CAM2', 'CAM3'].map((serial) => ({ ...talkTarget(serial), useId: serial }));
    const call = await opened(world, talkAdmission(targets));
    await world.clock.advance(0);
    const ends: TalkEnd[] = [];
    call.onEnd((end) => ends.push(end));
    world.grants.revoke('CAM1');
    expect(states(call)).toEqual(['talk.withdrawn', 'receiving', 'receiving']);
    expect([...channels.values()].map(({ isClosed }) => isClosed)).toEqual([true, false, false]);
    await new Microphone(world.clock).speak(call, 200);
    expect(channels.get('CAM2')!.written.length).toBeGreaterThan(0);
    world.grants.revoke('CAM3');
    expect(ends).toEqual([]);
    world.grants.revoke('CAM2');
    expect(ends).toEqual([{ code: 'grant.ended', message: expect.any(String) }]);
    await world.clock.advance(0);
    expect([world.leases.taken, world.plane.statuses()]).toEqual([[], []]);
  });

  it('goes on while one camera receives, reports each change, and logs each camera once', async () => {
    const { world, call, channels } = await broadcast();
    const seen: string[][] = [];
    call.onTargets(() => seen.push(states(call)));
    channels.get('CAM1')!.fail({ code: 'talk.ended', message: 'closed' });
    await world.clock.advance(10_000);
    channels.get('CAM2')!.fail({ code: 'talk.ended', message: 'closed' });
    expect(seen).toEqual([
      ['talk.ended', 'receiving', 'talk.auth', 'waiting'],
      ['talk.ended', 'receiving', 'talk.auth', 'talk.unreachable'],
      ['talk.ended', 'talk.ended', 'talk.auth', 'talk.unreachable'],
    ]);
    expect(world.log.entries.map(({ kind, target }) => `${kind} ${target.name}`).sort()).toEqual(
      ['CAM1', 'CAM2', 'CAM3', 'CAM4'].map((serial) => `broadcast ${serial}`),
    );
    expect(world.plane.statuses()).toEqual([]);
  });
});

describe('a voice message', () => {
  const message = (target = talkTarget()) => ({ target, grantId: 'grant-1', clientAddress: '192.0.2.7' });
  const audio = { rate: 16_000, samples: makeTone(16_000, 500, 1_010, 0.2) } as const;
  const never = new AbortController().signal;

  it('is played at the speed of speech, in packets of 20 ms, and resolves when it is over', async () => {
    const channels: FakeChannel[] = [];
    const world = talkWorld({
      open: async () => {
        channels.push(new FakeChannel(8_000, world.clock));
        return channels[0]!;
      },
    });
    const played = world.plane.play(message(), audio, never);
    await world.clock.advance(0);
    await world.clock.advance(1_000);
    expect(world.plane.statuses()).toMatchObject([{ state: 'receiving', sentMs: 1_020 }]);
    expect(channels[0]!.isClosed).toBe(false);
    await world.clock.advance(420);
    expect(await played).toEqual({ ok: true, value: undefined });
    const { written, writtenAt, isClosed } = channels[0]!;
    expect(writtenAt).toEqual(Array.from({ length: 51 }, (_, index) => index * 20));
    expect(Math.abs(dominantHz(written, 8_000) - 500)).toBeLessThan(2);
    expect(rms(written.slice(800, 7_200))).toBeCloseTo(0.2, 2);
    expect(isClosed).toBe(true);
    expect(world.log.entries).toMatchObject([{ kind: 'voice', sentMs: 1_020, failure: null }]);
  });

  it('is refused with 400904 during a talk', async () => {
    const world = talkWorld();
    await opened(world);
    expect(await world.plane.play(message(), audio, never)).toMatchObject({
      ok: false,
      error: { code: '400904' },
    });
  });

  it('stops when it is cancelled, when its grant ends, and when the camera fails', async () => {
    const channels: FakeChannel[] = [];
    const world = talkWorld({
      open: async () => {
        channels.push(new FakeChannel(8_000, world.clock));
        return channels.at(-1)!;
      },
    });
    const abort = new AbortController();
    const started = [
      world.plane.play(message(talkTarget('CAM1')), audio, abort.signal),
      world.plane.play({ ...message(talkTarget('CAM2')), grantId: 'grant-2' }, audio, never),
      world.plane.play(message(talkTarget('CAM3')), audio, never),
    ];
    await world.clock.advance(200);
    abort.abort();
    world.grants.revoke('grant-2');
    channels[2]!.fail({ code: 'talk.ended', message: 'closed' });
    await world.clock.advance(0);
    expect(await Promise.all(started)).toEqual([
      { ok: false, error: { code: 'talk.ended', message: 'The message was stopped.' } },
      { ok: false, error: { code: '10002', message: 'The permission to talk was withdrawn.' } },
      { ok: false, error: { code: 'talk.ended', message: 'closed' } },
    ]);
    expect(channels.map(({ isClosed }) => isClosed)).toEqual([true, true, true]);
    expect(world.leases.taken).toEqual([]);
    expect(world.plane.statuses()).toEqual([]);
  });

  it('does not begin if it was cancelled before', async () => {
    const world = talkWorld();
    expect(await world.plane.play(message(), audio, AbortSignal.abort())).toMatchObject({ ok: false });
    expect(world.demo.played(talkTarget().key)).toBeNull();
    expect(world.leases.taken).toEqual([]);
  });
});
