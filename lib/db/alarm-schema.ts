/** Alarms, the tokens of systems that report them, and webhooks. The rules for all tables are in `schema.ts`. */
import type { EpochMs } from '../kernel/units.ts';
import type { Fixed } from './schema.ts';

/** One alarm of one channel; it ends with its channel. */
export interface AlarmTable {
  id: Fixed<string>;
  tenantId: Fixed<string>;
  channelId: Fixed<string>;
  kind: Fixed<string>;
  /** Given by an outside system. Null: its kind is its name. */
  name: Fixed<string | null>;
  source: Fixed<'onvif' | 'http' | 'stream'>;
  startAt: EpochMs;
  /** When it was last reported. */
  endAt: EpochMs;
  /** Identifies it in the system that reported it; unique for its channel. */
  externalId: Fixed<string | null>;
  /** What of the recordings belongs to it; `recordTo` is exclusive. */
  recordFrom: EpochMs;
  recordTo: EpochMs;
  /** Size of its picture in bytes. Null: none. */
  imageBytes: number | null;
  /** Position among the alarms of the organisation that people are notified of. Null: nobody is notified. */
  noticeNo: Fixed<number | null>;
  /** '0' not acknowledged, '1' acknowledged. */
  state: '0' | '1';
  ackAt: EpochMs | null;
  /** Account name. */
  ackBy: string | null;
}

/** The picture of an alarm; it goes with its alarm. */
export interface AlarmPictureTable {
  alarmId: Fixed<string>;
  tenantId: Fixed<string>;
  /** 1: the frame is encrypted with the key of its device. */
  isEncrypted: Fixed<number>;
  /** An MP4 file of one key frame, base64. */
  content: Fixed<string>;
}

/** Permission of an outside system to report alarms. */
export interface AlarmTokenTable {
  id: Fixed<string>;
  tenantId: Fixed<string>;
  name: Fixed<string>;
  /** SHA-256 of the token, hex. The token itself is not stored. */
  tokenHash: string;
  /** JSON array of `SERIAL` or `SERIAL:CHANNEL`. Null: every camera of the tenant. */
  cameras: Fixed<string | null>;
  /** Department of the user who issued it, whose users see it. */
  deptId: Fixed<number | null>;
  createdBy: Fixed<string>;
  createdAt: Fixed<EpochMs>;
  /** To the minute. Null: never. */
  lastUsedAt: EpochMs | null;
}

/** Where alarms of an organisation are sent. */
export interface WebhookTable {
  id: Fixed<string>;
  tenantId: Fixed<string>;
  name: string;
  url: string;
  /** Key of the signature. */
  secretSealed: string;
  /** JSON array of alarm kinds. Empty: all of them. */
  kinds: string;
  status: string;
  version: number;
  createdBy: Fixed<string>;
  createdAt: Fixed<EpochMs>;
  updatedBy: string;
  updatedAt: EpochMs;
}

/** One alarm, or one message about something else, sent to one webhook. */
export interface WebhookDeliveryTable {
  id: Fixed<string>;
  tenantId: Fixed<string>;
  webhookId: Fixed<string>;
  /** Null: `payload` is sent. */
  alarmId: Fixed<string | null>;
  /** JSON of what is sent. Null: the alarm, as it is at that time. */
  payload: Fixed<string | null>;
  state: 'waiting' | 'delivered' | 'failed';
  attempts: number;
  /** Of the next attempt. */
  nextAt: EpochMs;
  /** HTTP status of the last attempt. Null: no response. */
  lastStatus: number | null;
  lastError: string | null;
  createdAt: Fixed<EpochMs>;
  doneAt: EpochMs | null;
}

/** Numbers of alarms, see `noticeNo`. */
export interface AlarmCounterTable {
  tenantId: Fixed<string>;
  lastNo: number;
}

/** Column of `channel`: JSON of `AlarmOptions`. Null: no source of alarms is on. */
export interface ChannelAlarms {
  alarmOptions: string | null;
}

export interface AlarmDatabase {
  alarm: AlarmTable;
  alarmPicture: AlarmPictureTable;
  alarmCounter: AlarmCounterTable;
  alarmToken: AlarmTokenTable;
  webhook: WebhookTable;
  webhookDelivery: WebhookDeliveryTable;
}
