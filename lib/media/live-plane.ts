/**
 * The live part of the media plane: from stored sources to connected viewers. Start reading here. A frame
 * passes through source → `CameraStream` → outputs (FLV; transcoding, which is itself a stream) → viewers.
 */
import type { Clock } from '../kernel/clock.ts';
import type { Logger } from '../kernel/logger.ts';
import { err, type Result } from '../kernel/result.ts';
import { FlvOutput } from './outputs/flv/flv-output.ts';
import { defaultFlvLimits, type FlvLimits } from './outputs/flv/limits.ts';
import type { ViewableStreams } from './outputs/flv/live-viewer.ts';
import type { Ffmpeg } from './outputs/transcode/find-ffmpeg.ts';
import { TranscodedStream, transcodeSlots } from './outputs/transcode/transcoded-stream.ts';
import { ffmpegConverters } from './outputs/transcode/video-converter.ts';
import type {
  CameraKey,
  KeyFrameAsker,
  MediaSource,
  SourceDirectory,
  SourceFactory,
  SourceSpec,
  StreamStatus,
  VideoForm,
} from './ports.ts';
import { CameraStream } from './stream/camera-stream.ts';
import { defaultStreamLimits, type StreamLimits } from './stream/limits.ts';
import {
  endServerStopping,
  type ReaderPolicy,
  type ReaderSubscription,
  type StreamReader,
} from './stream/reader.ts';
import { isSameCamera } from './stream/same-camera.ts';
import { sharedSource } from './stream/shared-source.ts';

export type LiveLimits = StreamLimits & FlvLimits;

export const defaultLiveLimits: LiveLimits = { ...defaultStreamLimits, ...defaultFlvLimits };

export interface LivePlaneOptions {
  readonly sources: SourceFactory;
  readonly directory: SourceDirectory;
  /** Converts H.265 to H.264. Without it, `h264` streams of H.265 cameras fail as unsupported. */
  readonly ffmpeg?: Result<Ffmpeg, string>;
  /** Maximum number of concurrent conversions; by default 1. */
  readonly maxTranscodes?: number;
  readonly clock: Clock;
  readonly logger: Logger;
  /** In [0, 1); spreads retries. */
  readonly random: () => number;
  readonly limits?: Partial<LiveLimits>;
  /** Besides what sources do themselves. Absent: nothing. */
  readonly askForKeyFrame?: KeyFrameAsker;
}

export interface LivePlane extends ViewableStreams {
  /** Reads the camera's stream as it is sent, over the connection that its viewers share. */
  read(key: CameraKey, reader: StreamReader, policy: ReaderPolicy): ReaderSubscription;
  /** Null for a stream without recent viewers. */
  status(key: CameraKey): StreamStatus | null;
  /** One for each camera and profile that is connected. */
  statuses(): readonly StreamStatus[];
  /**
   * Called on each change of state, tracks or failure, of the camera or of its conversion, but not of the number of
   * viewers.
   */
  onStatus(listener: (status: StreamStatus) => void): () => void;
  /**
   * A reader of the live stream opened from exactly this source, so that probing needs no second connection.
   */
  running(spec: SourceSpec): MediaSource | null;
  /** Ends all viewers with `server.stopping` and stops all sources. Safe to call twice. */
  close(): void;
}

/** The streams of one camera and profile. */
interface Camera {
  readonly stream: CameraStream;
  readonly h264: TranscodedStream;
  readonly outputs: Readonly<Record<VideoForm, FlvOutput>>;
}

export function createLivePlane(options: LivePlaneOptions): LivePlane {
  const limits: LiveLimits = { ...defaultLiveLimits, ...options.limits };
  const acquireSlot = transcodeSlots(options.maxTranscodes ?? 1);
  const { ffmpeg = err('nothing here can convert it') } = options;
  const cameras = new Map<string, Camera>();
  const listeners = new Set<(status: StreamStatus) => void>();
  let isClosed = false;

  const stops = [
    options.directory.onChanged((device) => {
      for (const { stream } of cameras.values()) if (isSameCamera(stream.key, device)) stream.replace();
    }),
    options.directory.onMissed(() => void compareAll()),
  ];

  /** Sequentially, because the database has just become available again. */
  async function compareAll(): Promise<void> {
    for (const { stream } of [...cameras.values()]) await stream.compare();
  }

  function open(wanted: CameraKey): Camera {
    const { tenantId, deviceSerial, channelNo, profile } = wanted;
    const key: CameraKey = { tenantId, deviceSerial, channelNo, profile };
    const name = nameOf(key);
    const { clock, random } = options;
    const logger = options.logger.child({ stream: name });
    const onCondition = () => {
      const status = statusOf(camera);
      for (const listener of listeners) listener(status);
    };
    const stream = new CameraStream({
      ...options,
      key,
      limits,
      logger,
      onCondition,
      onIdle: () => {
        if (cameras.get(name) === camera) cameras.delete(name);
      },
    });
    const h264 = new TranscodedStream(stream, {
      clock,
      random,
      limits,
      logger,
      converter: ffmpegConverters(ffmpeg, { clock, logger }),
      acquireSlot,
      onCondition,
    });
    const outputs = {
      asSent: new FlvOutput(stream, clock, limits),
      h264: new FlvOutput(h264, clock, limits),
    };
    const camera: Camera = { stream, h264, outputs };
    cameras.set(name, camera);
    return camera;
  }

  return {
    subscribe(key, viewer) {
      if (isClosed) {
        viewer.end(endServerStopping, null);
        return { resume() {}, close() {}, finish() {} };
      }
      const camera = cameras.get(nameOf(key)) ?? open(key);
      return camera.outputs[key.video].join(viewer);
    },
    read(key, reader, policy) {
      if (isClosed) {
        reader.end(endServerStopping);
        return { resume() {}, close() {} };
      }
      const camera = cameras.get(nameOf(key)) ?? open(key);
      return camera.stream.subscribe(reader, policy);
    },
    status(key) {
      const camera = cameras.get(nameOf(key));
      return camera ? statusOf(camera) : null;
    },
    statuses: () => [...cameras.values()].map(statusOf),
    onStatus(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    running(spec) {
      for (const { stream } of cameras.values()) {
        const source = stream.runningAs(spec);
        if (source) return sharedSource(stream, source);
      }
      return null;
    },
    close() {
      if (isClosed) return;
      isClosed = true;
      for (const stop of stops) stop();
      for (const { stream } of [...cameras.values()]) stream.close(endServerStopping);
      listeners.clear();
    },
  };
}

function statusOf({ stream, h264, outputs }: Camera): StreamStatus {
  const conversion = h264.condition();
  const converted = outputs.h264.viewerCount;
  return {
    key: stream.key,
    ...stream.condition(),
    viewers: outputs.asSent.viewerCount + converted,
    conversion: conversion.state === 'idle' ? null : { ...conversion, viewers: converted },
  };
}

/** Encodes all parts, so that different cameras never share a name. */
function nameOf({ tenantId, deviceSerial, channelNo, profile }: CameraKey): string {
  return [tenantId, deviceSerial, channelNo, profile].map((part) => encodeURIComponent(part)).join('/');
}
