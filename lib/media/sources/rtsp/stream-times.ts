/** Places the packets of a stream in time, so that both tracks are aligned. */
import type { Ms } from '../../../kernel/units.ts';
import type { RtpPacket, SenderReport } from './rtp-packet.ts';
import type { ClockSpeed, MediaTime } from './track-clock.ts';

export type TrackKind = 'video' | 'audio';

export interface StreamTimes {
  /** Called for each packet before the frames in it are placed. */
  packet(kind: TrackKind, packet: RtpPacket): void;
  report(kind: TrackKind, report: SenderReport): void;
  /** The time of the frame with this RTP timestamp. Called once per frame, in order of arrival. */
  place(kind: TrackKind, timestamp: number): MediaTime;
  /** True once wall time comes from the camera. */
  readonly isFromCamera: boolean;
  /** The camera has marked the newest frame as the last of a recording. */
  readonly isAtEnd: boolean;
  /** Camera clock minus ours; null if unknown. */
  readonly skewMs: Ms | null;
  /** Of the camera's stamps; null if unknown. */
  readonly speed: ClockSpeed | null;
}
