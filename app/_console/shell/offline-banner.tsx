'use client';
import { exceptionTexts } from '../../../lib/i18n/console/exception.ts';
import { useWords } from '../session/use-words.ts';
import styles from './console-shell.module.css';
import { useOnline } from './use-online.ts';

/** Over everything else, where it pushes nothing: whoever fills in a form wants to know as well. */
export function OfflineBanner() {
  const say = useWords(exceptionTexts);
  const isOnline = useOnline();
  return (
    <div role="status" className={styles.offline} hidden={isOnline}>
      {!isOnline && say('exception.offline')}
    </div>
  );
}
