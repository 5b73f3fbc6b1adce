/** What a live stream and a replay of a recording ask of a camera, and how their frames are placed in time. */
import type { Clock } from '../../../kernel/clock.ts';
import type { EpochMs } from '../../../kernel/units.ts';
import type { ReplayRange, SourceFailure } from '../../ports.ts';
import { LiveTimes, type StartTimestamps } from './live-times.ts';
import type { TrackPlan } from './pick-tracks.ts';
import { ReplayTimes } from './replay-times.ts';
import { firstHeader, type RtspResponse } from './rtsp-message.ts';
import { sourceFailure, statusFailure } from './source-failure.ts';
import type { StreamTimes } from './stream-times.ts';

type Headers = readonly (readonly [string, string])[];

export interface PlayMode {
  /** A recording otherwise. */
  readonly isLive: boolean;
  readonly setupHeaders: Headers;
  readonly playHeaders: Headers;
  readonly hasAudio: boolean;
  /** Why this response to SETUP or PLAY cannot be used; null if it can. */
  refusal(method: 'SETUP' | 'PLAY', answer: RtspResponse): SourceFailure | null;
  times(plan: TrackPlan, clock: Clock, startTimestamps: StartTimestamps): StreamTimes;
}

/** Without a Range header, which means "from now": live sources reject seeking. */
export const livePlay: PlayMode = {
  isLive: true,
  setupHeaders: [],
  playHeaders: [],
  hasAudio: true,
  refusal: (method, { status }) => (status === 200 ? null : statusFailure(method, status)),
  times: (plan, clock, startTimestamps) => new LiveTimes(plan, clock, startTimestamps),
};

const replayTag = ['Require', 'onvif-replay'] as const;

/**
 * ONVIF streaming specification, replay. At normal speed the camera sends as fast as the connection allows and the
 * reader decides how fast that is, so that a replay starts at once and never runs dry. Only the camera can select
 * frames for other speeds, so there it sends in real time.
 */
export function replayPlay({ fromMs, toMs, speed }: ReplayRange): PlayMode {
  const rate =
    speed === 1
      ? [['Rate-Control', 'no']]
      : [
          ['Rate-Control', 'yes'],
          ['Scale', speed.toFixed(1)],
        ];
  return {
    isLive: false,
    setupHeaders: [replayTag],
    playHeaders: [
      replayTag,
      ['Range', `clock=${clockTime(fromMs)}-${clockTime(toMs)}`],
      ...(rate as [string, string][]),
    ],
    // Cameras send audio at normal speed only, if at all.
    hasAudio: speed === 1,
    refusal(method, answer) {
      const { status, headers } = answer;
      if (method === 'PLAY' && speed !== 1 && isOtherSpeed(status, firstHeader(headers, 'scale'), speed)) {
        return sourceFailure('source.speed', 'the camera does not replay at this speed');
      }
      if (status === 551) {
        return sourceFailure('source.unsupported', 'the camera does not replay recordings over RTSP');
      }
      if (status === 457) return sourceFailure('source.notFound', 'the camera has no recording of this time');
      return status === 200 ? null : statusFailure(method, status);
    },
    times: (plan) => new ReplayTimes(plan, { atMs: fromMs, speed }),
  };
}

/** The camera must answer with the speed that it chose. 456, 501: it knows no speeds. */
function isOtherSpeed(status: number, scale: string | null, speed: number): boolean {
  if (status === 456 || status === 501) return true;
  return status === 200 && Number(scale) !== speed;
}

/** `20260301T061500.123Z` */
function clockTime(at: EpochMs): string {
  return new Date(at).toISOString().replace(/[-:]/g, '');
}
