import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { systemClock } from '../../lib/kernel/clock.ts';
import { type Logger, silentLogger } from '../../lib/kernel/logger.ts';
import { createLivePlane, type LiveLimits, type LivePlane } from '../../lib/media/live-plane.ts';
import {
  createLiveOutput,
  type LiveOutput,
  type LiveOutputOptions,
} from '../../lib/media/outputs/flv/delivery/live-output.ts';
import type {
  MediaKey,
  MediaSource,
  SourceDirectory,
  SourceFailure,
  SourceSpec,
  StreamKey,
} from '../../lib/media/ports.ts';
import { ClipSource } from './clip-source.ts';
import type { CodedClip } from './coded-clip.ts';
import { FakeGate } from './fake-gate.ts';

export interface LiveServerOptions {
  readonly clip: CodedClip;
  /** The sub stream; by default the same clip. */
  readonly subClip?: CodedClip;
  /** The source of the n-th attempt, instead of the clip. */
  readonly source?: (attempt: number) => MediaSource;
  readonly limits?: Partial<LiveLimits>;
  readonly output?: Partial<LiveOutputOptions>;
  readonly logger?: Logger;
}

/** Plane and output on a real port, fed by a clip. The camera can fail and recover. */
export class LiveServer {
  readonly gate = new FakeGate();
  readonly sources: ClipSource[] = [];
  readonly plane: LivePlane;
  readonly output: LiveOutput;
  readonly http: Server;
  /** Failure of the next attempts to open the camera; null if it works. */
  cameraFailure: SourceFailure | null = null;
  /** Null: the stream is not in the database. */
  spec: SourceSpec | null = { kind: 'demo', scene: 'test', profile: 'main' };
  /** Of an encrypted device. */
  encryption: MediaKey | null = null;
  private readonly changed = new Set<
    (device: Pick<StreamKey, 'tenantId' | 'deviceSerial' | 'channelNo'>) => void
  >();
  starts = 0;

  constructor(readonly options: LiveServerOptions) {
    const directory: SourceDirectory = {
      find: async () => this.spec,
      encryption: async () => this.encryption,
      onChanged: (listener) => {
        this.changed.add(listener);
        return () => this.changed.delete(listener);
      },
      onMissed: () => () => {},
    };
    const common = { clock: systemClock, logger: options.logger ?? silentLogger };
    this.plane = createLivePlane({
      ...common,
      directory,
      sources: (_, key) => this.open(key?.profile),
      random: Math.random,
      limits: options.limits ?? {},
    });
    this.output = createLiveOutput({ ...common, plane: this.plane, gate: this.gate, ...options.output });
    this.http = createServer((request, response) => this.output.handleLiveHttp(request, response));
    this.http.on('upgrade', (request, socket, head) => this.output.handleLiveUpgrade(request, socket, head));
  }

  get port(): number {
    return (this.http.address() as AddressInfo).port;
  }

  /** The latest source. */
  get camera(): ClipSource {
    return this.sources.at(-1)!;
  }

  listen(): Promise<this> {
    return new Promise((resolve) => this.http.listen(0, '127.0.0.1', () => resolve(this)));
  }

  directoryChanged(device: Pick<StreamKey, 'tenantId' | 'deviceSerial' | 'channelNo'>): void {
    for (const listener of this.changed) listener(device);
  }

  async close(): Promise<void> {
    await this.output.stop();
    this.plane.close();
    await new Promise((resolve) => {
      this.http.close(resolve);
      this.http.closeAllConnections();
    });
  }

  private open(profile: StreamKey['profile'] = 'main'): MediaSource {
    this.starts += 1;
    const { cameraFailure } = this;
    if (cameraFailure) return { start: (sink) => sink.failed(cameraFailure), stop() {} };
    const other = this.options.source?.(this.starts);
    if (other) return other;
    const { clip, subClip = clip } = this.options;
    const source = new ClipSource(profile === 'sub' ? subClip : clip, systemClock);
    this.sources.push(source);
    return source;
  }
}
