import type { Locale } from '../translate.ts';

/** The home page of the product. */
export const homeTexts = {
  'zh-CN': {
    what: '可嵌入网页的摄像机播放器、服务器与管理平台。',
    console: '进入管理平台',
    running: '服务器正在运行',
    health: '健康检查',
    embed: '嵌入播放器',
    embedText: '在您的页面中加载 SDK，然后用应用标识创建播放器：',
    parts: [
      ['播放器', '一段脚本嵌入任意网页：低延迟直播、抓图、录像、云台，主题可配置。'],
      ['服务器', '接入 RTSP 摄像机，按需转发；令牌决定谁能看哪一路。'],
      ['管理平台', '设备、应用、令牌、用户与权限，操作全程留痕。'],
    ],
    sample: '示例页面由 npm run up 启动，位于另一个端口（默认 7411），展示两路演示摄像机和 SDK 的每个调用。',
    docs: '文档在代码仓库的 docs 文件夹中：guide/run.md（运行）、guide/embed.md（嵌入）。',
  },
  'en-US': {
    what: 'An embeddable camera player, its server and its console.',
    console: 'Open the console',
    running: 'The server is running',
    health: 'Health check',
    embed: 'Embed the player',
    embedText: 'Load the SDK in your page and create a player with the key of your application:',
    parts: [
      ['Player', 'One script in any web page: low-latency live video, snapshots, recording, PTZ and themes.'],
      ['Server', 'Connects to RTSP cameras and streams on demand. Tokens control who can view which camera.'],
      ['Console', 'Devices, applications, tokens, users and permissions, with a log of every change.'],
    ],
    sample:
      'npm run up also starts a sample page on another port (7411 by default). It shows two demo cameras and every call of the SDK.',
    docs: 'Documentation is in the docs folder of the repository: guide/run.md and guide/embed.md.',
  },
} as const satisfies Record<Locale, object>;
