import type { StreamCondition, StreamStatus } from '../../media/ports.ts';

/** A running stream of a camera as plain JSON: no buffers, no tenant. */
export interface StreamView extends ConditionView {
  readonly serial: string;
  readonly channelNo: number;
  readonly profile: string;
  /** Of the stream as sent and converted. */
  readonly viewers: number;
  /** To H.264. Null: not converted at the moment. */
  readonly conversion: (ConditionView & { readonly viewers: number }) | null;
}

interface ConditionView {
  readonly state: StreamCondition['state'];
  /** For instance `H.264 1280x720, AAC`. Null: nothing received yet. */
  readonly carries: string | null;
  readonly lastFailure: StreamCondition['lastFailure'];
  /** Epoch ms of the next attempt. Null unless it is retrying. */
  readonly retryAt: number | null;
  /** Epoch ms. */
  readonly since: number;
  readonly bitrateKbps: number;
}

const codecNames = {
  h264: 'H.264',
  h265: 'H.265',
  aac: 'AAC',
  pcma: 'G.711 A',
  pcmu: 'G.711 µ',
  opus: 'Opus',
} as const;

export function streamView(status: StreamStatus): StreamView {
  const { key, viewers, conversion } = status;
  return {
    serial: key.deviceSerial,
    channelNo: key.channelNo,
    profile: key.profile,
    ...conditionView(status),
    viewers,
    conversion: conversion && { ...conditionView(conversion), viewers: conversion.viewers },
  };
}

function conditionView(condition: StreamCondition): ConditionView {
  const { state, tracks, lastFailure, retryAt, since, bitrateKbps } = condition;
  return { state, carries: tracks && carried(tracks), lastFailure, retryAt, since, bitrateKbps };
}

export function carried({ video, audio }: NonNullable<StreamCondition['tracks']>): string {
  const parts = [
    video && `${codecNames[video.codec]} ${video.width}x${video.height}`,
    audio && codecNames[audio.codec],
  ];
  return parts.filter((part) => part !== null).join(', ');
}
