import { headers } from 'next/headers';
import styles from './home.module.css';
import { pageLanguage } from './page-language.ts';

const texts = {
  'zh-CN': {
    what: '可嵌入网页的摄像机播放器及其服务器。',
    running: '服务器正在运行',
    embed: '嵌入',
    embedText: '在您的页面中加载 SDK，然后用应用标识创建播放器：',
    sample: '示例页面由 npm run up 启动，位于另一个端口（默认 7411），展示两路演示摄像机和 SDK 的每个调用。',
    docs: '文档在代码仓库的 docs 文件夹中：guide/run.md（运行）、guide/embed.md（嵌入）。',
    health: '健康检查',
    console: '控制台尚未提供；目前使用命令行 npm run oriel。',
  },
  'en-US': {
    what: 'An embeddable camera player and its server.',
    running: 'The server is running',
    embed: 'Embed it',
    embedText: 'Load the SDK in your page and create a player with the key of your application:',
    sample:
      'The sample page is started by npm run up on a port of its own (7411 unless set); it shows two demo cameras and every call of the SDK.',
    docs: 'Documentation is in the docs folder of the repository: guide/run.md and guide/embed.md.',
    health: 'Health check',
    console: 'There is no console yet: use the command line, npm run oriel.',
  },
} as const;

const snippet = (origin: string) => `import { createPlayer } from '${origin}/sdk/v1/oriel.js';

createPlayer(document.querySelector('#camera'), {
  server: '${origin}',
  app: 'YOUR_APP_KEY',
  url: 'ezopen://oriel/SERIAL/1.live',
  getToken: async () => {
    const answer = await fetch('/my-backend/token', { method: 'POST' });
    if (!answer.ok) throw new Error('no token');
    return answer.text();
  },
});`;

export default async function Home() {
  const asked = await headers();
  const words = texts[pageLanguage(asked.get('accept-language'))];
  const origin = asked.get('x-oriel-origin') ?? '';
  return (
    <main className={styles.home}>
      <h1>Oriel</h1>
      <p className={styles.lead}>{words.what}</p>
      <p className={styles.state}>
        <span className={styles.dot} aria-hidden="true" />
        {words.running} · <a href="/healthz">{words.health}</a>
      </p>
      <h2>{words.embed}</h2>
      <p>{words.embedText}</p>
      <pre>
        <code>{snippet(origin)}</code>
      </pre>
      <ul>
        <li>{words.sample}</li>
        <li>{words.docs}</li>
        <li>{words.console}</li>
      </ul>
    </main>
  );
}
