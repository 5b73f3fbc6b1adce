/**
 * The console's tables. Besides what `schema.ts` says of all tables: ids are whole numbers that count up, columns
 * are named as the fields on the wire where those were specified, `status` is '0' in use and '1' not, and 0/1
 * stand for no/yes. Start reading at `ConsoleDatabase`.
 */
import type { Generated } from 'kysely';
import type { EpochMs } from '../kernel/units.ts';
import type { Fixed, Flag } from './schema.ts';

interface Owned {
  id: Generated<number>;
  tenantId: Fixed<string>;
}

/** Who made and changed the row last, by account name. */
interface History {
  /** 1 at first, one more with each change. */
  version: number;
  createdBy: Fixed<string>;
  createdAt: Fixed<EpochMs>;
  updatedBy: string;
  updatedAt: EpochMs;
}

/** A person who works in the console. */
export interface UserTable extends Owned, History {
  /** Unique in the whole system, whatever its case: people sign in with it alone. Never changes. */
  username: Fixed<string>;
  displayName: string;
  deptId: number | null;
  phone: string | null;
  email: string | null;
  /** '0' male, '1' female, '2' not said. */
  sex: string;
  avatar: string | null;
  status: string;
  remark: string | null;
  /** 1: made with the setup code; may do everything and can neither be removed nor switched off. */
  isRoot: Flag;
  /** Argon2id in PHC form. Null: nobody can sign in with a password yet. */
  passwordHash: string | null;
  passwordChangedAt: EpochMs | null;
  mustChangePassword: Flag;
  /** Secret of the second factor. Null: none. */
  totpSealed: string | null;
  /** The last time step a code was taken of: each works once. */
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

/** One signed-in browser: the list of these is "online users". */
export interface SessionTable {
  /** 32 hex digits; public, unlike the token. */
  id: Fixed<string>;
  tenantId: Fixed<string>;
  userId: Fixed<number>;
  /** SHA-256 of the secret in the cookie, hex. The secret itself is not stored. */
  tokenHash: string;
  /** Address it was opened from, as text. */
  address: Fixed<string>;
  /** The browser's own description, cut at 512 characters. */
  userAgent: Fixed<string>;
  /** 1: may be idle for as long as it lives. */
  isRemembered: Fixed<Flag>;
  /** When a password was last shown: sensitive things ask for it again after a while. */
  authenticatedAt: EpochMs;
  createdAt: Fixed<EpochMs>;
  lastSeenAt: EpochMs;
  /** Never moves: using a session does not lengthen it. */
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
  /** 1 everything, 2 departments of `roleDept`, 3 own department, 4 that and those below, 5 own rows. */
  dataScope: number;
  /** 1 sees everything whole, 2 what `maskFields` names, 3 nothing. */
  maskScope: number;
  /** JSON array of mask rules that are lifted, for `maskScope` 2. */
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
  /** Below its parent's, or whole with a leading slash, or a foreign address. */
  path: string;
  component: string | null;
  /** JSON object of the query its page is opened with. */
  query: string | null;
  routeName: string | null;
  /** 0: leads to another site, 1: does not. */
  isFrame: Flag;
  /** 0: the page keeps its state behind other tabs, 1: it does not. */
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
  /** 1: came with the product. */
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
  /** Null: there. Deleted rows can be brought back for a while. */
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
  /** 'Y' or 'N'; one 'Y' in a type. */
  isDefault: string;
  status: string;
  remark: string | null;
}

/** The parameters people set (`/system/config`). */
export interface SettingTable extends Owned, History {
  configName: string;
  configKey: string;
  /** Of `valueType` secret: sealed. */
  configValue: string;
  /** string, number, boolean, json, text, secret. */
  valueType: string;
  /** 'Y' came with the product, 'N' did not. */
  configType: string;
  category: string | null;
  /** '1': everybody who is signed in may read it. */
  visible: string;
  remark: string | null;
}

export interface NoticeTable extends Owned, History {
  noticeTitle: string;
  noticeType: string;
  /** Cleaned HTML. */
  noticeContent: string;
  status: string;
  /** '1': before all others. */
  isTop: string;
  /** Null: at once. */
  publishAt: EpochMs | null;
  /** Null: never. */
  expireAt: EpochMs | null;
  /** '0' everybody, '1' departments, '2' roles, '3' people: of `noticeTarget`. */
  targetType: string;
  deptId: number | null;
  /** Whoever made it. */
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
  /** '0' let in, '1' not. */
  status: Fixed<string>;
  msg: Fixed<string>;
  traceId: Fixed<string>;
  loginAt: Fixed<EpochMs>;
}

/** What was done, in a chain: each row holds the hash of the one before, so that none goes unnoticed. */
export interface OperationLogTable extends Owned {
  title: Fixed<string>;
  /** 0 other, 1 insert, 2 update, 3 delete, 4 grant, 5 export, 6 import, 7 force out, 9 clean, 10 reveal. */
  businessType: Fixed<number>;
  /** The call's path as it is defined. */
  method: Fixed<string>;
  requestMethod: Fixed<string>;
  operName: Fixed<string>;
  operUserId: Fixed<number | null>;
  deptId: Fixed<number | null>;
  deptName: Fixed<string | null>;
  /** The path as it was asked for, without its query. */
  operUrl: Fixed<string>;
  operAddress: Fixed<string>;
  /** Which row: `<resource>:<id>`. */
  bizKey: Fixed<string | null>;
  /** What people called that row then. */
  bizName: Fixed<string | null>;
  /** JSON array of `{field, label, from, to}`. */
  diff: Fixed<string | null>;
  operParam: Fixed<string | null>;
  jsonResult: Fixed<string | null>;
  /** '0' done, '1' refused or failed. */
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
  /** Hash of the last row that was cleaned away: the chain starts behind it. */
  purgedHash: string | null;
}

/** A picture somebody must read. The row goes before the answer is compared. */
export interface CaptchaTable {
  id: Fixed<string>;
  answerHash: Fixed<string>;
  purpose: Fixed<string>;
  address: Fixed<string>;
  expiresAt: Fixed<EpochMs>;
}

/** Pictures people chose of themselves, as they are sent. */
export interface AvatarTable {
  /** 32 hex digits that nobody can guess: whoever knows them sees it. */
  id: Fixed<string>;
  tenantId: Fixed<string>;
  userId: Fixed<number>;
  contentType: Fixed<string>;
  /** Base64. */
  content: Fixed<string>;
}

/** A picture that somebody brought for what they write. */
export interface UploadTable extends Owned {
  /** `yyyy/MM/dd/<32 hex digits>.<extension>`: whoever knows it sees the picture. */
  path: Fixed<string>;
  /** As it was called where it came from. */
  name: Fixed<string>;
  contentType: Fixed<string>;
  /** Of what is kept. */
  byteSize: Fixed<number>;
  width: Fixed<number>;
  height: Fixed<number>;
  /** Of what is kept, hex. */
  sha256: Fixed<string>;
  /** Whoever brought it: their quota has it for as long as it is there. */
  ownerId: Fixed<number>;
  createdBy: Fixed<string>;
  createdAt: Fixed<EpochMs>;
  /** When it was brought, or a row last took it up or let it go. */
  usedAt: EpochMs;
  /** Base64. */
  content: Fixed<string>;
}

/** A row that holds a picture. */
export interface UploadUseTable {
  tenantId: Fixed<string>;
  uploadId: Fixed<number>;
  /** Key of its resource. */
  bizType: Fixed<string>;
  bizId: Fixed<string>;
}

/** Failed tries by name: an account, an address, or both. */
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

/** How somebody likes their lists and pages, by name. */
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
  /** JSON array of role ids whose holders see it too. */
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
  /** Of the session's windows; empty where a client does not tell them apart. */
  windowId: Fixed<string>;
  since: EpochMs;
  lastSeenAt: EpochMs;
}

/** One file brings its rows once. */
export interface ImportRunTable extends Owned {
  resource: Fixed<string>;
  /** SHA-256, hex. */
  fileHash: Fixed<string>;
  userId: Fixed<number>;
  /** JSON of what it did up to now. Empty: nothing. */
  result: string;
  /** Random, of the process that imports the file. Empty: the import is complete. */
  claimId: string;
  /** The import was abandoned if this has passed. */
  claimedUntil: EpochMs;
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
  captcha: CaptchaTable;
  failureCount: FailureCountTable;
  idempotencyRecord: IdempotencyRecordTable;
  preference: PreferenceTable;
  savedView: SavedViewTable;
  rowEditor: RowEditorTable;
  importRun: ImportRunTable;
}
