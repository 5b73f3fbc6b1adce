/**
 * The tables as Kysely sees them; `migrations/` creates them. Names are camelCase here and snake_case in
 * the database. In every table: an id is 32 hex digits that sort by creation time, or in the console's tables
 * (`console-schema.ts`) a whole number, as their specified paths want it; a time is epoch ms, a
 * flag is 0 or 1, a document is JSON text, and a column ending in `Sealed` is AES-256-GCM text that only
 * `lib/domain/crypto/seal.ts` reads. Start reading at `Database`.
 */
import type { ColumnType, Generated } from 'kysely';
import type { EpochMs } from '../kernel/units.ts';
import type { ConsoleDatabase } from './console-schema.ts';

export type Flag = 0 | 1;
/** Written once, at insert. */
export type Fixed<T> = ColumnType<T, T, never>;

/** Of rows that people edit in the console and that the command line makes too. */
interface Editable {
  /** One more with each change. */
  version: Generated<number>;
  /** Account names; empty: the command line, or the first start. */
  createdBy: Generated<string>;
  updatedBy: Generated<string>;
  /** 0: not changed since it was made. */
  updatedAt: Generated<EpochMs>;
}

/** An organisation. Everything a tenant owns carries its id, and no query crosses tenants by accident. */
export interface TenantTable {
  id: Fixed<string>;
  name: string;
  /** 0: nobody of this tenant may sign in or watch. */
  enabled: Flag;
  createdAt: Fixed<EpochMs>;
  /** Incremented when a role, a menu, a department or a user's roles change: computed permissions are stale. */
  permissionsVersion: Generated<number>;
}

/** An integrator's application: who may frame the player and ask for access tokens. */
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
  /** 1: the console's own, for previews. Our own pages may frame it, nobody can change it. */
  isBuiltIn: Generated<Flag>;
}

/** What one access token opens. */
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
  /** As its application's: whose people see it. */
  deptId: number | null;
  /** Account name; empty: the integrator, or the command line. */
  createdBy: Generated<string>;
  /** Of a preview: it ends with this session of the console. */
  sessionId: Fixed<string | null>;
}

/** Media tickets that were used, until they would have expired anyway. Used where several processes serve. */
export interface UsedTicketTable {
  jti: Fixed<string>;
  expiresAt: Fixed<EpochMs>;
}

/** A place or customer that devices belong to. */
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
  /** '0' in use, '1' not. */
  status: Generated<string>;
  /** Whose people see it. Null: whoever sees everything. */
  deptId: number | null;
  /** Devices it may have. Null: any number. */
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
  /** The verification code. Null: the device has none. */
  validCodeSealed: string | null;
  /** 1: viewers must give the verification code. */
  isEncrypt: Flag;
  /** 0: treated as absent by everybody but operators. */
  enabled: Flag;
  createdAt: Fixed<EpochMs>;
  productType: Generated<string>;
  model: string | null;
  manufacturer: string | null;
  address: string | null;
  deptId: number | null;
  /** When it last answered. Null: never. */
  lastOnlineAt: EpochMs | null;
  onlineState: Generated<OnlineState>;
  /** When `onlineState` was last checked. Null: never. */
  stateCheckedAt: EpochMs | null;
  remark: string | null;
}

/** '0' never seen, '1' answers, '2' did not answer when it was last asked. */
export type OnlineState = '0' | '1' | '2';

export interface ChannelTable extends Editable {
  id: Fixed<string>;
  tenantId: Fixed<string>;
  deviceId: Fixed<string>;
  /** 1 to 256, unique in its device. */
  number: Fixed<number>;
  name: string;
  enabled: Flag;
  createdAt: Generated<EpochMs>;
  /** 1 turns, 2 dome, 3 fixed, 4 fixed with a remote head. */
  ptzType: Generated<string>;
  /** JSON of when it is to be recorded. Null: never. */
  recordPlan: string | null;
  address: string | null;
  remark: string | null;
  /** Of this channel; its device is online when one of its channels is. */
  onlineState: Generated<OnlineState>;
  stateCheckedAt: EpochMs | null;
  /** As its device's, which alone is set: channels are looked for by them. */
  deptId: number | null;
  deviceSerial: Generated<string>;
}

/** Where the picture of one profile of one channel comes from. */
export interface StreamSourceTable {
  id: Fixed<string>;
  tenantId: Fixed<string>;
  channelId: Fixed<string>;
  profile: Fixed<'main' | 'sub'>;
  kind: 'rtsp' | 'demo';
  /** What lists show: `rtsp://host:port/…` or `demo:scene`. Never a credential, path or query. */
  label: string;
  /** Kind demo: the scene. Null for other kinds. */
  scene: string | null;
  /** Kind rtsp: `{url, username, password}`. Some cameras want credentials in path or query, so all of it. */
  endpointSealed: string | null;
  /** 1: a user name or password is stored. */
  hasPassword: Flag;
  updatedAt: EpochMs;
}

/** How players of a tenant look. The built-in themes are code, not rows. */
export interface ThemeTable {
  tenantId: Fixed<string>;
  /** 32 letters and digits, unique in its tenant: pages may have named it before it came here. */
  id: Fixed<string>;
  /** Name and type of the record, for lists. */
  name: string;
  type: 'webLive' | 'webRec' | 'mobileLive' | 'mobileRec';
  /** JSON of a `Theme`; its own id and times do not count. */
  record: string;
  /** One more with each change. */
  version: number;
  createdAt: Fixed<EpochMs>;
  updatedAt: EpochMs;
}

/** Where the pan-tilt commands of one channel are sent. */
export interface PtzTable {
  id: Fixed<string>;
  tenantId: Fixed<string>;
  channelId: Fixed<string>;
  /** What lists show: `http://host:port`. */
  label: string;
  /** `{url, username, password, sharesLogin}`. */
  endpointSealed: string;
  /** 1: a user name or password is stored. */
  hasPassword: Flag;
  /** What the head could do when it was asked last. Null: it never answered. */
  canPan: Flag | null;
  canTilt: Flag | null;
  updatedAt: EpochMs;
}

export interface Database extends ConsoleDatabase {
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
}
