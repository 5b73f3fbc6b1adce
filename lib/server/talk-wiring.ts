import type { Domain } from '../domain/create-domain.ts';
import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import { createGateway, type Gateway, type GatewayOptions } from '../media/gateway/gateway.ts';
import type { TalkPeers } from '../media/gateway/peers/talk-peers.ts';
import type { BackChannels } from '../media/talk/back-channels/open-back-channel.ts';
import { type CameraAudioOptions, liveCameraAudio } from '../media/talk/camera-audio.ts';
import { createTalkPlane } from '../media/talk-plane.ts';
import type { TalkPlane } from '../media/talk-ports.ts';

/** Everything of talk that lives as long as the process. */
export interface TalkParts {
  readonly gateway: Gateway;
  readonly plane: TalkPlane;
  /** Ends all talks and messages. Safe to call twice. */
  stop(): Promise<void>;
}

export function createTalkParts(parts: {
  readonly talk: Domain['talk'];
  readonly peers: TalkPeers;
  readonly backChannels: BackChannels;
  readonly live: CameraAudioOptions['live'];
  readonly ffmpeg: CameraAudioOptions['ffmpeg'];
  readonly clock: Clock;
  readonly logger: Logger;
  /** As for live streams. */
  readonly delivery: Pick<GatewayOptions, 'allowedOrigins' | 'addressOf' | 'refusalHeaders'>;
}): TalkParts {
  const { talk, peers, backChannels, live, ffmpeg, clock, logger, delivery } = parts;
  const plane = createTalkPlane({
    grants: talk.gate,
    directory: talk.sources,
    leases: talk.leases,
    log: talk.log,
    openBackChannel: backChannels.open,
    cameraAudio: liveCameraAudio({ live, ffmpeg, logger }),
    clock,
    logger,
  });
  const gateway = createGateway({ gate: talk.gate, plane, openPeer: peers.open, clock, logger, ...delivery });
  return {
    gateway,
    plane,
    async stop() {
      await gateway.stop();
      await Promise.all([plane.close(), peers.close()]);
      // Now that all have ended, what became of them is written.
      await talk.close();
    },
  };
}
