/** Texts of the facade for the developer of the page, in the language of the player. */
type Text = readonly [zh: string, en: string];

const reasons = {
  baseTime: ['录像按摄像机的时间播放，没有这项设置', 'recordings play by the time of the camera'],
  space: ['录像不分存储空间', 'recordings are not divided into spaces'],
  decoder: ['视频由浏览器解码，没有这项设置', 'the browser decodes the video and has no such setting'],
  opticalZoom: [
    '暂不支持 3D 定位，请使用 enableZoom 和 closeZoom 进行电子放大',
    '3D positioning is not supported; use enableZoom and closeZoom for electronic zoom',
  ],
  fisheye: ['暂不支持鱼眼矫正，按原始画面显示', 'fisheye video is shown without correction'],
  watermark: ['播放器不绘制水印', 'the player does not draw a watermark'],
  region: ['一个播放器只显示一路视频', 'a player shows one video'],
  device: ['只有持有令牌的播放器能查询设备', 'only the player, which has the token, can query the device'],
  openApi: ['请在您的后端调用开放接口', 'call the open API from your backend'],
  plain: [
    '普通地址（.m3u8、.flv）不支持此功能，请使用 ezopen:// 地址',
    'not available for plain addresses (.m3u8, .flv); use an ezopen:// address',
  ],
  otherClass: ['请使用 EZUIKitPlayer', 'use EZUIKitPlayer'],
} satisfies Record<string, Text>;

export type Reason = keyof typeof reasons;

const inLanguage = ([zh, en]: Text, language: string | undefined) => (/^en/i.test(language ?? '') ? en : zh);

export const reasonText = (reason: Reason, language: string | undefined): string =>
  inLanguage(reasons[reason], language);

/** Why a player cannot be created. */
const startTexts = {
  container: [
    '找不到播放器的容器：页面中没有这个 id 的元素',
    'no container: the page has no element with this id',
  ],
  server: [
    '未指定 Oriel 服务器。请从您的服务器加载脚本（https://您的服务器/sdk/v1/ezuikit.global.js），或在打包的页面中调用一次 configure({ server, app })。env.domain 不起作用',
    'No Oriel server. Load the script from your server (https://YOUR-SERVER/sdk/v1/ezuikit.global.js), or call configure({ server, app }) once in a page that bundles it. env.domain has no effect',
  ],
  app: [
    '未指定应用的 key。请在脚本地址后加上 ?app=KEY（或 data-app="KEY"），或在打包的页面中调用一次 configure({ server, app })。key 在控制台的「接入应用」中，也可用命令 npm run oriel -- app list 查看',
    'No application key. Add ?app=KEY (or data-app="KEY") to the script, or call configure({ server, app }) once in a page that bundles it. The key is on the page "Applications" of the console; the command npm run oriel -- app list prints it too',
  ],
} satisfies Record<string, Text>;

export const startText = (what: keyof typeof startTexts, language: string | undefined): string =>
  inLanguage(startTexts[what], language);

/** The frame did not answer. The browser does not tell a page why; these are the causes seen in practice. */
export function unreachableText(origin: string, server: string, language: string | undefined): string {
  // Pages opened from the file system, and some native web views, have no origin that could be listed.
  if (origin === 'null' || origin.startsWith('file:'))
    return inLanguage(
      [
        '播放器没有响应：从本地文件打开的页面没有来源，不能嵌入播放器。请用本地服务器打开页面，例如 npx serve，并在应用中登记它的地址',
        'The player does not answer: a page opened from a file has no origin and cannot embed the player. Open it from a local server, for example npx serve, and list its address for the application',
      ],
      language,
    );
  return inLanguage(
    [
      `播放器没有响应。请检查：一、本页面的来源 ${origin} 是否已在应用中登记（npm run oriel -- app list 查看，app update 修改）；二、应用的 key 是否正确；三、浏览器能否访问 ${server}`,
      `The player does not answer. Check that the origin of this page, ${origin}, is listed for the application (npm run oriel -- app list prints them, app update changes them), that the key of the application is right, and that the browser can reach ${server}`,
    ],
    language,
  );
}
