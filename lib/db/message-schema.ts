/** Messages to people, and feedback from them. The rules for all tables are in `schema.ts`. */
import type { Generated } from 'kysely';
import type { EpochMs } from '../kernel/units.ts';
import type { Fixed } from './schema.ts';

export interface MessageTable {
  id: Generated<number>;
  tenantId: Fixed<string>;
  title: string;
  /** Of the dictionary `sys_message_type`. */
  type: string;
  /** Sanitised HTML. */
  content: string;
  /** '0' everybody, '1' departments, '2' roles, '3' users. */
  targetType: string;
  /** JSON array of ids. */
  targetIds: string;
  /** JSON array of `inbox` and `mail`. */
  channels: string;
  /** '0' draft, '1' waits for `sendAt`, '2' sent, also while its recipients are being written, '3' recalled. */
  status: string;
  /** Null: as soon as it is sent. */
  sendAt: EpochMs | null;
  /** Who sent it: only people in this user's data scope receive it. Null: not sent yet. */
  senderId: number | null;
  /** Receipts of recipients up to this id are written. */
  lastUserId: number;
  /** Receipts that are written. */
  recipientCount: number;
  /** When the last receipt was written. Null: some are missing. */
  finishedAt: EpochMs | null;
  recallReason: string | null;
  deptId: number | null;
  ownerId: number | null;
  version: number;
  createdBy: Fixed<string>;
  createdAt: Fixed<EpochMs>;
  updatedBy: string;
  updatedAt: EpochMs;
}

/** One recipient of a message. */
export interface MessageReceiptTable {
  tenantId: Fixed<string>;
  messageId: Fixed<number>;
  userId: Fixed<number>;
  readAt: EpochMs | null;
  /** The recipient has removed it. */
  removedAt: EpochMs | null;
  /** `waiting`, `sent`, or `failed`, also while it is being sent. Null: it is not sent by e-mail. */
  mailState: string | null;
  mailTries: number;
}

export interface MessageTemplateTable {
  id: Generated<number>;
  tenantId: Fixed<string>;
  /** Unique in the tenant. */
  code: Fixed<string>;
  name: string;
  title: string;
  /** Sanitised HTML. */
  content: string;
  /** JSON array of the names in braces in title and content. */
  params: string;
  status: string;
  remark: string | null;
  version: number;
  createdBy: Fixed<string>;
  createdAt: Fixed<EpochMs>;
  updatedBy: string;
  updatedAt: EpochMs;
}

/** What a user told those who run the console. */
export interface FeedbackTable {
  id: Generated<number>;
  tenantId: Fixed<string>;
  userId: Fixed<number>;
  /** Of the user, when it was sent. */
  deptId: Fixed<number | null>;
  /** Of the dictionary `sys_feedback_type`. */
  type: string;
  content: string;
  /** JSON array of addresses of uploaded images. */
  pics: string;
  contact: string | null;
  /** '0' open, '1' in progress, '2' replied, '3' closed. */
  status: string;
  reply: string | null;
  /** Account name. */
  replier: string | null;
  replyAt: EpochMs | null;
  appVersion: string | null;
  device: string | null;
  version: number;
  createdBy: Fixed<string>;
  createdAt: Fixed<EpochMs>;
  updatedBy: string;
  updatedAt: EpochMs;
}

export interface MessageDatabase {
  message: MessageTable;
  messageReceipt: MessageReceiptTable;
  messageTemplate: MessageTemplateTable;
  feedback: FeedbackTable;
}
