'use client';
import { exceptionTexts } from '../../../lib/i18n/console/exception.ts';
import { useTranslations } from '../text/use-translations.ts';
import { useOnline } from '../ui/use-online.ts';
import styles from './console-shell.module.css';

/** Overlays the page without moving it, also above open forms. */
export function OfflineBanner() {
  const translate = useTranslations(exceptionTexts);
  const isOnline = useOnline();
  return (
    <div role="status" className={styles.offline} hidden={isOnline}>
      {!isOnline && translate('exception.offline')}
    </div>
  );
}
