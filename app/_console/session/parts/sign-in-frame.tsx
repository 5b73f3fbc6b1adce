'use client';
import { ActionIcon, Anchor, Title, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useMounted } from '@mantine/hooks';
import { IconMoon, IconSun } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { sessionTexts } from '../../../../lib/i18n/console/session.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { BrandMark } from '../../ui/brand/brand-mark.tsx';
import { useBrand, useBrandName } from '../../ui/brand/use-brand.ts';
import { LanguageSwitch } from '../../ui/language-switch.tsx';
import { BrandImage } from './brand-image.tsx';
import styles from './sign-in.module.css';

/** Layout of all sign-in forms: branding on one side, the form on the other. */
export function SignInFrame({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const translate = useTranslations(sessionTexts);
  const name = useBrandName();
  const { color } = useBrand();
  return (
    <div className={styles.page}>
      <header className={styles.brand} data-branded={color !== '' || undefined}>
        <Anchor href="/user/home" className={styles.logo} underline="never">
          <BrandMark />
          {name}
        </Anchor>
        <p className={styles.lead}>{translate('session.lead')}</p>
        <BrandImage />
      </header>
      <main className={styles.side}>
        <div className={styles.switches}>
          <LanguageSwitch color="gray" px="xs" />
          <SchemeToggle />
        </div>
        <div className={styles.card}>
          <Title order={1} className={styles.title}>
            {title}
          </Title>
          {children}
        </div>
      </main>
    </div>
  );
}

function SchemeToggle() {
  const translate = useTranslations(sessionTexts);
  const { setColorScheme } = useMantineColorScheme();
  const isMounted = useMounted();
  const known = useComputedColorScheme('light');
  // The first render must match the server's, which does not know the preference.
  const scheme = isMounted ? known : 'light';
  const other = scheme === 'dark' ? 'light' : 'dark';
  return (
    <ActionIcon
      variant="subtle"
      size="lg"
      onClick={() => setColorScheme(other)}
      aria-label={translate(`session.${other}`)}
      title={translate(`session.${other}`)}
    >
      {scheme === 'dark' ? <IconSun size={20} /> : <IconMoon size={20} />}
    </ActionIcon>
  );
}
