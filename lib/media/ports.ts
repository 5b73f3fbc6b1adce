/**
 * Interfaces of the media plane: the domain implements the gate and the directory, `lib/server` wires them to
 * the plane, and sources and outputs implement the rest. Imports kernel and types of the codecs only. Start
 * reading at `MediaSource`.
 */
import type { KeyObject } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { AudioTrack, VideoTrack } from '../codec/tracks.ts';
import type { AlarmKind } from '../kernel/alarm-kind.ts';
import type { MediaKeyTerms } from '../kernel/media-key.ts';
import type { Result } from '../kernel/result.ts';
import type { EpochMs, Ms } from '../kernel/units.ts';

/** `main`: the camera's main stream (…hd.live); `sub`: its sub stream (…live). */
export type StreamProfile = 'main' | 'sub';

/**
 * `asSent`: as encoded by the camera; `h264`: the same video, transcoded if the camera sends another codec.
 */
export type VideoForm = 'asSent' | 'h264';

/** Identifies one connection to a camera, from which all forms of the stream are derived. */
export interface CameraKey {
  readonly tenantId: string;
  readonly deviceSerial: string;
  readonly channelNo: number;
  readonly profile: StreamProfile;
}

/** Identifies a stream that viewers share: a camera's stream in one form. */
export interface StreamKey extends CameraKey {
  readonly video: VideoForm;
}

// ---- tracks and access units -------------------------------------------------------------------

/** Key of the media of an encrypted device. */
export interface MediaKey extends MediaKeyTerms {
  /** AES-128. Printed and serialised without its bytes. */
  readonly secret: KeyObject;
}

/** The tracks of a source. A source without video has `video: null`. */
export interface TrackSet {
  readonly video: VideoTrack | null;
  readonly audio: AudioTrack | null;
  /**
   * Of an encrypted device, set by the camera's stream: units are clear, and whoever sends or stores them encrypts
   * them with this key. A clear unit may be converted in memory, and must reach neither a disk nor a client.
   */
  readonly encryption?: MediaKey | undefined;
}

/** One coded frame or one audio packet. Buffers are never modified after delivery. */
export interface AccessUnit {
  readonly kind: 'video' | 'audio';
  /** Milliseconds (may have a fraction) since the source started; the same timeline for both tracks. */
  readonly dtsMs: Ms;
  /** `ptsMs - dtsMs` is 0 unless the stream has B-frames. */
  readonly ptsMs: Ms;
  /** Capture time from RTCP sender reports if the camera sends them, else arrival time. */
  readonly wallMs: EpochMs;
  /** Video only: a decoder can start here. Audio: always true. */
  readonly isKey: boolean;
  /** Video: NAL units with 4-byte lengths, parameter sets removed. AAC: one raw frame. G.711: samples. Opus: one packet. */
  readonly data: Uint8Array;
}

// ---- sources -----------------------------------------------------------------------------------

/** Origin of a stream. Contains credentials in clear text; kept in memory only. */
export type SourceSpec =
  | { readonly kind: 'demo'; readonly scene: string; readonly profile: StreamProfile }
  | {
      readonly kind: 'rtsp';
      readonly url: string;
      readonly username: string;
      readonly password: string;
      /** Absent: `auto`. */
      readonly transport?: TransportChoice | undefined;
    };

/** How RTP travels. `tcp`: within the RTSP connection. */
export type RtspTransport = 'tcp' | 'udp' | 'multicast';

/** `auto`: TCP, and UDP if the camera does not send over TCP. `udp`, `multicast`: TCP if that brings nothing. */
export type TransportChoice = 'auto' | RtspTransport;
export const transportChoices = [
  'auto',
  'tcp',
  'udp',
  'multicast',
] as const satisfies readonly TransportChoice[];

/** Why a transport is not used. */
export interface TransportFault {
  readonly code:
    | 'refused' // by the camera
    | 'silent' // set up, but no packet arrived
    | 'lossy' // packets arrived, but no complete key frame
    | 'noPorts' // no free UDP port in the range
    | 'forbidden'; // the multicast group is outside the allowed networks
}

/** The transport of a connection, and why it is not the first choice. */
export interface TransportUse {
  readonly used: RtspTransport;
  readonly chosen: TransportChoice;
  readonly faults: readonly { readonly transport: RtspTransport; readonly fault: TransportFault }[];
  /** Share of RTP packets lost; null: not known. */
  readonly lostShare: number | null;
}

/** Why a source stopped. `code` is API; `message` contains no secrets. */
export interface SourceFailure {
  readonly code:
    | 'source.refused' // address not allowed, malformed URL
    | 'source.redirected' // the camera redirects to another address
    | 'source.certificate' // TLS certificate not trusted
    | 'source.unreadable' // the stored camera cannot be read: database, master key
    | 'source.unreachable' // no connection
    | 'source.auth' // 401, 403
    | 'source.notFound' // 404
    | 'source.unsupported' // no supported media
    | 'source.udpOnly' // no RTP over the RTSP connection, and none by UDP was possible or allowed
    | 'source.busy' // no connection left
    | 'source.speed' // a replay at a speed that the camera does not support
    | 'source.protocol' // protocol violation by the camera
    | 'source.silent' // connected, but no media for too long
    | 'source.keyFrame' // media, but no key frame for too long
    | 'source.ended'; // closed by the camera
  readonly message: string;
  /** False: a retry is pointless without a change of configuration, so retries are rare. */
  readonly retryable: boolean;
}

export interface SourceSink {
  /** Called before the first unit, and again when the codec, size or track set changes. */
  tracks(tracks: TrackSet): void;
  unit(unit: AccessUnit): void;
  /**
   * Frames arrive, but none that a decoder can start with, for `waitedMs` now. Repeated about once per second until the
   * next key frame, which is the next unit of video.
   */
  awaitsKey?(waitedMs: Ms): void;
  /** Called at most once; nothing is delivered after it. */
  failed(failure: SourceFailure): void;
}

/** One connection to one camera. It never retries: the stream opens a new source instead. */
export interface MediaSource {
  start(sink: SourceSink): void;
  /** Safe to call twice and from within a sink call; nothing is delivered after it. */
  stop(): void;
  /** Asks the camera for a key frame, where it offers that. May be called often. */
  requestKeyFrame?(): void;
  /** Information about the connection, if the source knows it. It changes while the source is running. */
  readonly connection?: ConnectionInfo | undefined;
}

/** Information about a connection, for the camera check. */
export interface ConnectionInfo {
  /** Media that the camera offers but that are not supported. */
  readonly skipped: readonly { readonly kind: string; readonly encoding: string; readonly reason: string }[];
  readonly describedAudio: string | null;
  /** False: wall time is arrival time. */
  readonly clockFromCamera: boolean;
  /** Offset of the camera's clock from the server's. */
  readonly clockSkewMs: Ms | null;
  /** Stamped time per elapsed time, 1 where it is right; null: not known yet. `seemingSpeed` may still be chance. */
  readonly clockSpeed: { readonly speed: number; readonly seemingSpeed: number } | null;
  readonly droppedFrames: number;
  /** Null: not connected yet, or there is none. */
  readonly transport: TransportUse | null;
}

/** Asks the camera of a stream for a key frame, where it is reached otherwise too. May be called often; never throws. */
export type KeyFrameAsker = (key: CameraKey) => void;

/** `key`: the stream it is opened for; absent if it is opened to probe the camera. */
export type SourceFactory = (spec: SourceSpec, key?: CameraKey) => MediaSource;

// ---- access control ----------------------------------------------------------------------------

/** Result of a valid ticket: the stream it permits, and the grant whose revocation ends the stream. */
export interface Admission {
  readonly key: StreamKey;
  readonly grantId: string;
  /** The application that the grant belongs to. */
  readonly applicationId: string;
  /** The stream ends at this time at the latest. */
  readonly expiresAt: EpochMs;
}

export interface Refusal {
  readonly status: 401 | 403 | 404 | 429;
  /** As in the open-platform API: 10002, 20002 … */
  readonly code: string;
  readonly message: string;
}

/** Tells when running streams must end, because what permitted them has ended. Implemented by the domain. */
export interface GrantWatch {
  /**
   * Which of these grants are no longer valid (revoked, expired, application or device disabled). Polled
   * every 2 s.
   */
  ended(grantIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Called immediately for a revocation in this process, soon after one in another process. */
  onRevoked(listener: (grantId: string) => void): () => void;
  /** Some grants may have ended, and it is not known which: call `ended` now. */
  onDoubt(listener: () => void): () => void;
}

/** Implemented by the domain. Called for every media request. */
export interface LiveGate extends GrantWatch {
  /** Checks the signature, the expiry, single use, and that the ticket is for exactly this path. */
  admit(ticket: string, wanted: Omit<StreamKey, 'tenantId'>): Promise<Result<Admission, Refusal>>;
}

/** Implemented by the domain: the stored source of a stream, decrypted, or null if there is none. */
export interface SourceDirectory {
  find(key: CameraKey): Promise<SourceSpec | null>;
  /** Key of the media of an encrypted device; null for others. Absent: no device is encrypted. */
  encryption?(key: Omit<CameraKey, 'profile'>): Promise<MediaKey | null>;
  /** The stored source or the key was changed or deleted: the running one must be replaced. */
  onChanged(
    listener: (device: Pick<StreamKey, 'tenantId' | 'deviceSerial' | 'channelNo'>) => void,
  ): () => void;
  /** Stored sources may have changed, and it is not known which: compare running sources with stored ones. */
  onMissed(listener: () => void): () => void;
}

// ---- recordings --------------------------------------------------------------------------------

/** `cloud`: our storage. `device`: the camera's own storage. */
export type RecordStore = 'cloud' | 'device';

/** Identifies the recordings of one channel in one store. `channelId` is that of the stored channel. */
export interface RecordingKey {
  readonly tenantId: string;
  readonly channelId: string;
  readonly store: RecordStore;
}

/** Why something was recorded. */
export type RecordKind = 'schedule' | 'alarm';

/** One segment file. `startMs` is its name. */
export interface RecordedSegment {
  readonly key: RecordingKey;
  readonly startMs: EpochMs;
  /** Exclusive. Of a segment that is still written, the end of what is durable. */
  readonly endMs: EpochMs;
  readonly bytes: number;
  readonly kind: RecordKind;
}

/** Implemented by the domain: the segments in the database. Files decide; this can be rebuilt from them. */
export interface SegmentIndex {
  /** Adds rows, or replaces those with the same key and start. */
  put(segments: readonly RecordedSegment[]): Promise<void>;
  remove(key: RecordingKey, starts: readonly EpochMs[]): Promise<void>;
  /** Segments that overlap [from, to), oldest first. */
  between(key: RecordingKey, from: EpochMs, to: EpochMs, limit?: number): Promise<readonly RecordedSegment[]>;
  /** The oldest segments of this key, or of all keys of the store. */
  oldest(of: RecordingKey | RecordStore, limit: number): Promise<readonly RecordedSegment[]>;
  /** Counts the totals of a key again from its rows. True if they were wrong. */
  recount(key: RecordingKey): Promise<boolean>;
  /** Keys with segments, and their bytes. */
  usage(): Promise<readonly { readonly key: RecordingKey; readonly bytes: number }[]>;
}

/** What to record now. */
export interface RecordTask {
  readonly key: RecordingKey;
  readonly camera: CameraKey;
  /** `alarm`: only around alarms, with this much before and after them. */
  readonly when: 'always' | { readonly beforeMs: Ms; readonly afterMs: Ms };
}

/** How long recordings of a key are kept. `maxBytes`: null without a limit of its own. */
export interface RecordRetention {
  readonly key: RecordingKey;
  readonly keepMs: Ms;
  readonly maxBytes: number | null;
}

/** Implemented by the domain: the record plans. */
export interface RecordDirectory {
  /**
   * Channels whose plan applies at `now`, and that this process may record. Rejects if the plans cannot be read, and
   * what is recorded may go on; once another process may have taken over, it resolves with none instead.
   */
  tasks(now: EpochMs): Promise<readonly RecordTask[]>;
  /** Of all keys that have recordings or a plan. */
  retention(): Promise<readonly RecordRetention[]>;
  /** Plans or sources were changed: call `tasks` again. */
  onChanged(listener: () => void): () => void;
}

/** How the recording of a channel is doing. */
export interface RecorderCondition {
  /** `waiting`: for the camera, or for an alarm. `failing`: nothing can be stored at the moment. */
  readonly state: 'waiting' | 'recording' | 'failing';
  /** Of the last change of state. */
  readonly since: EpochMs;
  /** `code` is that of the file system, for example `ENOSPC`. */
  readonly failure: { readonly code: string; readonly message: string } | null;
  /** Since the recorder started. */
  readonly writtenBytes: number;
  /** End of what was stored last. */
  readonly newestMs: EpochMs | null;
}

export interface RecorderStatus extends RecorderCondition {
  readonly key: RecordingKey;
  readonly camera: CameraKey;
}

/** Result of a valid playback ticket. */
export interface PlaybackAdmission {
  readonly key: RecordingKey;
  /** The permitted range; `toMs` is exclusive. */
  readonly fromMs: EpochMs;
  readonly toMs: EpochMs;
  /** For `GrantWatch`: a replay that is still running when it ends must end within 5 s. */
  readonly grantId: string;
  /** The application that the grant belongs to. */
  readonly applicationId: string;
  /** Of the grant. A running replay ends at this time at the latest. */
  readonly expiresAt: EpochMs;
  /** Of the ticket or signature, and of the grant. A running download ends at this time at the latest. */
  readonly validUntil: EpochMs;
}

/** Implemented by the domain. Called for every request of recorded media. */
export interface PlaybackGate extends GrantWatch {
  /** Checks the signature, the expiry, the grant, and that the ticket is for this channel and store. */
  admit(
    ticket: string,
    wanted: { readonly deviceSerial: string; readonly channelNo: number; readonly store: RecordStore },
  ): Promise<Result<PlaybackAdmission, Refusal>>;
}

/** Why an object store did not do what was asked: the code of the `AppError` of a rejection. */
export type ObjectStoreFailureCode =
  | 'objects.unreachable' // no connection, or no response in time
  | 'objects.refused' // credentials or permissions
  | 'objects.failed'; // any other answer

export interface ObjectInfo {
  readonly bytes: number;
  /** Of its content, in hexadecimal, as the store computed it; null: the store does not compute it. */
  readonly sha256: string | null;
}

/**
 * Objects with names, in a bucket elsewhere. Every call rejects with `AppError` of an `ObjectStoreFailureCode`; a call whose
 * `signal` is aborted, as unreachable.
 */
export interface ObjectStore {
  /**
   * Creates or replaces an object. `read` may be called again. The store rejects a body with another digest. What was read
   * is closed in any case; rejects with its error if it cannot be read.
   */
  put(
    name: string,
    body: { bytes: number; sha256: string; read: () => Readable },
    signal?: AbortSignal,
  ): Promise<void>;
  /** Null if there is no such object. */
  info(name: string, signal?: AbortSignal): Promise<ObjectInfo | null>;
  /**
   * The bytes [from, to) of an object, or all of it; null if there is no such object. The stream must be read or
   * destroyed. It ends with an error if the store stops sending, and if it sends other than the `to - from` bytes.
   */
  read(
    name: string,
    range?: { readonly from: number; readonly to: number },
    signal?: AbortSignal,
  ): Promise<Readable | null>;
  /** Objects whose names begin with `prefix`, in the order of their names. */
  list(
    prefix: string,
    signal?: AbortSignal,
  ): AsyncIterable<{ readonly name: string; readonly bytes: number }>;
  /** What follows `prefix` in names up to the next `/`, in order. `prefix` ends with `/`. */
  folders(prefix: string, signal?: AbortSignal): Promise<readonly string[]>;
  /** An object that does not exist is no error. */
  remove(name: string, signal?: AbortSignal): Promise<void>;
}

/** The gate of playlists and segments, which may have a signature in their path in place of a ticket. */
export interface PlaylistGate extends PlaybackGate {
  /** Checks what `admit` does, for the signature in the address of a playlist, which permits only playlist and segments. */
  admitSigned(
    signature: string,
    wanted: { readonly deviceSerial: string; readonly channelNo: number; readonly store: RecordStore },
  ): Promise<Result<SignedAdmission, Refusal>>;
}

/** `continuing`: the signature of playlist and segments; null if the given one is that. */
export interface SignedAdmission extends PlaybackAdmission {
  readonly continuing: string | null;
}

// ---- recordings in the camera ------------------------------------------------------------------

/** Why the recordings of a camera cannot be listed or played: the code of the `AppError` of a rejection. */
export type RecordingsFailureCode =
  | 'recordings.refused' // address not allowed
  | 'recordings.unreachable' // no connection, or timeout
  | 'recordings.auth' // wrong user name or password
  | 'recordings.unsupported' // the camera has no recordings that can be searched and replayed
  | 'recordings.notFound' // nothing is recorded from this time on
  | 'recordings.protocol'; // invalid response

/** A stretch of time that a camera has recorded. `toMs` is exclusive. */
export interface RecordedStretch {
  readonly fromMs: EpochMs;
  readonly toMs: EpochMs;
}

/** Implemented by the media plane. */
export interface RecordedKeys {
  /** Whether a file of [from, to) is encrypted with this key (`MediaKey.keyId`). */
  has(key: RecordingKey, from: EpochMs, to: EpochMs, keyId: string): Promise<boolean>;
}

/** The recordings that a camera keeps itself (ONVIF profile G). Implemented by the media plane. */
export interface DeviceRecordings {
  /**
   * The recorded stretches that overlap [fromMs, toMs), clipped to it, oldest first and disjoint. Takes some
   * requests to the camera and at most 15 s. Rejects with `AppError` of a `RecordingsFailureCode`.
   */
  stretches(camera: OnvifCamera, fromMs: EpochMs, toMs: EpochMs): Promise<readonly RecordedStretch[]>;
  /** What the camera offers, for its check. Rejects as `stretches` does. */
  inspect(camera: OnvifCamera): Promise<DeviceRecordingsReport>;
  /** Where the camera replays what it has recorded at `atMs`, or next after it. Rejects as `stretches` does. */
  replay(camera: OnvifCamera, atMs: EpochMs): Promise<ReplayAddress>;
}

/** What a replay plays: recorded times, and `speed` 0.5, 1, 2 or 4. */
export interface ReplayRange {
  readonly fromMs: EpochMs;
  /** Exclusive. */
  readonly toMs: EpochMs;
  readonly speed: number;
}

/**
 * A replay as a source: wall times of units are those of the recording, and its timeline advances at the speed of the
 * replay. It may begin at the key frame before the range. `source.ended`: the recording ends there.
 */
export interface ReplaySource extends MediaSource {
  /** The camera waits until `resume`. Both are safe to call twice. */
  pause(): void;
  resume(): void;
}

export type ReplayOpener = (source: ReplayAddress['source'], range: ReplayRange) => ReplaySource;

export interface ReplayAddress {
  readonly source: Extract<SourceSpec, { kind: 'rtsp' }>;
  /** The camera has one recording, so the address is that of all times. */
  readonly isForAll: boolean;
}

export interface DeviceRecordingsReport {
  /** Earliest and latest recorded time; null: nothing is recorded. */
  readonly recorded: RecordedStretch | null;
}

/** Implemented by the domain: how the recordings in a camera are reached. Null: not over ONVIF, or disabled. */
export interface RecordedCameraDirectory {
  find(key: Omit<CameraKey, 'profile'>): Promise<OnvifCamera | null>;
}

// ---- alarms ------------------------------------------------------------------------------------

/** The sources of alarms of one channel that are on. */
export interface AlarmTask {
  readonly camera: Omit<CameraKey, 'profile'>;
  readonly channelId: string;
  /** Events of the camera. Null: off, or it has no ONVIF address. */
  readonly onvif: OnvifCamera | null;
  /** Motion in the encoded stream. Null: off. */
  readonly motion: { readonly profile: StreamProfile; readonly sensitivity: number } | null;
}

/** Implemented by the domain. */
export interface AlarmDirectory {
  /** Of all channels with a source of alarms. */
  tasks(): Promise<readonly AlarmTask[]>;
  /** Options, sources or cameras were changed: call `tasks` again. */
  onChanged(listener: () => void): () => void;
}

/** Something that a camera reported, or that was found in its stream. */
export interface AlarmSighting {
  readonly tenantId: string;
  readonly channelId: string;
  readonly kind: AlarmKind;
  readonly source: 'onvif' | 'stream';
  readonly at: EpochMs;
}

/** Implemented by the domain. Repeated while the alarm lasts, so that it is prolonged. Rejects with storage errors. */
export type AlarmSink = (sighting: AlarmSighting) => Promise<void>;

/** One key frame at the time of an alarm, as an MP4 file. Of an encrypted device, the frame is encrypted. */
export interface AlarmPicture {
  readonly bytes: Uint8Array;
  readonly isEncrypted: boolean;
}

/**
 * Implemented by the media plane: the picture of an alarm, some seconds later. Null: there is none. Never rejects.
 */
export type AlarmPictureTaker = (alarm: {
  readonly id: string;
  readonly channelId: string;
  /** With the profile to be shown. */
  readonly camera: CameraKey;
  readonly at: EpochMs;
}) => Promise<AlarmPicture | null>;

export interface PicturedCamera {
  readonly channelId: string;
  /** With the profile to be shown. */
  readonly camera: CameraKey;
  /** Its stream may be opened for a picture. */
  readonly isOnline: boolean;
  /** What was recorded last. */
  readonly recorded: { readonly store: RecordStore; readonly endMs: EpochMs } | null;
}

/** A small JPEG, or why there is none although the camera has pictures. */
export type CameraPicture = Uint8Array | 'encrypted';

/** Implemented by the media plane: the last picture of a camera, at most some minutes old. Null: none. Never rejects. */
export type CameraPictureTaker = (camera: PicturedCamera) => Promise<CameraPicture | null>;

/**
 * Implemented by the media plane: a JPEG of what a share link shows, at most some minutes old. Null: there is none, or the
 * camera is encrypted. Never rejects.
 */
export type SharePictureTaker = (shared: SharedView) => Promise<Uint8Array | null>;

/** What a share link shows. */
export interface SharedView {
  readonly shareId: string;
  readonly channelId: string;
  readonly camera: CameraKey;
  /** Null: live video. */
  readonly recorded: {
    readonly store: RecordingKey['store'];
    readonly from: EpochMs;
    /** Exclusive. */
    readonly to: EpochMs;
  } | null;
}

/** Why the address of a webhook did not answer. `refusedAddress`: the server may not connect to it. */
export type WebhookFailure =
  | 'refusedAddress'
  | 'unresolved'
  | 'unreachable'
  | 'timeout'
  | 'certificate'
  | 'aborted'
  | 'broken';

/** Implemented by the media plane: posts to an allowed address, without redirects. The HTTP status. Never rejects. */
export type WebhookPost = (
  request: {
    readonly url: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  },
  options: { readonly timeoutMs: Ms; readonly signal: AbortSignal },
) => Promise<Result<number, WebhookFailure>>;

/**
 * `denied`: the service accepts no requests with this key. `limited`: none for now. `status`: another status than 200, also a
 * redirect.
 */
export type JsonFailure = WebhookFailure | 'denied' | 'limited' | 'status' | 'unreadable';

/** Implemented by the media plane: reads a JSON document from an allowed address, without redirects. Never rejects. */
export type JsonGet = (
  request: { readonly url: string; readonly headers: Readonly<Record<string, string>> },
  options: { readonly timeoutMs: Ms; readonly signal: AbortSignal },
) => Promise<Result<unknown, JsonFailure>>;

// ---- status ------------------------------------------------------------------------------------

export type StreamState = 'starting' | 'live' | 'retrying' | 'idle';

/** How a stream of access units is doing: a camera's, or what is converted from it. */
export interface StreamCondition {
  readonly state: StreamState;
  readonly tracks: TrackSet | null;
  readonly lastFailure: SourceFailure | null;
  /** Epoch ms of the next attempt while `retrying`. */
  readonly retryAt: EpochMs | null;
  /** Time of the last state change. */
  readonly since: EpochMs;
  /** Received from the camera over the last seconds, audio and video. */
  readonly bitrateKbps: number;
}

/** Of one camera and profile. State, tracks and failure are the camera's. */
export interface StreamStatus extends StreamCondition {
  readonly key: CameraKey;
  /** Of all outputs. */
  readonly viewers: number;
  /** Null: not converted at the moment. */
  readonly conversion: ConversionStatus | null;
}

/** Failures are of the conversion alone. */
export interface ConversionStatus extends StreamCondition {
  readonly viewers: number;
}

// ---- statistics --------------------------------------------------------------------------------

/** What is watched, and through which application. */
export interface ViewedCamera extends Omit<CameraKey, 'profile'> {
  readonly applicationId: string;
  /** Of the admission, for `GrantWatch`: who watches. Absent: nobody is admitted yet. */
  readonly grantId?: string;
}

/** `recorded`: in a store of ours, or replayed by the camera. */
export type ViewKind = 'live' | 'recorded';

/** Implemented by the domain: counts what is watched. No function throws, and none is called for each frame. */
export interface ViewCounter {
  /** One more view: a player is sent its first pictures. */
  open(camera: ViewedCamera, kind: ViewKind): OpenView;
  /** A player did not receive what it was permitted to, or no longer. `code` is that of its end or refusal. */
  failed(camera: ViewedCamera, kind: ViewKind, code: string): void;
}

export interface OpenView {
  /** Pictures flow from now on, or no longer. At first they do not. */
  flows(isFlowing: boolean): void;
  /** This much was watched until now, in addition to the time in which pictures flowed. */
  watched(ms: Ms): void;
  /** Safe to call twice. */
  close(): void;
}

// ---- PTZ ---------------------------------------------------------------------------------------

export type PtzDirection = 'up' | 'down' | 'left' | 'right';

/** How the PTZ of a camera is controlled. Contains credentials in clear text; kept in memory only. */
export type PtzSpec =
  | { readonly kind: 'demo'; readonly deviceSerial: string; readonly channelNo: number }
  | OnvifCamera;

/** One channel of a camera that is controlled over ONVIF. */
export interface OnvifCamera {
  readonly kind: 'onvif';
  /** Address of the device service, without user name and password. */
  readonly url: string;
  readonly username: string;
  readonly password: string;
  /** Video source of a multi-channel recorder, from 1. */
  readonly channelNo: number;
}

/** Why PTZ control fails: the code of the `AppError` with which opening and moving reject. */
export type PtzFailureCode =
  | 'ptz.refused' // address not allowed
  | 'ptz.unreachable' // no connection, or timeout
  | 'ptz.auth' // wrong user name or password
  | 'ptz.unsupported' // the camera has no PTZ
  | 'ptz.protocol'; // invalid response

/** PTZ control of one camera. */
export interface PtzDriver {
  readonly axes: { readonly pan: boolean; readonly tilt: boolean };
  /**
   * Starts or continues a movement; called repeatedly while a viewer holds a direction. `speed`: 0 slow, 1
   * normal, 2 fast. `limit`: the camera cannot move further in this direction. Rejects if the command fails.
   */
  start(direction: PtzDirection, speed: number): Promise<'accepted' | 'limit'>;
  /** Rejects if the command fails; the camera may then still be moving. */
  stop(): Promise<void>;
  /** Safe to call twice. */
  close(): Promise<void>;
}

/** Connects to the camera and reads its PTZ capabilities. */
export type PtzOpener = (spec: PtzSpec) => Promise<PtzDriver>;
