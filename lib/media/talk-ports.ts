/**
 * Interfaces of talk and voice messages. The domain implements gate, directory, leases and log; the media plane
 * implements back channels and `TalkPlane`; the gateway uses them. Start reading at `TalkPlane`.
 */
import type { Result } from '../kernel/result.ts';
import type { EpochMs, Ms } from '../kernel/units.ts';
import type { CameraKey, GrantWatch, Refusal, SourceSpec } from './ports.ts';

/** The channel that is talked to. */
export type TalkKey = Omit<CameraKey, 'profile'>;

/** `half`: while the viewer speaks, audio of the camera is not passed on. */
export type Duplex = 'full' | 'half';

// ---- audio -------------------------------------------------------------------------------------

/** Sample rates that Opus decodes to without another conversion. */
export type TalkRate = 8_000 | 16_000 | 24_000 | 48_000;

/** Mono, 16 bit. */
export interface Pcm {
  readonly rate: TalkRate;
  readonly samples: Int16Array;
}

/** What the loudspeaker of a demo camera has played, newest at the end; at most a minute. */
export interface PlayedAudio extends Pcm {
  /** When the last sample was played. */
  readonly endedAt: EpochMs;
}

/** Null: nothing was played on this camera since the server started, or it is no demo camera. */
export type DemoAudio = (key: TalkKey) => PlayedAudio | null;

/** Files of voice messages. Implemented by the media plane. */
export interface VoiceAudio {
  /** Null: not a format that is read, or damaged. */
  read(file: Uint8Array): Promise<Pcm | null>;
  /** As a WAV file. */
  write(audio: Pcm): Uint8Array;
}

/** Speaks a text, as a WAV file. Null: it failed, or too many texts are spoken at the moment. Never rejects. */
export type Speech = (text: string) => Promise<Uint8Array | null>;

/** One RTP payload of Opus, normally of 20 ms. */
export interface OpusPacket {
  readonly data: Uint8Array;
  /** 0 to 65535. */
  readonly sequence: number;
  /** In units of 1/48000 s, modulo 2^32. */
  readonly timestamp: number;
}

// ---- back channels -----------------------------------------------------------------------------

/**
 * Why a camera cannot be talked to: the code of the `AppError` of a rejection, and of a failure. Messages contain no
 * secrets.
 */
export type TalkFailureCode =
  | 'talk.refused' // address not allowed
  | 'talk.unreachable' // no connection, or timeout
  | 'talk.auth' // wrong user name or password
  | 'talk.unsupported' // the camera has no back channel, or none with a codec that can be produced
  | 'talk.withdrawn' // the camera was disabled, or the permission to talk has ended
  | 'talk.busy' // the camera is in a talk already, or has no connection left
  | 'talk.protocol' // invalid response
  | 'talk.ended'; // closed by the camera

export interface TalkFailure {
  readonly code: TalkFailureCode;
  readonly message: string;
}

/** What the back channel of a camera accepts. */
export interface BackChannelFormat {
  readonly codec: 'pcmu' | 'pcma' | 'aac' | 'opus' | 'pcm';
  readonly rate: TalkRate;
}

/** An open way to the loudspeaker of one camera. */
export interface BackChannel {
  readonly format: BackChannelFormat;
  /** Rate at which `write` expects samples. */
  readonly rate: TalkRate;
  /** Encodes and sends at once; the caller paces. Ignored after the end. */
  write(samples: Int16Array): void;
  /** Audio that the camera sends back over this connection, for example the echo of a demo camera. */
  onAudio(listener: (audio: Pcm) => void): () => void;
  /** Called at most once, not after `close`. */
  onFailed(listener: (failure: TalkFailure) => void): () => void;
  /** Sends what was written, then closes. Safe to call twice. Never rejects. */
  close(): Promise<void>;
}

/** Connects to the back channel of a camera. Rejects with `AppError` of a `TalkFailureCode`. */
export type BackChannelOpener = (spec: SourceSpec, key: TalkKey, signal: AbortSignal) => Promise<BackChannel>;

/** What the back channel accepts, without talking; null: there is none. Rejects as opening does. */
export type BackChannelInspector = (
  spec: SourceSpec,
  key: TalkKey,
  signal: AbortSignal,
) => Promise<BackChannelFormat | null>;

// ---- access control ----------------------------------------------------------------------------

/** One camera of a talk or a broadcast. */
export interface TalkTarget {
  readonly key: TalkKey;
  /** Null: there is no such channel, or it is disabled; `TalkDirectory` finds nothing. */
  readonly channelId: string | null;
  /** For the display. */
  readonly name: string;
  readonly duplex: Duplex;
}

/** A camera of an admission. */
export interface AdmittedTarget extends TalkTarget {
  /** For `GrantWatch`: when it ends, the talk to this camera must end within 5 s. Null: `channelId` is null. */
  readonly useId: string | null;
}

/** Result of a valid talk ticket. */
export interface TalkAdmission {
  /** The first one is the camera of the ticket; several: a broadcast. */
  readonly targets: readonly AdmittedTarget[];
  /** For `GrantWatch`: it ends when no target is permitted any more, and a session then within 5 s. */
  readonly grantId: string;
  readonly expiresAt: EpochMs;
  readonly clientAddress: string;
}

/** Implemented by the domain. Called once for each session of the gateway. */
export interface TalkGate extends GrantWatch {
  /**
   * Checks the signature, the expiry, single use, and that the ticket is for this channel. Channel 0 is whichever the
   * ticket is for: players of the open platform send it in a talk.
   */
  admit(
    ticket: string,
    wanted: { readonly deviceSerial: string; readonly channelNo: number },
  ): Promise<Result<TalkAdmission, Refusal>>;
}

/** Implemented by the domain: one talker per channel, across processes. */
export interface TalkLeases {
  /** Null: somebody talks to this channel already (400904). */
  take(target: TalkTarget): Promise<TalkLease | null>;
}

export interface TalkLease {
  /** Another process has taken over, because this one did not renew it in time. Called at most once. */
  onLost(listener: () => void): () => void;
  /** Safe to call twice. Never rejects. */
  release(): Promise<void>;
}

/** Implemented by the domain: the stored source of a channel, decrypted, or null if there is none. */
export interface TalkDirectory {
  find(key: TalkKey): Promise<SourceSpec | null>;
}

/** What was sent to a camera. */
export type TalkKind = 'talk' | 'broadcast' | 'voice';

/** What became of a talk to one camera. */
export interface TalkOutcome {
  /** Of the audio that the camera accepted. */
  readonly sentMs: Ms;
  /** Null: the camera was reached, and nothing failed. */
  readonly failure: TalkFailure | null;
}

/** Implemented by the domain: who talks to which camera, and what became of it. */
export interface TalkLog {
  /** Call it while the lease of the channel is held, and what it returns once, at the end. Neither throws. */
  began(talk: {
    readonly kind: TalkKind;
    readonly target: TalkTarget;
    readonly grantId: string;
    readonly clientAddress: string;
    readonly startedAt: EpochMs;
  }): (outcome: TalkOutcome) => void;
}

// ---- talk --------------------------------------------------------------------------------------

/** `waiting`: the connection is being opened. `receiving`: the camera accepts audio. */
export interface TalkTargetStatus {
  readonly target: TalkTarget;
  readonly state: 'waiting' | 'receiving' | 'failed';
  readonly failure: TalkFailure | null;
  readonly sentMs: Ms;
}

/** Why a talk ended: `code` is API. */
export interface TalkEnd {
  readonly code: 'closed' | 'failed' | 'grant.ended' | 'grant.expired' | 'lost';
  readonly message: string;
}

/** One viewer talking to one or more cameras. */
export interface TalkCall {
  /** A packet of the viewer's microphone. Lost and reordered packets are concealed. */
  receive(packet: OpusPacket): void;
  /** Audio of the camera, for the viewer: a packet each 20 ms while there is any. */
  onPacket(listener: (packet: OpusPacket) => void): () => void;
  readonly targets: readonly TalkTargetStatus[];
  /** Called when the state of a target changes. */
  onTargets(listener: (targets: readonly TalkTargetStatus[]) => void): () => void;
  /** Called once. */
  onEnd(listener: (end: TalkEnd) => void): () => void;
  /** Safe to call twice. Never rejects. */
  close(): Promise<void>;
}

/** Code of the open-platform API: 400904 in a talk, -1000 no talk, 20007 no source or not reachable. */
export interface TalkRefusal {
  readonly code: '400904' | '-1000' | '20007' | '10002';
  readonly message: string;
}

/** Talk and voice messages to cameras. */
export interface TalkPlane {
  /** Resolves when the first target accepts audio; refused if none does. */
  open(admission: TalkAdmission): Promise<Result<TalkCall, TalkRefusal>>;
  /**
   * Plays a message on one camera at the speed of speech. Resolves when the camera has accepted all of it, with a refusal
   * or failure if it has not. Never rejects.
   */
  play(
    admission: Pick<TalkAdmission, 'grantId' | 'clientAddress'> & { readonly target: TalkTarget },
    audio: Pcm,
    signal: AbortSignal,
  ): Promise<Result<void, TalkRefusal | TalkFailure>>;
  /** Running talks and messages. */
  statuses(): readonly TalkTargetStatus[];
  /** Ends all. Safe to call twice. */
  close(): Promise<void>;
}

// ---- WebRTC ------------------------------------------------------------------------------------

/** An ICE candidate as the protocol carries it; `completed`: there are no more. */
export type TrickledCandidate =
  | {
      readonly candidate: string;
      readonly sdpMid?: string | undefined;
      readonly sdpMLineIndex?: number | undefined;
    }
  | { readonly completed: true };

/** The server's end of one WebRTC connection with Opus both ways: embedded, or in a Janus. */
export interface TalkPeer {
  /** The answer to an offer. Called once. Rejects with `AppError` of code `peer.offer` (unusable) or `peer.failed`. */
  answer(offer: string): Promise<string>;
  addCandidate(candidate: TrickledCandidate): void;
  /** Candidates of this end that the answer does not contain. */
  onCandidate(listener: (candidate: TrickledCandidate) => void): () => void;
  /** Authenticated and decrypted packets of the viewer; replays are dropped. */
  onPacket(listener: (packet: OpusPacket) => void): () => void;
  send(packet: OpusPacket): void;
  /** `up` once; `down` once, with the reason, also without `up`. */
  onState(
    listener: (state: { readonly state: 'up' } | { readonly state: 'down'; readonly reason: string }) => void,
  ): () => void;
  /** Share of packets of the viewer that were lost, 0 to 1, since the last call. */
  lossSinceLastCall(): number;
  /** Safe to call twice. Never rejects. */
  close(): Promise<void>;
}

/** Rejects with `AppError` `peer.failed` if the gateway behind it cannot be reached. */
export type OpenTalkPeer = () => Promise<TalkPeer>;

/** An entry of `RTCConfiguration.iceServers`. */
export interface IceServer {
  readonly urls: readonly string[];
  readonly username?: string | undefined;
  readonly credential?: string | undefined;
}
