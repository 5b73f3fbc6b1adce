'use client';
import type { ReactNode } from 'react';
import { exceptionTexts } from '../../../lib/i18n/console/exception.ts';
import type { LocalText } from '../../../lib/i18n/translate.ts';
import { useLocale } from '../text/use-locale.ts';
import styles from './exception-page.module.css';
import type { ExceptionCode } from './tab-host.ts';

const words = {
  403: ['exception.notAllowed', 'exception.notAllowedHint'],
  404: ['exception.notFound', 'exception.notFoundHint'],
  500: ['exception.broken', 'exception.brokenHint'],
  offline: ['exception.offline', 'exception.offlineHint'],
} as const;

/**
 * 403, 404, 500 and offline pages. `detail` helps to find the cause. Uses plain elements, because every first visit
 * loads this code and few need it.
 */
export function ExceptionPage({
  code,
  detail,
  headingLevel = 1,
  onHome,
  onRetry,
  children,
}: {
  readonly code: ExceptionCode | 'offline';
  readonly detail?: string;
  readonly headingLevel?: 1 | 2;
  readonly onHome?: () => void;
  readonly onRetry?: () => void;
  readonly children?: ReactNode;
}) {
  const locale = useLocale();
  // Read directly: these texts have no parameters, and the code for parameters would be loaded by every page.
  const translate = (key: keyof typeof exceptionTexts) => (exceptionTexts[key] as LocalText)[locale];
  const [title, hint] = words[code];
  const Heading = headingLevel === 1 ? 'h1' : 'h2';
  return (
    <div className={styles.page}>
      {code !== 'offline' && (
        <p className={styles.code} aria-hidden="true">
          {code}
        </p>
      )}
      <Heading className={styles.title}>{translate(title)}</Heading>
      <p className={styles.hint}>{translate(hint)}</p>
      {detail && <pre className={styles.detail}>{detail}</pre>}
      {children}
      <div className={styles.ways}>
        {onRetry && (
          <button type="button" className={styles.way} data-first onClick={onRetry}>
            {translate('exception.retry')}
          </button>
        )}
        {onHome && (
          <button type="button" className={styles.way} data-first={!onRetry || undefined} onClick={onHome}>
            {translate('exception.toHome')}
          </button>
        )}
      </div>
    </div>
  );
}
