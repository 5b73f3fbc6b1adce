/** Talk and voice messages. The rules for all tables are in `schema.ts`. */
import type { EpochMs, Ms } from '../kernel/units.ts';
import type { Fixed } from './schema.ts';

/** Who talks to a channel. Used when several processes serve. */
export interface TalkLeaseTable {
  /** Organisation, device and channel number. */
  name: Fixed<string>;
  /** Process and talk. */
  owner: string;
  /** By the clock of the database. */
  expiresAt: EpochMs;
}

/** The cameras of a broadcast that may begin: a ticket is too short for them. */
export interface TalkBroadcastTable {
  /** Of the ticket. */
  jti: Fixed<string>;
  tenantId: Fixed<string>;
  /** JSON array of `{deviceSerial, channelNo}`. */
  cameras: Fixed<string>;
  expiresAt: Fixed<EpochMs>;
}

/** Something that was said to a camera, or failed. It outlives camera and grant. */
export interface TalkLogTable {
  id: Fixed<string>;
  tenantId: Fixed<string>;
  kind: Fixed<'talk' | 'broadcast' | 'voice'>;
  /** Null: there was no such channel. */
  channelId: Fixed<string | null>;
  cameraName: Fixed<string>;
  deviceSerial: Fixed<string>;
  channelNo: Fixed<number>;
  /** Department of the device at that time. */
  deptId: Fixed<number | null>;
  /** Account name. Null: a viewer on the page of an application. */
  userName: Fixed<string | null>;
  applicationName: Fixed<string>;
  clientAddress: Fixed<string>;
  startAt: Fixed<EpochMs>;
  /** Process that runs it. Null: it has ended. */
  owner: string | null;
  /** Null: it has not ended, or nobody knows when, because its process died. */
  endAt: EpochMs | null;
  /** Of the audio that the camera accepted; 0 until the end. */
  sentMs: Ms;
  /** A `TalkFailureCode`, or `talk.interrupted`. Null: nothing failed. */
  failureCode: string | null;
}

/** A saved voice message. */
export interface VoiceTable {
  id: Fixed<string>;
  tenantId: Fixed<string>;
  name: string;
  durationMs: Fixed<Ms>;
  /** Of the WAV file. */
  byteSize: Fixed<number>;
  version: number;
  createdBy: Fixed<string>;
  createdAt: Fixed<EpochMs>;
  updatedBy: string;
  updatedAt: EpochMs;
}

/** The audio of a voice message; it goes with its message. */
export interface VoiceContentTable {
  voiceId: Fixed<string>;
  tenantId: Fixed<string>;
  /** A WAV file, base64. */
  content: Fixed<string>;
}

/** `auto`: as the camera says. `full`, `half`: the camera has a loudspeaker, whatever it says. */
export type TalkSetting = 'auto' | 'off' | 'full' | 'half';

export interface TalkDatabase {
  talkLease: TalkLeaseTable;
  talkBroadcast: TalkBroadcastTable;
  talkLog: TalkLogTable;
  voice: VoiceTable;
  voiceContent: VoiceContentTable;
}
