'use client';
import { Loader } from '@mantine/core';
import { bellTexts } from '../../../../lib/i18n/console/bell.ts';
import { useTranslations } from '../../text/use-translations.ts';
import styles from './notice.module.css';

export function NoticesWaiting() {
  const translate = useTranslations(bellTexts);
  return (
    <div className={styles.waiting} role="status" aria-label={translate('notice.loading')}>
      <Loader type="dots" size="sm" />
    </div>
  );
}
