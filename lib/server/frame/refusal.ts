import type { FrameRefusal } from '../../contracts/frame-boot.ts';
import { inBoth } from '../../error-catalogue/entry.ts';
import type { Locale, LocalText } from '../../i18n/translate.ts';
import { isPlainOrigin } from './frame-headers.ts';

/** Why a page in place of the player is served, in the order of the checks. */
export type RefusalCode =
  | 'app.missing'
  | 'app.unknown'
  | 'player.notBuilt'
  | 'origin.none'
  | 'origin.notListed'
  | 'handshake-timeout';

interface Subject {
  readonly app: string;
  readonly origin: string;
}

const texts: Readonly<
  Record<RefusalCode, (subject: Subject) => readonly [message: LocalText, advice: LocalText]>
> = {
  'app.missing': () => [
    inBoth('页面没有指定应用。', 'The page names no application.'),
    inBoth(
      '请在播放器的选项 app 中填写应用的 key。key 在控制台的「接入应用」中，也可用命令 npm run oriel -- app list 查看。',
      'Set the option app of the player to the key of your application. The key is on the page "Applications" of the console; the command npm run oriel -- app list prints it too.',
    ),
  ],
  'app.unknown': ({ app }) => [
    inBoth(
      `没有 key 为「${app}」的应用，或应用已停用。`,
      `No application has the key "${app}", or it is disabled.`,
    ),
    inBoth(
      '请核对播放器的选项 app 和服务器地址。命令 npm run oriel -- app list 列出本服务器的应用。',
      'Check the option app of the player, and the address of the server. The command npm run oriel -- app list prints the applications of this server.',
    ),
  ],
  'player.notBuilt': () => [
    inBoth('播放器尚未构建。', 'The player has not been built.'),
    inBoth('请在服务器上运行 npm run build。', 'Run npm run build on the server.'),
  ],
  'origin.none': () => [
    inBoth(
      '本页面没有来源（从本地文件打开、在沙盒框架中，或在使用自定义协议的应用内网页中），不能嵌入播放器。',
      'This page has no web origin and cannot embed the player: it was opened from a file, in a sandboxed frame, or in an app under a scheme of its own.',
    ),
    inBoth(
      '请用本地服务器打开页面，例如在页面的文件夹中运行 npx serve，再登记它的来源：npm run oriel -- app update <key> --add-origin http://localhost:3000',
      'Open the page from a local server, for example with npx serve in its folder, and list its origin: npm run oriel -- app update <key> --add-origin http://localhost:3000',
    ),
  ],
  'origin.notListed': ({ app, origin }) => [
    inBoth(
      `本页面的来源 ${origin} 没有在应用中登记，不能显示播放器。`,
      `The origin of this page, ${origin}, is not listed for the application, so the player is not shown.`,
    ),
    inBoth(
      `在控制台的「接入应用」中添加这个来源，或在服务器上运行：npm run oriel -- app update ${app} --add-origin ${origin}。协议、域名和端口都要一致。`,
      `Add it on the page "Applications" of the console, or run on the server: npm run oriel -- app update ${app} --add-origin ${origin}. Scheme, host and port must match exactly.`,
    ),
  ],
  'handshake-timeout': ({ app }) => [
    inBoth('浏览器没有在本页面中显示播放器。', 'The browser did not show the player in this page.'),
    inBoth(
      `常见原因：本页面在另一个页面的框架中，而外层页面的来源没有在应用中登记。请在控制台的「接入应用」中添加外层页面的来源，或在服务器上运行：npm run oriel -- app update ${app} --add-origin <外层页面的来源>。也可以单独打开本页面。`,
      `Usual cause: this page is in a frame of another page, whose origin is not listed for the application. Add the origin of the outer page on the page "Applications" of the console, or run on the server: npm run oriel -- app update ${app} --add-origin <origin of the outer page>. You can also open this page by itself.`,
    ),
  ],
};

const maxKeyChars = 40;

/** `app`: as the page gave it. */
export function refusalOf(code: RefusalCode, language: Locale, subject: Subject): FrameRefusal {
  const [message, advice] = texts[code]({ ...subject, app: subject.app.slice(0, maxKeyChars) });
  const textIn = (locale: Locale) => ({ message: message[locale], advice: advice[locale] });
  return { code, language, texts: { 'zh-CN': textIn('zh-CN'), 'en-US': textIn('en-US') } };
}

/** `?!` and the language of the player, appended by the SDK when the frame has sent nothing (the browser blocked it). */
const blockedMark = /\?!([\w-]*)$/;

/** Undefined if the player itself is requested. */
export function blockedLanguageOf(request: Request): string | undefined {
  return blockedMark.exec(new URL(request.url).search)?.[1];
}

/**
 * The origin of the page around the frame: as the SDK gives it in the query, or from the referrer. `null`: the page
 * has none; undefined: unknown. Only a hint for a better message: the browser enforces `frame-ancestors`.
 */
export function hostOriginOf(request: Request): string | null | undefined {
  const { search } = new URL(request.url);
  const given = search === '' ? undefined : decodeOrNothing(search.slice(1).replace(blockedMark, ''));
  if (given !== undefined && isPlainOrigin(given)) return given;
  // `null` of files and sandboxed frames, and the schemes of apps.
  if (given !== undefined && /^(?:null|[a-z][a-z0-9+.-]*:\/\/.*)$/.test(given)) return null;
  const referrer = request.headers.get('referer') ?? '';
  return URL.canParse(referrer) && isPlainOrigin(new URL(referrer).origin)
    ? new URL(referrer).origin
    : undefined;
}

function decodeOrNothing(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
