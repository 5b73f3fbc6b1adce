/**
 * What the media plane is made of, as seen from outside it: the domain implements the gate and the
 * directory, `lib/server` wires them to the plane, sources and outputs implement the rest.
 * Imports kernel and types of the codecs only. Start reading at `MediaSource`.
 */
import type { AudioTrack, VideoTrack } from '../codec/tracks.ts';
import type { Result } from '../kernel/result.ts';
import type { EpochMs, Ms } from '../kernel/units.ts';

/** `main` is the camera's full picture (…hd.live), `sub` its small one (…live). */
export type StreamProfile = 'main' | 'sub';

/** `asSent` is what the camera codes; `h264` is the same picture transcoded where the camera codes otherwise. */
export type VideoForm = 'asSent' | 'h264';

/** Names one connection to a camera: whatever is made of the stream is made from this one. */
export interface CameraKey {
  readonly tenantId: string;
  readonly deviceSerial: string;
  readonly channelNo: number;
  readonly profile: StreamProfile;
}

/** Names what viewers share: a camera's stream in one form. */
export interface StreamKey extends CameraKey {
  readonly video: VideoForm;
}

// ---- tracks and access units -------------------------------------------------------------------

/** What a source carries. A source without picture has `video: null`. */
export interface TrackSet {
  readonly video: VideoTrack | null;
  readonly audio: AudioTrack | null;
}

/** One coded picture or one packet of sound. Buffers are never written to after they are handed on. */
export interface AccessUnit {
  readonly kind: 'video' | 'audio';
  /** Milliseconds (may have a fraction) since the source started; both tracks on one scale. */
  readonly dtsMs: Ms;
  /** `ptsMs - dtsMs` is 0 unless the stream has B-frames. */
  readonly ptsMs: Ms;
  /** When the camera took it: RTCP sender reports where the camera sends them, else arrival. */
  readonly wallMs: EpochMs;
  /** Video only: a decoder can start here. Audio: always true. */
  readonly isKey: boolean;
  /** Video: NAL units with 4-byte lengths, parameter sets removed. AAC: one raw frame. G.711: samples. */
  readonly data: Uint8Array;
}

// ---- sources -----------------------------------------------------------------------------------

/** Where a picture comes from. Credentials are in clear here and live in memory only. */
export type SourceSpec =
  | { readonly kind: 'demo'; readonly scene: string; readonly profile: StreamProfile }
  | { readonly kind: 'rtsp'; readonly url: string; readonly username: string; readonly password: string };

/** Why a source stopped. `code` is API; `message` has no secret in it. */
export interface SourceFailure {
  readonly code:
    | 'source.refused' // address not allowed, malformed URL
    | 'source.unreadable' // what is stored about the camera cannot be read: database, master key
    | 'source.unreachable' // no connection
    | 'source.auth' // 401, 403
    | 'source.notFound' // 404
    | 'source.unsupported' // nothing we can carry
    | 'source.protocol' // the camera broke the protocol
    | 'source.silent' // connected, but no media for too long
    | 'source.ended'; // the camera closed
  readonly message: string;
  /** False: trying again without a change of configuration is pointless, so try rarely. */
  readonly retryable: boolean;
}

export interface SourceSink {
  /** Before the first unit, and again whenever codec, size or track set change. */
  tracks(tracks: TrackSet): void;
  unit(unit: AccessUnit): void;
  /** At most once; nothing arrives after it. */
  failed(failure: SourceFailure): void;
}

/** One connection to one camera. It never retries: the stream does, with a new one. */
export interface MediaSource {
  start(sink: SourceSink): void;
  /** Safe to call twice and from inside a sink call; nothing arrives after it. */
  stop(): void;
  /** Of sources that know more about their connection than the media says. Changes while the source is running. */
  readonly facts?: SourceFacts | undefined;
}

/** What is known about a connection beside the media itself; for the operator's check. */
export interface SourceFacts {
  /** Media that the camera offers and we do not carry. */
  readonly skipped: readonly { readonly kind: string; readonly encoding: string; readonly reason: string }[];
  readonly describedAudio: string | null;
  /** False: wall time is the time of arrival. */
  readonly clockFromCamera: boolean;
  /** The camera's clock against ours. */
  readonly clockSkewMs: Ms | null;
  readonly droppedFrames: number;
}

/** `key`: the stream it is opened for; none when it is opened to probe the camera. */
export type SourceFactory = (spec: SourceSpec, key?: CameraKey) => MediaSource;

// ---- who may watch what ------------------------------------------------------------------------

/** Result of a valid ticket: what it opens, and the grant whose end must end the stream. */
export interface Admission {
  readonly key: StreamKey;
  readonly grantId: string;
  /** The stream may not outlive this. */
  readonly expiresAt: EpochMs;
}

export interface Refusal {
  readonly status: 401 | 403 | 404 | 429;
  /** As in the open-platform API: 10002, 20002 … */
  readonly code: string;
  readonly message: string;
}

/** Implemented by the domain. Asked in the handler of every media request. */
export interface LiveGate {
  /** Checks signature, expiry, single use and that the ticket was made for exactly this path. */
  admit(ticket: string, wanted: Omit<StreamKey, 'tenantId'>): Promise<Result<Admission, Refusal>>;
  /** Of these grants, which no longer stand (revoked, expired, application or device disabled). Polled every 2 s. */
  ended(grantIds: readonly string[]): Promise<ReadonlySet<string>>;
  /** Called at once for a revocation made in this process, soon for one made in another. */
  onRevoked(listener: (grantId: string) => void): () => void;
  /** Some may have ended, and which is not known: ask `ended` now. */
  onDoubt(listener: () => void): () => void;
}

/** Implemented by the domain: the stored source of a stream, decrypted, or null when there is none. */
export interface SourceDirectory {
  find(key: CameraKey): Promise<SourceSpec | null>;
  /** The stored source changed or went away: the running one must be replaced. */
  onChanged(
    listener: (device: Pick<StreamKey, 'tenantId' | 'deviceSerial' | 'channelNo'>) => void,
  ): () => void;
  /** Any may have changed, and which is not known: compare what runs with what is stored. */
  onMissed(listener: () => void): () => void;
}

// ---- what the plane tells ----------------------------------------------------------------------

export type StreamState = 'starting' | 'live' | 'retrying' | 'idle';

/** How a stream of access units is doing: a camera's, or what is converted from it. */
export interface StreamCondition {
  readonly state: StreamState;
  readonly tracks: TrackSet | null;
  readonly lastFailure: SourceFailure | null;
  /** Epoch ms of the next attempt while `retrying`. */
  readonly retryAt: EpochMs | null;
  /** When it came into this state. */
  readonly since: EpochMs;
  /** From the camera, over the last seconds; sound and picture as coded. */
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

// ---- pan-tilt ----------------------------------------------------------------------------------

export type PtzDirection = 'up' | 'down' | 'left' | 'right';

/** How the head of a camera is told to move. Credentials are in clear here and live in memory only. */
export type PtzSpec =
  | { readonly kind: 'demo'; readonly deviceSerial: string; readonly channelNo: number }
  | {
      readonly kind: 'onvif';
      /** Of the device service, without user name and password. */
      readonly url: string;
      readonly username: string;
      readonly password: string;
      /** Of a recorder with several pictures: which of them, from 1. */
      readonly channelNo: number;
    };

/** Why a head cannot be told anything: the code of the `AppError` that opening and moving reject with. */
export type PtzFailureCode =
  | 'ptz.refused' // address not allowed
  | 'ptz.unreachable' // no connection, or no answer in time
  | 'ptz.auth' // user name or password is wrong
  | 'ptz.unsupported' // no pan-tilt there
  | 'ptz.protocol'; // an answer that makes no sense

/** The motors below one camera. */
export interface PtzDriver {
  readonly axes: { readonly pan: boolean; readonly tilt: boolean };
  /**
   * Starts or goes on moving; called again and again while somebody holds a direction. `speed` is 0 slow,
   * 1 usual, 2 fast. `limit`: it cannot move further that way. Rejects when the camera cannot be told.
   */
  start(direction: PtzDirection, speed: number): Promise<'accepted' | 'limit'>;
  /** Rejects when the camera cannot be told; then it may still be moving. */
  stop(): Promise<void>;
  /** Safe to call twice. */
  close(): Promise<void>;
}

/** Reaches the camera and learns what it can do. */
export type PtzOpener = (spec: PtzSpec) => Promise<PtzDriver>;
