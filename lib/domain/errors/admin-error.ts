import { type AdminCode, adminCodes, type FieldError } from '../../contracts/admin/envelope.ts';
import type { LocalText } from '../../i18n/translate.ts';
import { AppError } from '../../kernel/app-error.ts';

export interface LocalFieldError {
  readonly path: string;
  readonly message: LocalText;
}

/** A refusal that whoever works in the console is meant to read, in their language. */
export class AdminError extends AppError {
  readonly adminCode: AdminCode;
  readonly text: LocalText;
  readonly errors: readonly LocalFieldError[];

  constructor(
    adminCode: AdminCode,
    text: LocalText,
    {
      errors = [],
      details = {},
    }: { errors?: readonly LocalFieldError[]; details?: Readonly<Record<string, unknown>> } = {},
  ) {
    super(`admin.${adminCode}`, text['zh-CN'], details);
    this.name = 'AdminError';
    this.adminCode = adminCode;
    this.text = text;
    this.errors = errors;
  }

  /** As the wire has it. */
  fieldErrors(locale: keyof LocalText): readonly FieldError[] {
    return this.errors.map(({ path, message }) => ({ path, message: message[locale] }));
  }
}

const texts = {
  expired: { 'zh-CN': '登录状态已过期，请重新登录', 'en-US': 'Your session has ended: sign in again' },
  forbidden: { 'zh-CN': '当前操作没有权限', 'en-US': 'You may not do this' },
  notFound: { 'zh-CN': '访问资源不存在', 'en-US': 'There is nothing here' },
  failed: {
    'zh-CN': '系统未知错误，请反馈给管理员',
    'en-US': 'Something went wrong: please tell the administrator',
  },
  twice: { 'zh-CN': '数据正在处理，请勿重复提交', 'en-US': 'This is being done already' },
  stale: {
    'zh-CN': '数据已被他人修改，请刷新后重试',
    'en-US': 'Somebody else changed this meanwhile: refresh and try again',
  },
  ownStale: {
    'zh-CN': '您自己已在别处修改了此数据，请刷新后重试',
    'en-US': 'You changed this elsewhere meanwhile: refresh and try again',
  },
  tooDeep: { 'zh-CN': '请缩小查询范围', 'en-US': 'Please narrow the search' },
} as const satisfies Record<string, LocalText>;

export const expired = () => new AdminError(adminCodes.expired, texts.expired);
export const revoked = () => new AdminError(adminCodes.revoked, texts.expired);
export const forbidden = () => new AdminError(adminCodes.forbidden, texts.forbidden);
/** Also for rows that are there and out of reach: an id must not tell. */
export const notFound = () => new AdminError(adminCodes.notFound, texts.notFound);
export const twice = () => new AdminError(adminCodes.warning, texts.twice);
/** `isOwn`: whoever is refused made the last change themselves. Nobody else is named. */
export const stale = (isOwn = false) =>
  new AdminError(adminCodes.conflict, isOwn ? texts.ownStale : texts.stale);
export const tooDeep = () => new AdminError(adminCodes.invalid, texts.tooDeep);
export const failedText: LocalText = texts.failed;

/** A rule of the business says no. */
export function refused(text: LocalText, details: Readonly<Record<string, unknown>> = {}): AdminError {
  return new AdminError(adminCodes.refused, text, { details });
}

export function conflict(text: LocalText, errors: readonly LocalFieldError[] = []): AdminError {
  return new AdminError(adminCodes.conflict, text, { errors });
}

/** The message of the whole is that of the first field. */
export function invalid(errors: readonly [LocalFieldError, ...LocalFieldError[]]): AdminError {
  return new AdminError(adminCodes.invalid, errors[0].message, { errors });
}
