/**
 * The console's tables. In addition to the rules for all tables in `schema.ts`: ids are increasing integers, columns have
 * the names of the API fields where those were specified, `status` is '0' enabled and '1' disabled, and 0/1 mean
 * no/yes. Start reading at `ConsoleDatabase`.
 */
import type { Generated } from 'kysely';
import type { EpochMs } from '../kernel/units.ts';
import type { Fixed, Flag } from './schema.ts';

interface Owned {
  id: Generated<number>;
  tenantId: Fixed<string>;
}

/** Account names of the creator and of the last change, with their times. */
interface History {
  /** Starts at 1 and increases with each change. */
  version: number;
  createdBy: Fixed<string>;
  createdAt: Fixed<EpochMs>;
  updatedBy: string;
  updatedAt: EpochMs;
}

/** A user of the console. */
export interface UserTable extends Owned, History {
  /** Unique in the whole system, ignoring case, because users sign in with it alone. Never changes. */
  username: Fixed<string>;
  displayName: string;
  deptId: number | null;
  phone: string | null;
  email: string | null;
  /** '0' male, '1' female, '2' not specified. */
  sex: string;
  avatar: string | null;
  status: string;
  remark: string | null;
  /** 1: created with the setup code; has all permissions and cannot be deleted or disabled. */
  isRoot: Flag;
  /** Argon2id in PHC form. Null: sign-in with a password is not possible yet. */
  passwordHash: string | null;
  passwordChangedAt: EpochMs | null;
  mustChangePassword: Flag;
  /** Of a one-time password. 0: it was used. Null: the password is not a one-time one. */
  oneTimeValidUntil: EpochMs | null;
  /** Secret of two-step verification. Null: not set up. */
  totpSealed: string | null;
  /** The last time step whose code was used: each code works once. */
  totpStep: number | null;
  loginAddress: string | null;
  loginAt: EpochMs | null;
}

/** Former passwords, which may not be used again. */
export interface PasswordHistoryTable extends Owned {
  userId: Fixed<number>;
  passwordHash: Fixed<string>;
  usedAt: Fixed<EpochMs>;
}

/** One signed-in browser; shown as "online users". */
export interface SessionTable {
  /** 32 hex digits; public, unlike the token. */
  id: Fixed<string>;
  tenantId: Fixed<string>;
  userId: Fixed<number>;
  /** SHA-256 of the secret in the cookie, hex. The secret itself is not stored. */
  tokenHash: string;
  /** IP address at sign-in, as text. */
  address: Fixed<string>;
  /** The User-Agent header, truncated to 512 characters. */
  userAgent: Fixed<string>;
  /** 1: no idle limit. */
  isRemembered: Fixed<Flag>;
  /** When the password was last entered: sensitive operations require it again after a while. */
  authenticatedAt: EpochMs;
  createdAt: Fixed<EpochMs>;
  lastSeenAt: EpochMs;
  /** Fixed: using a session does not extend it. */
  expiresAt: Fixed<EpochMs>;
  /** Null: still open. */
  revokedAt: EpochMs | null;
  /** `logout`, `kicked`, `password`, `disabled`, `removed`. */
  revokedReason: string | null;
}

export interface RoleTable extends Owned, History {
  roleName: string;
  roleKey: string;
  roleSort: number;
  status: string;
  /** 1 all data, 2 the departments of `roleDept`, 3 own department, 4 own department and subdepartments, 5 own rows. */
  dataScope: number;
  /** 1 everything unmasked, 2 the rules of `maskFields` unmasked, 3 nothing unmasked. */
  maskScope: number;
  /** JSON array of mask rules that do not apply, for `maskScope` 2. */
  maskFields: string;
  menuCheckStrictly: Flag;
  deptCheckStrictly: Flag;
  isBuiltIn: Flag;
  remark: string | null;
}

export interface MenuTable extends Owned, History {
  /** 0: at the root. */
  parentId: number;
  menuName: string;
  menuNameEn: string | null;
  /** 'M' directory, 'C' page, 'F' button. */
  menuType: string;
  orderNum: number;
  /** Relative to the parent's, absolute with a leading slash, or an external URL. */
  path: string;
  component: string | null;
  /** JSON object: the query with which its page is opened. */
  query: string | null;
  routeName: string | null;
  /** 0: external link, 1: internal page. */
  isFrame: Flag;
  /** 0: the page keeps its state when its tab is in the background, 1: it does not. */
  isCache: Flag;
  /** '0' shown, '1' hidden. */
  visible: string;
  status: string;
  perms: string | null;
  icon: string | null;
  hideChildren: Flag;
  hiddenHeaderContent: Flag;
  redirect: string | null;
  remark: string | null;
  /** 1: part of the product. */
  isBuiltIn: Flag;
}

export interface DeptTable extends Owned, History {
  /** 0: at the root. */
  parentId: number;
  /** `0,1,4`: ids from the root to the parent. */
  ancestors: string;
  deptName: string;
  orderNum: number;
  leaderUserId: number | null;
  phone: string | null;
  email: string | null;
  status: string;
}

export interface PostTable extends Owned, History {
  postCode: string;
  postName: string;
  postSort: number;
  status: string;
  remark: string | null;
  /** Null: not deleted. Deleted rows can be restored for a while. */
  deletedAt: EpochMs | null;
}

interface Pair<First extends string, Second extends string> {
  pair: Record<'tenantId', Fixed<string>> & Record<First | Second, Fixed<number>>;
}
export type UserRoleTable = Pair<'userId', 'roleId'>['pair'];
export type UserPostTable = Pair<'userId', 'postId'>['pair'];
export type RoleMenuTable = Pair<'roleId', 'menuId'>['pair'];
export type RoleDeptTable = Pair<'roleId', 'deptId'>['pair'];

export interface DictTypeTable extends Owned, History {
  dictName: string;
  dictType: string;
  status: string;
  isBuiltIn: Flag;
  remark: string | null;
}

export interface DictDataTable extends Owned, History {
  dictType: string;
  dictLabel: string;
  dictLabelEn: string | null;
  dictValue: string;
  dictSort: number;
  listClass: string;
  cssClass: string | null;
  /** 'Y' or 'N'; one 'Y' per type. */
  isDefault: string;
  status: string;
  remark: string | null;
}

/** Settings of an organisation (`/system/config`). */
export interface SettingTable extends Owned, History {
  configName: string;
  configKey: string;
  /** Sealed if `valueType` is secret. */
  configValue: string;
  /** string, number, boolean, json, text, secret. */
  valueType: string;
  /** 'Y' part of the product, 'N' added by a user. */
  configType: string;
  category: string | null;
  /** '1': every signed-in user may read it. */
  visible: string;
  remark: string | null;
}

export interface NoticeTable extends Owned, History {
  noticeTitle: string;
  noticeType: string;
  /** Sanitised HTML. */
  noticeContent: string;
  status: string;
  /** '1': pinned to the top. */
  isTop: string;
  /** Null: immediately. */
  publishAt: EpochMs | null;
  /** Null: never. */
  expireAt: EpochMs | null;
  /** '0' everybody, '1' departments, '2' roles, '3' users; the targets are in `noticeTarget`. */
  targetType: string;
  deptId: number | null;
  /** User id of the author. */
  ownerId: number | null;
  deletedAt: EpochMs | null;
}
export type NoticeTargetTable = Pair<'noticeId', 'targetId'>['pair'];
export type NoticeReadTable = Pair<'noticeId', 'userId'>['pair'] & { readAt: Fixed<EpochMs> };

export interface LoginLogTable extends Owned {
  userName: Fixed<string>;
  userId: Fixed<number | null>;
  address: Fixed<string>;
  browser: Fixed<string>;
  os: Fixed<string>;
  device: Fixed<string>;
  loginType: Fixed<string>;
  /** '0' succeeded, '1' failed. */
  status: Fixed<string>;
  msg: Fixed<string>;
  traceId: Fixed<string>;
  loginAt: Fixed<EpochMs>;
}

/** The operation log, as a chain: each row contains the hash of the previous one, so that changes are detected. */
export interface OperationLogTable extends Owned {
  title: Fixed<string>;
  /** 0 other, 1 insert, 2 update, 3 delete, 4 grant, 5 export, 6 import, 7 force out, 9 clean, 10 reveal. */
  businessType: Fixed<number>;
  /** The call's path as in its contract. */
  method: Fixed<string>;
  requestMethod: Fixed<string>;
  operName: Fixed<string>;
  operUserId: Fixed<number | null>;
  deptId: Fixed<number | null>;
  deptName: Fixed<string | null>;
  /** The requested path, without its query. */
  operUrl: Fixed<string>;
  operAddress: Fixed<string>;
  /** The record: `<resource>:<id>`. */
  bizKey: Fixed<string | null>;
  /** Title of the record at that time. */
  bizName: Fixed<string | null>;
  /** JSON array of `{field, label, from, to}`. */
  diff: Fixed<string | null>;
  operParam: Fixed<string | null>;
  jsonResult: Fixed<string | null>;
  /** '0' succeeded, '1' denied or failed. */
  status: Fixed<string>;
  errorMsg: Fixed<string | null>;
  operAt: Fixed<EpochMs>;
  costMs: Fixed<number>;
  traceId: Fixed<string>;
  prevHash: Fixed<string>;
  /** SHA-256 over `prevHash` and the row, hex. */
  hash: Fixed<string>;
}

/** The end of each tenant's audit chain. Writers lock this row. */
export interface AuditChainTable {
  tenantId: Fixed<string>;
  lastHash: string;
  entries: number;
  /** Hash of the last deleted row: the chain starts after it. */
  purgedHash: string | null;
}

/** An issued captcha. The row is deleted before the answer is checked. */
export interface CaptchaTable {
  id: Fixed<string>;
  answerHash: Fixed<string>;
  purpose: Fixed<string>;
  address: Fixed<string>;
  expiresAt: Fixed<EpochMs>;
}

/** Profile images in the form in which they are sent. */
export interface AvatarTable {
  /** 32 random hex digits that cannot be guessed; the id alone gives access. */
  id: Fixed<string>;
  tenantId: Fixed<string>;
  userId: Fixed<number>;
  contentType: Fixed<string>;
  /** Base64. */
  content: Fixed<string>;
}

/** An uploaded file. */
export interface UploadTable extends Owned {
  /** `yyyy/MM/dd/<32 hex digits>.<extension>`; the path alone gives access. */
  path: Fixed<string>;
  /** Original file name. */
  name: Fixed<string>;
  contentType: Fixed<string>;
  /** Of the stored file. */
  byteSize: Fixed<number>;
  width: Fixed<number>;
  height: Fixed<number>;
  /** Of the stored file, hex. */
  sha256: Fixed<string>;
  /** User id of the uploader, whose quota includes it. */
  ownerId: Fixed<number>;
  createdBy: Fixed<string>;
  createdAt: Fixed<EpochMs>;
  /** When it was uploaded, or last linked to or released by a row. */
  usedAt: EpochMs;
  /** `local`: in this row. Otherwise in a bucket. */
  storage: Generated<'local' | 's3' | 'oss'>;
  /** Its bucket, and its name there, without the prefix of the installation. Null: in this row. */
  bucket: string | null;
  object: string | null;
  /** Base64; empty if it is in a bucket. */
  content: string;
}

/**
 * An object in a bucket that no row of `upload` refers to: it is being written, or has to be removed. No two objects
 * ever have the same name.
 */
export interface LooseObjectTable {
  object: Fixed<string>;
  bucket: Fixed<string>;
  /** From then on nobody writes it any more. 0: it has to be removed, and may be gone already. */
  removeAt: EpochMs;
}

/** The key of a signed upload that was received. */
export interface UsedUploadKeyTable {
  /** As `path` of the file, which may be deleted. */
  path: Fixed<string>;
  /** End of its signature. */
  expiresAt: Fixed<EpochMs>;
}

/** Link between a row and an image. */
export interface UploadUseTable {
  tenantId: Fixed<string>;
  uploadId: Fixed<number>;
  /** Key of its resource. */
  bizType: Fixed<string>;
  bizId: Fixed<string>;
}

/** An export that is made in the background. */
export interface ExportJobTable {
  /** 32 hex digits. */
  id: Fixed<string>;
  tenantId: Fixed<string>;
  ownerId: Fixed<number>;
  /** Key of the resource. */
  resource: Fixed<string>;
  /** JSON of the query, with the columns. */
  query: Fixed<string>;
  format: Fixed<'xlsx' | 'csv'>;
  locale: Fixed<string>;
  state: 'waiting' | 'running' | 'done' | 'failed';
  /** Why it failed, as a key of `lib/domain/exports/export-texts.ts`. */
  reason: string | null;
  rowsDone: number;
  rowsTotal: number;
  /** Empty until it is done; the same for type and size. */
  fileName: string;
  contentType: string;
  byteSize: number;
  /** The process that makes it, and until when it has promised to report. */
  claimId: string;
  claimedUntil: EpochMs;
  createdAt: EpochMs;
  finishedAt: EpochMs | null;
  /** First download. */
  openedAt: EpochMs | null;
}

/** A piece of the file of an export, in order of `position`. */
export interface ExportPartTable {
  jobId: Fixed<string>;
  position: Fixed<number>;
  /** Base64. */
  content: Fixed<string>;
}

/** Failed attempts by name: an account, an address, or both. */
export interface FailureCountTable {
  name: Fixed<string>;
  failures: number;
  windowEndsAt: EpochMs;
  blockedUntil: EpochMs | null;
}

/** A change that is running or done, so that a repeated request has one effect. */
export interface IdempotencyRecordTable {
  key: Fixed<string>;
  userId: Fixed<number>;
  /** Sealed, for calls with an `Idempotency-Key`. Null: running, or not stored. */
  response: string | null;
  startedAt: EpochMs;
  expiresAt: EpochMs;
}

/** Display preferences of a user, by name. */
export interface PreferenceTable {
  tenantId: Fixed<string>;
  userId: Fixed<number>;
  name: Fixed<string>;
  /** JSON. */
  value: string;
  updatedAt: EpochMs;
}

export interface SavedViewTable extends Owned, History {
  userId: Fixed<number>;
  resource: Fixed<string>;
  name: string;
  /** JSON of filters, sort and columns. */
  view: string;
  /** JSON array of role ids whose users see it too. */
  sharedWith: string;
  isDefault: Flag;
}

/** A session that has the form of a row open. Deleted when its window no longer reports it. */
export interface RowEditorTable {
  tenantId: Fixed<string>;
  sessionId: Fixed<string>;
  /** Key of its definition, and the row's id as text. */
  resource: Fixed<string>;
  rowId: Fixed<string>;
  /** One of the session's windows; empty if the client does not distinguish them. */
  windowId: Fixed<string>;
  since: EpochMs;
  lastSeenAt: EpochMs;
}

/** Import of one file, which is done once. */
export interface ImportRunTable extends Owned {
  resource: Fixed<string>;
  /** SHA-256, hex. */
  fileHash: Fixed<string>;
  userId: Fixed<number>;
  /** JSON of the result so far. Empty: nothing yet. */
  result: string;
  /** Random, of the process that imports the file. Empty: the import is complete. */
  claimId: string;
  /** The import was abandoned if this has passed. */
  claimedUntil: EpochMs;
}

/** What shipping costs; the rules are JSON of `lib/kernel/freight/freight-template.ts`. */
interface FreightTemplateTable extends Owned, History {
  /** Unique in the tenant. */
  name: string;
  /** '1' by piece, '2' by weight, '3' by volume. */
  type: string;
  regionInfo: string;
  appoint: string;
  appointInfo: string;
  noDelivery: string;
  noDeliveryInfo: string;
  sort: number;
  status: string;
}

/** A city that cannot be selected. */
interface HiddenAreaTable {
  tenantId: Fixed<string>;
  areaId: Fixed<number>;
}

export interface ConsoleDatabase {
  user: UserTable;
  passwordHistory: PasswordHistoryTable;
  session: SessionTable;
  role: RoleTable;
  menu: MenuTable;
  dept: DeptTable;
  post: PostTable;
  userRole: UserRoleTable;
  userPost: UserPostTable;
  roleMenu: RoleMenuTable;
  roleDept: RoleDeptTable;
  dictType: DictTypeTable;
  dictData: DictDataTable;
  setting: SettingTable;
  notice: NoticeTable;
  noticeTarget: NoticeTargetTable;
  noticeRead: NoticeReadTable;
  loginLog: LoginLogTable;
  operationLog: OperationLogTable;
  auditChain: AuditChainTable;
  avatar: AvatarTable;
  upload: UploadTable;
  uploadUse: UploadUseTable;
  looseObject: LooseObjectTable;
  usedUploadKey: UsedUploadKeyTable;
  exportJob: ExportJobTable;
  exportPart: ExportPartTable;
  captcha: CaptchaTable;
  failureCount: FailureCountTable;
  idempotencyRecord: IdempotencyRecordTable;
  preference: PreferenceTable;
  savedView: SavedViewTable;
  rowEditor: RowEditorTable;
  importRun: ImportRunTable;
  freightTemplate: FreightTemplateTable;
  hiddenArea: HiddenAreaTable;
}
