import type { StreamStatus } from '../../media/ports.ts';

/** A running stream as plain JSON: no buffers, no tenant. */
export interface StreamView {
  readonly serial: string;
  readonly channelNo: number;
  readonly profile: string;
  readonly video: string;
  readonly state: StreamStatus['state'];
  readonly viewers: number;
  /** For instance `H.264 1280x720, AAC`. Null: nothing received yet. */
  readonly carries: string | null;
  readonly lastFailure: StreamStatus['lastFailure'];
  /** Epoch ms of the next attempt. Null unless it is retrying. */
  readonly retryAt: number | null;
  /** Epoch ms. */
  readonly since: number;
  readonly bitrateKbps: number;
}

const codecNames = { h264: 'H.264', h265: 'H.265', aac: 'AAC', pcma: 'G.711 A', pcmu: 'G.711 µ' } as const;

export function streamView(status: StreamStatus): StreamView {
  const { key, state, viewers, tracks, lastFailure, retryAt, since, bitrateKbps } = status;
  return {
    serial: key.deviceSerial,
    channelNo: key.channelNo,
    profile: key.profile,
    video: key.video,
    state,
    viewers,
    carries: tracks && carried(tracks),
    lastFailure,
    retryAt,
    since,
    bitrateKbps,
  };
}

export function carried({ video, audio }: NonNullable<StreamStatus['tracks']>): string {
  const parts = [
    video && `${codecNames[video.codec]} ${video.width}x${video.height}`,
    audio && codecNames[audio.codec],
  ];
  return parts.filter((part) => part !== null).join(', ');
}
