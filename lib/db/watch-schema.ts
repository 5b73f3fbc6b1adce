/** Notes of cameras, when they went online and offline, and saved video walls. The rules for all tables are in `schema.ts`. */
import type { Generated } from 'kysely';
import type { EpochMs } from '../kernel/units.ts';
import type { Fixed, OnlineState } from './schema.ts';

/** What somebody wrote about a channel; it goes with the channel. */
export interface CameraNoteTable {
  id: Generated<number>;
  tenantId: Fixed<string>;
  channelId: Fixed<string>;
  /** Plain text. */
  text: Fixed<string>;
  /** Of the author, who may be gone. */
  userId: Fixed<number>;
  /** Account name of the author. */
  createdBy: Fixed<string>;
  createdAt: Fixed<EpochMs>;
}

/** A channel went online or offline. The newest ones of each channel are kept. */
export interface OnlineChangeTable {
  id: Generated<number>;
  tenantId: Fixed<string>;
  channelId: Fixed<string>;
  state: Fixed<OnlineState>;
  /** Of the failure. Null: none, or it is not known. */
  code: Fixed<string | null>;
  at: Fixed<EpochMs>;
}

/** A video wall with a name. */
export interface SavedWallTable {
  id: Generated<number>;
  tenantId: Fixed<string>;
  name: string;
  /** JSON array of channel ids. */
  cameras: string;
  /** '1', '4' or '9' tiles. */
  size: string;
  /** Seconds; '0': none. */
  rotateSec: string;
  /** Whose users see it. Null: only its owner. The role may be gone. */
  roleId: number | null;
  /** User id. */
  ownerId: Fixed<number>;
  version: number;
  createdBy: Fixed<string>;
  createdAt: Fixed<EpochMs>;
  updatedBy: string;
  updatedAt: EpochMs;
}

export interface WatchDatabase {
  cameraNote: CameraNoteTable;
  onlineChange: OnlineChangeTable;
  savedWall: SavedWallTable;
}
