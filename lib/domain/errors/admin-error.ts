import { type AdminCode, adminCodes, type FieldError } from '../../contracts/admin/envelope.ts';
import type { LocalText } from '../../i18n/translate.ts';
import { AppError } from '../../kernel/app-error.ts';

export interface LocalFieldError {
  readonly path: string;
  readonly message: LocalText;
}

/** The same as `MessageLink`, in every language. */
export interface LocalLink {
  readonly text: LocalText;
  readonly address: string;
}

/** An error whose message is shown to console users, in their language. */
export class AdminError extends AppError {
  readonly adminCode: AdminCode;
  readonly text: LocalText;
  readonly errors: readonly LocalFieldError[];
  readonly links: readonly LocalLink[];

  constructor(
    adminCode: AdminCode,
    text: LocalText,
    {
      errors = [],
      links = [],
      details = {},
    }: {
      errors?: readonly LocalFieldError[];
      links?: readonly LocalLink[];
      details?: Readonly<Record<string, unknown>>;
    } = {},
  ) {
    super(`admin.${adminCode}`, text['zh-CN'], details);
    this.name = 'AdminError';
    this.adminCode = adminCode;
    this.text = text;
    this.errors = errors;
    this.links = links;
  }

  /** As sent to the client. */
  fieldErrors(locale: keyof LocalText): readonly FieldError[] {
    return this.errors.map(({ path, message }) => ({ path, message: message[locale] }));
  }
}

const texts = {
  expired: { 'zh-CN': '登录状态已过期，请重新登录', 'en-US': 'Your session has expired. Sign in again.' },
  forbidden: { 'zh-CN': '当前操作没有权限', 'en-US': 'You do not have permission for this action' },
  notFound: { 'zh-CN': '访问资源不存在', 'en-US': 'The resource does not exist' },
  failed: {
    'zh-CN': '系统未知错误，请反馈给管理员',
    'en-US': 'An unknown error occurred. Report it to your administrator.',
  },
  twice: {
    'zh-CN': '数据正在处理，请勿重复提交',
    'en-US': 'Your request is being processed. Do not submit it again.',
  },
  stale: {
    'zh-CN': '数据已被他人修改，请刷新后重试',
    'en-US': 'Another user has changed this record. Refresh and try again.',
  },
  ownStale: {
    'zh-CN': '您已在其他窗口修改了此数据，请刷新后重试',
    'en-US': 'You have changed this record in another window. Refresh and try again.',
  },
  tooManyTaken: {
    'zh-CN': '提交的值多次已被占用，请 10 分钟后再试',
    'en-US': 'Too many of your values were already taken. Try again in 10 minutes.',
  },
  tooDeep: { 'zh-CN': '请缩小查询范围', 'en-US': 'Narrow your search' },
} as const satisfies Record<string, LocalText>;

export const expired = () => new AdminError(adminCodes.expired, texts.expired);
/** An identifier cannot be checked now: `U0210` was sent too often for rows that the caller may not see. */
export const tooManyTaken = (path: string) =>
  new AdminError(adminCodes.tooMany, texts.tooManyTaken, { errors: [{ path, message: texts.tooManyTaken }] });
/** 429. */
export const tooOften = (text: LocalText) => new AdminError(adminCodes.tooMany, text);
export const revoked = () => new AdminError(adminCodes.revoked, texts.expired);
export const forbidden = () => new AdminError(adminCodes.forbidden, texts.forbidden);
/** A filter for a masked field. */
export function notSearchable(path: string, { 'zh-CN': zh, 'en-US': en }: LocalText): AdminError {
  const message: LocalText = {
    'zh-CN': `「${zh}」已脱敏，没有查看明文的权限，不能按其查询`,
    'en-US': `${en} is masked. You need the permission to reveal it to search for it.`,
  };
  return new AdminError(adminCodes.forbidden, message, { errors: [{ path, message }] });
}
/** Also for rows outside the data scope: the response must not reveal that an id exists. */
export const notFound = () => new AdminError(adminCodes.notFound, texts.notFound);
export const twice = () => new AdminError(adminCodes.warning, texts.twice);
/** `isOwn`: the caller made the last change. Other users are not named. */
export const stale = (isOwn = false) =>
  new AdminError(adminCodes.conflict, isOwn ? texts.ownStale : texts.stale);
export const tooDeep = () => new AdminError(adminCodes.invalid, texts.tooDeep);
export const failedText: LocalText = texts.failed;

/** A business rule rejects the call. */
export function refused(text: LocalText, details: Readonly<Record<string, unknown>> = {}): AdminError {
  return new AdminError(adminCodes.refused, text, { details });
}

export function conflict(text: LocalText, errors: readonly LocalFieldError[] = []): AdminError {
  return new AdminError(adminCodes.conflict, text, { errors });
}

/** The overall message is that of the first field. */
export function invalid(errors: readonly [LocalFieldError, ...LocalFieldError[]]): AdminError {
  return new AdminError(adminCodes.invalid, errors[0].message, { errors });
}
