'use client';
import { Button, type ButtonProps } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { useContext, useEffect } from 'react';
import { localeNames } from '../../../lib/i18n/translate.ts';
import { language } from '../text/language.ts';
import { ServerLanguageContext, useLocale } from '../text/use-locale.ts';

/** Switches the language of pages outside the console. Renders nothing if the server offers only one. */
export function LanguageSwitch(props: ButtonProps) {
  const { offered } = useContext(ServerLanguageContext);
  const current = useLocale();
  const isOffered = offered.includes(current);
  useEffect(() => {
    if (!isOffered) language.set('zh-CN');
  }, [isOffered]);
  return offered
    .filter((locale) => locale !== current)
    .map((locale) => (
      <Button
        key={locale}
        variant="subtle"
        lang={locale}
        leftSection={<IconLanguage size={18} aria-hidden="true" />}
        {...props}
        onClick={() => language.choose(locale)}
      >
        {localeNames[locale]}
      </Button>
    ));
}
