/**
 * An RTSP camera as a `MediaSource`: one attempt, and a second one over another transport if no packet arrives by the
 * first. No other retry.
 */
import type {
  ConnectionInfo,
  ReplaySource,
  RtspTransport,
  SourceSink,
  SourceSpec,
  TransportFault,
  TransportUse,
} from '../../ports.ts';
import { KeepAliveMemory } from './keep-alive.ts';
import { livePlay, type PlayMode } from './play-mode.ts';
import { RtspAttempt, type RtspAttemptOptions } from './rtsp-attempt.ts';
import { sourceFailure } from './source-failure.ts';
import { chosenTransport, TransportMemory } from './transport-choice.ts';

export interface RtspSourceOptions extends RtspAttemptOptions {
  /** Shared by the sources of a server. */
  readonly transportMemory?: TransportMemory | undefined;
}

/** Live, or with `replayPlay` a recording, which can be paused. */
export class RtspSource implements ReplaySource {
  readonly #spec: Extract<SourceSpec, { kind: 'rtsp' }>;
  readonly #options: RtspSourceOptions;
  readonly #mode: PlayMode;
  readonly #memory: TransportMemory;
  /** Why other transports are not used. Kept here, because the memory forgets them while the source is running. */
  readonly #faults = new Map<RtspTransport, TransportFault>();
  #attempt: RtspAttempt | null = null;
  #isStarted = false;
  #isOver = false;

  constructor(
    spec: Extract<SourceSpec, { kind: 'rtsp' }>,
    options: RtspSourceOptions,
    mode: PlayMode = livePlay,
  ) {
    this.#spec = spec;
    const { keepAliveMemory = new KeepAliveMemory(options.clock) } = options;
    this.#options = { ...options, keepAliveMemory };
    this.#mode = mode;
    this.#memory = options.transportMemory ?? new TransportMemory(options.clock);
  }

  get connection(): ConnectionInfo {
    const { session = null, receiver = null } = this.#attempt ?? {};
    return {
      skipped: session?.plan.skipped ?? [],
      describedAudio: session?.plan.audio?.track.codec ?? null,
      clockFromCamera: receiver?.clockFromCamera ?? false,
      clockSkewMs: receiver?.clockSkewMs ?? null,
      clockSpeed: receiver?.clockSpeed ?? null,
      droppedFrames: receiver?.video?.droppedFrames ?? 0,
      transport: this.#transportUse(),
    };
  }

  start(sink: SourceSink): void {
    if (this.#isStarted || this.#isOver) return;
    this.#isStarted = true;
    for (const name of ['tcp', 'udp', 'multicast'] as const) {
      const fault = this.#memory.fault(this.#spec, name);
      if (fault !== null) this.#faults.set(name, fault);
    }
    // Recordings are sent as fast as they are read, which only TCP can control.
    this.#try(this.#mode.isLive ? this.#memory.order(this.#spec) : ['tcp'], sink);
  }

  stop(): void {
    this.#isOver = true;
    this.#attempt?.stop();
  }

  requestKeyFrame(): void {
    this.#attempt?.receiver?.askForKeyFrame();
  }

  pause(): void {
    this.#attempt?.pause();
  }

  resume(): void {
    this.#attempt?.resume();
  }

  #try(transports: readonly RtspTransport[], sink: SourceSink): void {
    const attempt = new RtspAttempt(this.#spec, this.#options, this.#mode, transports, {
      tracks: (tracks) => sink.tracks(tracks),
      unit: (unit) => sink.unit(unit),
      awaitsKey: (waitedMs) => sink.awaitsKey?.(waitedMs),
      failed: (failure) => {
        this.#isOver = true;
        sink.failed(failure);
      },
      refused: (name, fault) => this.#note(name, fault),
      useless: (name, fault) => {
        this.#note(name, fault);
        const left = transports.slice(transports.indexOf(name) + 1);
        if (this.#isOver) return;
        if (left.length > 0) this.#try(left, sink);
        else sink.failed(sourceFailure('source.silent', 'the camera sends no media'));
      },
    });
    this.#attempt = attempt;
    attempt.start();
  }

  #note(name: RtspTransport, fault: TransportFault): void {
    this.#faults.set(name, fault);
    this.#memory.note(this.#spec, name, fault);
  }

  #transportUse(): TransportUse | null {
    const transport = this.#attempt?.transport ?? null;
    if (transport === null) return null;
    const faults = [...this.#faults]
      .filter(([name]) => name !== transport.used)
      .map(([name, fault]) => ({ transport: name, fault }));
    return { ...transport, chosen: chosenTransport(this.#spec), faults };
  }
}
