'use client';
import { exceptionTexts } from '../../../lib/i18n/console/exception.ts';
import { useTranslations } from '../text/use-translations.ts';
import { useIsConnectionLost } from '../ui/connection.ts';
import { useOnline } from '../ui/use-online.ts';
import styles from './console-shell.module.css';

/** Overlays the page without moving it, also above open forms. */
export function OfflineBanner() {
  const translate = useTranslations(exceptionTexts);
  const isOnline = useOnline();
  const isLost = useIsConnectionLost();
  const text = isOnline ? isLost && 'exception.serverLost' : 'exception.offline';
  return (
    <div role="status" className={styles.offline} hidden={!text}>
      {text && translate(text)}
    </div>
  );
}
