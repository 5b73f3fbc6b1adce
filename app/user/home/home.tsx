'use client';
import { homeTexts } from '../../../lib/i18n/console/home.ts';
import { BrandImage } from '../../_console/session/parts/brand-image.tsx';
import { useLocale } from '../../_console/text/use-locale.ts';
import { useBrand } from '../../_console/ui/brand/use-brand.ts';
import { LanguageSwitch } from '../../_console/ui/language-switch.tsx';
import { FlexibleUnit } from './flexible-unit.tsx';
import styles from './home.module.css';

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

/** Front page of the product. Uses plain links: the guard decides where `/index` leads. */
export function Home({ origin }: { readonly origin: string }) {
  const texts = homeTexts[useLocale()];
  const brand = useBrand();
  const name = brand.name || 'Oriel';
  return (
    <main className={styles.home}>
      <FlexibleUnit />
      <LanguageSwitch className={styles.language ?? ''} />
      <section className={styles.hero} data-branded={brand.color !== '' || undefined}>
        <div>
          <h1>{name}</h1>
          <p className={styles.lead}>{texts.what}</p>
          <p className={styles.actions}>
            <a className={styles.enter} href="/index">
              {texts.console}
            </a>
            <span className={styles.state}>
              <span className={styles.dot} aria-hidden="true" />
              {texts.running} · <a href="/healthz">{texts.health}</a>
            </span>
          </p>
        </div>
        <BrandImage />
      </section>
      <div className={styles.body}>
        <ul className={styles.parts}>
          {texts.parts.map(([name, text]) => (
            <li key={name}>
              <h2>{name}</h2>
              <p>{text}</p>
            </li>
          ))}
        </ul>
        <h2>{texts.embed}</h2>
        <p>{texts.embedText}</p>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
        <pre tabIndex={0}>
          <code>{snippet(origin)}</code>
        </pre>
        <ul className={styles.notes}>
          <li>{texts.sample}</li>
          <li>{texts.docs}</li>
        </ul>
      </div>
    </main>
  );
}
