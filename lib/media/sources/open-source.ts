/** Opens the media source for a stored spec. The only place that knows all kinds. */
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { AddressPolicy } from '../net/address-policy.ts';
import type { TlsTrust } from '../net/safe-connect.ts';
import type {
  CameraKey,
  MediaSource,
  ReplayOpener,
  SourceFactory,
  SourceSpec,
  StreamProfile,
} from '../ports.ts';
import { KeepAliveMemory } from './rtsp/keep-alive.ts';
import { replayPlay } from './rtsp/play-mode.ts';
import type { RtspTimings } from './rtsp/rtsp-attempt.ts';
import { RtspSource } from './rtsp/rtsp-source.ts';
import { TransportMemory } from './rtsp/transport-choice.ts';
import type { PortRange } from './rtsp/udp/port-pair.ts';

export interface SourceFactoryOptions {
  readonly clock: Clock;
  readonly logger: Logger;
  readonly addressPolicy: AddressPolicy;
  /** Opens the built-in demo camera, which shows the view of the device's PTZ position. */
  readonly demo: (scene: string, profile: StreamProfile, key?: CameraKey) => MediaSource;
  /** For rtsps cameras. By default, certificates must be signed by an authority that the system trusts. */
  readonly tls?: TlsTrust;
  readonly timings?: Partial<RtspTimings>;
  /** UDP ports for media. */
  readonly rtpPorts?: PortRange;
}

export function createReplayOpener(options: Omit<SourceFactoryOptions, 'demo'>): ReplayOpener {
  return (source, range) => new RtspSource(source, options, replayPlay(range));
}

export function createSourceFactory(options: SourceFactoryOptions): SourceFactory {
  const transportMemory = new TransportMemory(options.clock);
  const keepAliveMemory = new KeepAliveMemory(options.clock);
  return (spec: SourceSpec, key?: CameraKey): MediaSource => {
    switch (spec.kind) {
      case 'demo':
        return options.demo(spec.scene, spec.profile, key);
      case 'rtsp':
        return new RtspSource(spec, { ...options, transportMemory, keepAliveMemory });
    }
  };
}
