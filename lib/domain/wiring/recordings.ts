/** Recordings: what is recorded, its index, and what plays it. */
import type {
  DeviceRecordings,
  PlaylistGate,
  RecordDirectory,
  RecordedCameraDirectory,
  RecordedKeys,
  RecorderStatus,
  SegmentIndex,
} from '../../media/ports.ts';
import { deviceStores, recordedCameras } from '../recordings/device-store.ts';
import { playbackGate } from '../recordings/playback-gate.ts';
import { recordDirectory } from '../recordings/record-directory.ts';
import { type RecordingJournal, recordingJournal } from '../recordings/recording-journal.ts';
import { segmentIndex } from '../recordings/segment-index.ts';
import { videoService } from '../recordings/video.service.ts';
import type { AccessParts } from './access.ts';
import type { CameraParts } from './cameras.ts';
import type { Core } from './core.ts';
import type { StreamDeps } from './streams.ts';

export interface RecordingDeps {
  /** Recordings that cameras keep themselves. Absent: they cannot be read. */
  readonly deviceRecordings?: DeviceRecordings;
  /** Keys of recordings in stores of ours. Absent: only the current code of a device is accepted. */
  readonly recordedKeys?: RecordedKeys;
  /** The running recorders, and their changes. Absent: this process records nothing. */
  readonly recorders?: () => readonly RecorderStatus[];
  readonly onRecorder?: (listener: () => void) => () => void;
}

/** What recorders, retention and playback need. */
export interface Recordings {
  readonly segments: SegmentIndex;
  readonly directory: RecordDirectory;
  /** Stores why there are gaps, until `release`. Only the process that records starts it. */
  readonly journal: Pick<RecordingJournal, 'start'>;
  readonly gate: PlaylistGate;
  /** Cameras whose own recordings are read over ONVIF. */
  readonly cameras: RecordedCameraDirectory;
  /** After the recorders have stopped: another process may record at once. Safe to call twice. */
  release(): Promise<void>;
}

export type RecordingParts = ReturnType<typeof wireRecordings>;

export function wireRecordings(
  core: Core,
  deps: RecordingDeps & StreamDeps,
  { playbackTickets, playlistAddresses }: AccessParts,
  { uses, ptzDirectory }: CameraParts,
) {
  const { db, changes, clock, zoneOf } = core;
  const { deviceRecordings, recorders = () => [], onRecorder = () => () => {} } = deps;
  const segments = segmentIndex(db);
  const deviceStoreOf = deviceStores(ptzDirectory);
  return {
    segments,
    deviceStoreOf,
    directory: recordDirectory({ db, changes, clock, zoneOf, segments, leases: core.leases() }),
    journal: recordingJournal({
      ...{ db, clock, recorders, onRecorder, streams: deps.streams, onStream: deps.onStream },
      log: core.logOf('recordings'),
      processId: core.process.processId,
    }),
    gate: playbackGate({ tickets: playbackTickets, addresses: playlistAddresses, uses, clock }),
    cameras: recordedCameras(deviceStoreOf),
    videos: videoService({ segments, deviceRecordings, deviceStoreOf, zoneOf }),
  };
}
