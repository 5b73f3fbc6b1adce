/** Turns the errors of services into errors of the console. */
import type { LocalText } from '../../i18n/translate.ts';
import { AppError } from '../../kernel/app-error.ts';
import { AdminError, conflict, invalid, notFound, refused, stale } from './admin-error.ts';
import { isLappCode, lappMessage } from './lapp-errors.ts';
import { operatorMessage } from './operator-errors.ts';
import { refusedAddress } from './refused-address.ts';

const missing = new Set(['camera.notFound', 'app.notFound', 'camera.noSource', 'company.notFound']);
/** The field of the body that the error concerns. */
const fields: Readonly<Record<string, string>> = {
  'camera.badUrl': 'url',
  'camera.loginNeeded': 'username',
  'camera.notScene': 'scene',
  'camera.needsCode': 'validCode',
};
const taken: Readonly<Record<string, string>> = {
  'camera.exists': 'serial',
  'camera.serialInUse': 'serial',
  'camera.serialTaken': 'serial',
  'camera.channelExists': 'channelNo',
};

/** Runs a service function. Its expected errors become an `AdminError`; all others are rethrown unchanged. */
export async function asAdminError<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw denialOf(error);
  }
}

/** Null: success. Rethrows unexpected errors. */
export async function adminErrorIn(run: () => Promise<unknown>): Promise<AdminError | null> {
  try {
    await run();
    return null;
  } catch (error) {
    if (error instanceof AdminError) return error;
    throw error;
  }
}

function denialOf(error: unknown): unknown {
  if (!(error instanceof AppError) || error instanceof AdminError) return error;
  const { code } = error;
  if (missing.has(code)) return notFound();
  if (code === 'app.changed') return stale(error.details.isOwn === true);
  const text = textOf(code);
  if (!text) return error;
  const path = fields[code];
  if (path !== undefined) return invalid([{ path, message: withReason(text, error) }]);
  const duplicatePath = taken[code];
  return duplicatePath === undefined
    ? refused(text, error.details)
    : conflict(text, [{ path: duplicatePath, message: text }]);
}

function textOf(code: string): LocalText | null {
  const chinese = operatorMessage(code, 'zh-CN');
  const english = operatorMessage(code, 'en-US');
  if (chinese !== null && english !== null) return { 'zh-CN': chinese, 'en-US': english };
  return isLappCode(code)
    ? { 'zh-CN': lappMessage(code, 'zh-CN'), 'en-US': lappMessage(code, 'en-US') }
    : null;
}

const reasons: Readonly<Record<string, LocalText>> = {
  'url.empty': { 'zh-CN': '地址为空', 'en-US': 'the address is empty' },
  'url.tooLong': { 'zh-CN': '地址过长', 'en-US': 'the address is too long' },
  'url.control': {
    'zh-CN': '含有空格、控制字符或反斜杠',
    'en-US': 'it contains spaces, control characters or backslashes',
  },
  'url.scheme': {
    'zh-CN': '协议不受支持（取流用 rtsp 或 rtsps，ONVIF 用 http 或 https）',
    'en-US': 'unsupported scheme (use rtsp or rtsps for video, http or https for ONVIF)',
  },
  'url.host': {
    'zh-CN': '主机名、用户名或密码的写法不正确（用户名和密码请填入各自的栏位）',
    'en-US':
      'the host, user name or password is malformed (enter user name and password in their own fields)',
  },
  'url.port': {
    'zh-CN': '端口不正确（应为 1 到 65535）',
    'en-US': 'the port is invalid (use 1 to 65535)',
  },
  'url.hidden': {
    'zh-CN': '“…”代替了未显示的路径，请填写完整地址',
    'en-US': '“…” stands for the path, which is not shown. Enter the whole address',
  },
  'url.path': { 'zh-CN': '路径不正确（# 需写成 %23）', 'en-US': 'the path is invalid (write # as %23)' },
};

/** Of `url.login`. The character is the only part of a password that is named. */
const badLogin = (character: string): LocalText => ({
  'zh-CN': `用户名或密码中含有“${character}”，请写成 ${encodeURIComponent(character)}，或将用户名和密码填入各自的栏位；路径中的 @ 请写成 %40`,
  'en-US': `the user name or password contains “${character}”. Write it as ${encodeURIComponent(character)}, or enter user name and password in their own fields. An @ in the path is written as %40`,
});

/** Never repeats the address, which may contain a password. */
function withReason(text: LocalText, { details }: AppError): LocalText {
  const { character, reason: code, message } = details;
  // The address itself is in order.
  if (code === 'url.address') return refusedAddress(String(message));
  const reason = typeof character === 'string' ? badLogin(character) : reasons[String(code ?? '')];
  if (!reason) return text;
  return {
    'zh-CN': `${text['zh-CN']}：${reason['zh-CN']}`,
    'en-US': `${text['en-US']}: ${reason['en-US']}`,
  };
}
