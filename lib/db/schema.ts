/**
 * The tables as Kysely types; `migrations/` creates them. Names are camelCase here and snake_case in the database. In
 * every table: an id is 32 hex digits that sort by creation time, or in the console's tables (`console-schema.ts`) an
 * integer, because their specified paths require it; a time is epoch ms, a flag is 0 or 1, a document is JSON text, and
 * a column ending in `Sealed` is AES-256-GCM text that only `lib/domain/crypto/seal.ts` reads. Start reading at
 * `Database`.
 */
import type { ColumnType, Generated } from 'kysely';
import type { EpochMs } from '../kernel/units.ts';
import type { AlarmDatabase, ChannelAlarms } from './alarm-schema.ts';
import type { ConsoleDatabase } from './console-schema.ts';
import type { ContentDatabase } from './content-schema.ts';
import type { JobDatabase } from './job-schema.ts';
import type { MessageDatabase } from './message-schema.ts';
import type { MonitoringDatabase } from './monitoring-schema.ts';
import type { StatisticsDatabase } from './statistics-schema.ts';
import type { TalkDatabase, TalkSetting } from './talk-schema.ts';
import type { WatchDatabase } from './watch-schema.ts';

export type Flag = 0 | 1;
/** Written once, at insert. */
export type Fixed<T> = ColumnType<T, T, never>;

/** Rows that are edited in the console and also created by the command line. */
interface Editable {
  /** Increases with each change. */
  version: Generated<number>;
  /** Account names; empty: the command line, or the first start. */
  createdBy: Generated<string>;
  updatedBy: Generated<string>;
  /** 0: not changed since its creation. */
  updatedAt: Generated<EpochMs>;
}

/** An organisation. Everything it owns carries its id, so that no query crosses tenants by accident. */
export interface TenantTable {
  id: Fixed<string>;
  name: string;
  /** 0: sign-in and viewing are disabled for this tenant. */
  enabled: Flag;
  createdAt: Fixed<EpochMs>;
  /** Incremented when a role, a menu, a department or a user's roles change: computed permissions are stale. */
  permissionsVersion: Generated<number>;
}

/** An integrator's application: which origins may embed the player and which tokens may be requested. */
export interface ApplicationTable extends Editable {
  id: Fixed<string>;
  tenantId: Fixed<string>;
  name: string;
  /** Public, 32 hex digits; part of the frame's path. */
  appKey: Fixed<string>;
  /** SHA-256 of the secret, hex. */
  secretHash: string;
  secretRotatedAt: EpochMs;
  /** JSON array of exact origins that may frame the player. */
  allowedOrigins: string;
  /** JSON object `{maxTokenSeconds, capabilities}`; `capabilities` null means all of them. */
  tokenPolicy: string;
  enabled: Flag;
  createdAt: Fixed<EpochMs>;
  deptId: number | null;
  remark: string | null;
  /** 1: the console's own application, for previews. Only our own pages may frame it; it cannot be changed. */
  isBuiltIn: Generated<Flag>;
}

/** The stored row of one access token. */
export interface AccessTokenGrantTable {
  id: Fixed<string>;
  tenantId: Fixed<string>;
  applicationId: Fixed<string>;
  /** SHA-256 of the token, hex. The token itself is not stored. */
  tokenHash: Fixed<string>;
  /** JSON array of `SERIAL` or `SERIAL:CHANNEL`. Null: every camera of the tenant. */
  cameras: Fixed<string | null>;
  /** JSON array of capabilities. */
  capabilities: Fixed<string>;
  createdAt: Fixed<EpochMs>;
  expiresAt: Fixed<EpochMs>;
  /** Null: not revoked. */
  revokedAt: EpochMs | null;
  /** Copied from its application: the department whose users see it. */
  deptId: number | null;
  /** Account name; empty: the integrator, or the command line. */
  createdBy: Generated<string>;
  /** For a preview: it ends with this console session. */
  sessionId: Fixed<string | null>;
  /** Given in the console; otherwise empty. */
  name: Generated<string>;
  /** Of who opened a shared recording: it is limited to the range of the share, and ends with it. */
  shareId: Fixed<string | null>;
}

/** Used media tickets, until they would have expired. Used when several processes serve. */
export interface UsedTicketTable {
  jti: Fixed<string>;
  expiresAt: Fixed<EpochMs>;
}

/** A site or customer that devices belong to. */
export interface CompanyTable extends Editable {
  id: Fixed<string>;
  tenantId: Fixed<string>;
  name: string;
  createdAt: Fixed<EpochMs>;
  shortName: string | null;
  /** Unified social credit code: 18 characters, the last one a check digit. */
  creditCode: string | null;
  contactName: string | null;
  contactPhone: string | null;
  address: string | null;
  /** '0' enabled, '1' disabled. */
  status: Generated<string>;
  /** Department whose users see it. Null: only users with access to all data. */
  deptId: number | null;
  /** Maximum number of devices. Null: unlimited. */
  deviceQuota: number | null;
  expireAt: EpochMs | null;
  remark: string | null;
}

export interface DeviceTable extends Editable {
  id: Fixed<string>;
  tenantId: Fixed<string>;
  /** Null: not assigned to a company. */
  companyId: string | null;
  /** Unique in the whole system, because camera addresses name no tenant. */
  serial: Fixed<string>;
  name: string;
  /** The verification code. Null: none. */
  validCodeSealed: string | null;
  /** 1: viewers must supply the verification code. */
  isEncrypt: Flag;
  /** 0: does not exist for anybody but operators. */
  enabled: Flag;
  createdAt: Fixed<EpochMs>;
  productType: Generated<string>;
  model: string | null;
  manufacturer: string | null;
  address: string | null;
  deptId: number | null;
  /** When it was last online. Null: never. */
  lastOnlineAt: EpochMs | null;
  onlineState: Generated<OnlineState>;
  /** When `onlineState` was last checked. Null: never. */
  stateCheckedAt: EpochMs | null;
  remark: string | null;
}

/** '0' never online, '1' online, '2' offline at the last check. */
export type OnlineState = '0' | '1' | '2';

export interface ChannelTable extends Editable, ChannelAlarms {
  id: Fixed<string>;
  tenantId: Fixed<string>;
  deviceId: Fixed<string>;
  /** 1 to 256, unique in its device. */
  number: Fixed<number>;
  name: string;
  enabled: Flag;
  createdAt: Generated<EpochMs>;
  /** 1 PTZ, 2 dome, 3 fixed, 4 fixed with a remote head. */
  ptzType: Generated<string>;
  /** JSON of the recording schedule. Null: none. */
  recordPlan: string | null;
  talk: Generated<TalkSetting>;
  address: string | null;
  /** Degrees of WGS 84, up to six digits; both or none. */
  lng: string | null;
  lat: string | null;
  remark: string | null;
  /** Of this channel; a device is online when one of its channels is. */
  onlineState: Generated<OnlineState>;
  stateCheckedAt: EpochMs | null;
  /** As its device's, which alone is set: channels are looked for by them. */
  deptId: number | null;
  deviceSerial: Generated<string>;
}

/** The source of one profile of one channel. */
export interface StreamSourceTable {
  id: Fixed<string>;
  tenantId: Fixed<string>;
  channelId: Fixed<string>;
  profile: Fixed<'main' | 'sub'>;
  kind: 'rtsp' | 'demo';
  /** Shown in lists: `rtsp://host:port/…` or `demo:scene`. Never a credential, path or query. */
  label: string;
  /** Kind demo: the scene. Null for other kinds. */
  scene: string | null;
  /**
   * Kind rtsp: `{url, username, password}`. Sealed as a whole, because some cameras have credentials in path or query.
   */
  endpointSealed: string | null;
  /** 1: a user name or password is stored. */
  hasPassword: Flag;
  updatedAt: EpochMs;
  /** Kind rtsp: how the camera sends its media. */
  transport: Generated<'auto' | 'tcp' | 'udp' | 'multicast'>;
  /** Audio that the camera accepts, as `codec/rate`; `none`: it accepts none. Null: the camera has not answered yet. */
  backChannel: string | null;
}

/** Player themes of a tenant. Built-in themes are code, not rows. */
export interface ThemeTable {
  tenantId: Fixed<string>;
  /** 32 letters and digits, unique in its tenant; pages may have used it before it was imported. */
  id: Fixed<string>;
  /** Name, introduction and type of the record, for lists. */
  name: string;
  intro: string;
  type: 'webLive' | 'webRec' | 'mobileLive' | 'mobileRec';
  /** The draft: JSON of a `Theme`; the id and times in it are ignored. */
  record: string;
  /** `changed`: published, and the draft has changed since. */
  state: 'draft' | 'changed' | 'published';
  /** Of the `themeVersion` that players receive. Null: never published, as are the next two. */
  publishedNumber: number | null;
  publishAt: EpochMs | null;
  publishBy: string | null;
  /** Increases with each change. */
  version: number;
  /** Account names; empty: the command line. */
  createdBy: Fixed<string>;
  updatedBy: string;
  createdAt: Fixed<EpochMs>;
  updatedAt: EpochMs;
}

/** What was published of a theme. Rows are never changed. */
export interface ThemeVersionTable {
  tenantId: Fixed<string>;
  themeId: Fixed<string>;
  /** From 1. */
  number: Fixed<number>;
  record: Fixed<string>;
  /** An earlier version with the same record, which was published again. */
  restoredFrom: Fixed<number | null>;
  publishedBy: Fixed<string>;
  publishedAt: Fixed<EpochMs>;
}

/** How often an application asked for a theme on a day (UTC, days since 1970). */
export interface ThemeUseTable {
  tenantId: Fixed<string>;
  themeId: Fixed<string>;
  applicationId: Fixed<string>;
  day: Fixed<number>;
  requests: number;
  /** The last request. */
  usedAt: EpochMs;
}

/** A link that shows the draft of a theme to whoever has its code, for a day. */
export interface ThemeDraftLinkTable {
  id: Generated<number>;
  tenantId: Fixed<string>;
  themeId: Fixed<string>;
  /** SHA-256 of its code. */
  tokenHash: Fixed<string>;
  /** Times that the page was opened. */
  opens: number;
  /** The last time. */
  openedAt: EpochMs | null;
  createdBy: Fixed<string>;
  createdAt: Fixed<EpochMs>;
  expiresAt: EpochMs;
}

/** Where the PTZ commands of one channel are sent. */
export interface PtzTable {
  id: Fixed<string>;
  tenantId: Fixed<string>;
  channelId: Fixed<string>;
  /** Shown in lists: `http://host:port`. */
  label: string;
  /** `{url, username, password, sharesLogin}`. */
  endpointSealed: string;
  /** 1: a user name or password is stored. */
  hasPassword: Flag;
  /** Axes reported by the last successful query. Null: the camera has never answered. */
  canPan: Flag | null;
  canTilt: Flag | null;
  updatedAt: EpochMs;
}

/**
 * The recordings of one channel in one store. The channel and its organisation may be gone: the row remains until its
 * files are removed.
 */
export interface RecordingTable {
  id: Generated<number>;
  tenantId: Fixed<string>;
  channelId: Fixed<string>;
  store: Fixed<'cloud' | 'device'>;
  /** Totals of its segments, so that nobody has to read a year of rows. */
  bytes: Generated<number>;
  segments: Generated<number>;
}

/** One segment file. */
export interface RecordedSegmentTable {
  recordingId: Fixed<number>;
  startMs: Fixed<EpochMs>;
  /** Exclusive. */
  endMs: EpochMs;
  bytes: number;
  kind: 'schedule' | 'alarm';
}

/** A link to live video or to a range of the recordings of one channel; it ends with the channel. */
export interface RecordingShareTable {
  id: Fixed<string>;
  tenantId: Fixed<string>;
  name: Fixed<string>;
  /** SHA-256 of the link's code, or of the token of an older link, hex. Neither is stored. */
  tokenHash: string;
  channelId: Fixed<string>;
  store: Fixed<'cloud' | 'device' | 'live'>;
  /** What can be seen; `toAt` is exclusive. Of live video: from the creation to the expiry. */
  fromAt: Fixed<EpochMs>;
  toAt: Fixed<EpochMs>;
  expiresAt: Fixed<EpochMs>;
  /** How often it was opened. */
  opens: number;
  /** The link ends for others when it was opened so often. Null: no limit. */
  maxOpens: Fixed<number | null>;
  /** First characters of the code, by which people recognise the link. Null: an older link, with a token. */
  mark: string | null;
  /** PHC text. Null: no PIN. */
  pinHash: string | null;
  /** Whether the mark is shown over the video. */
  watermark: Fixed<0 | 1>;
  /** Whether pages of other sites may show it. */
  embeddable: Fixed<0 | 1>;
  /** Null: never. */
  lastOpenedAt: EpochMs | null;
  createdBy: Fixed<string>;
  createdAt: Fixed<EpochMs>;
}

/** A time in which something kept a channel from being recorded into one store. */
export interface RecordingTroubleTable {
  id: Generated<number>;
  tenantId: Fixed<string>;
  channelId: Fixed<string>;
  store: Fixed<'cloud' | 'device'>;
  /** Of the camera's stream (`source.auth`), of the file system (`disk.ENOSPC`), or `plan.off`, `camera.off`. */
  code: Fixed<string>;
  fromMs: Fixed<EpochMs>;
  /** When it was last seen. */
  toMs: EpochMs;
}

/** A time in which a server process was running. */
export interface ServerRunTable {
  id: Fixed<string>;
  startedAt: Fixed<EpochMs>;
  /** When it last said that it is running, to some seconds. */
  aliveAt: EpochMs;
  /** Null: it is running, or was killed. */
  stoppedAt: EpochMs | null;
}

/** Which process records a channel and watches its alarms, where several share one database. */
export interface RecorderLeaseTable {
  /** `<channelId>/<store>`. */
  name: Fixed<string>;
  /** The process. */
  owner: string;
  /** By the clock of the database. */
  expiresAt: EpochMs;
}

export interface Database
  extends ConsoleDatabase,
    AlarmDatabase,
    TalkDatabase,
    JobDatabase,
    MessageDatabase,
    MonitoringDatabase,
    StatisticsDatabase,
    ContentDatabase,
    WatchDatabase {
  tenant: TenantTable;
  application: ApplicationTable;
  accessTokenGrant: AccessTokenGrantTable;
  usedTicket: UsedTicketTable;
  company: CompanyTable;
  device: DeviceTable;
  channel: ChannelTable;
  streamSource: StreamSourceTable;
  ptz: PtzTable;
  theme: ThemeTable;
  themeVersion: ThemeVersionTable;
  themeUse: ThemeUseTable;
  themeDraftLink: ThemeDraftLinkTable;
  recording: RecordingTable;
  recordedSegment: RecordedSegmentTable;
  recorderLease: RecorderLeaseTable;
  recordingShare: RecordingShareTable;
  recordingTrouble: RecordingTroubleTable;
  serverRun: ServerRunTable;
}
