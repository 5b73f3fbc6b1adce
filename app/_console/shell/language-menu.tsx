'use client';
import { Menu } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { localeNames, locales, nearestLocale } from '../../../lib/i18n/translate.ts';
import { useLocale } from '../text/use-locale.ts';
import { useText } from '../text/use-text.ts';
import { chooseAccountLanguage } from './account-language.ts';
import { HeaderButton } from './header-button.tsx';
import { useSelectableLocales } from './selectable-locales.ts';

/** Lists both languages; those in the setting `site.locales` can be selected. */
export function LanguageItems() {
  const current = useLocale();
  const selectable = useSelectableLocales();
  return (
    <Menu.RadioGroup value={current} onChange={(value) => chooseAccountLanguage(nearestLocale(value))}>
      {locales.map((locale) => (
        <Menu.RadioItem
          key={locale}
          value={locale}
          lang={locale}
          disabled={!selectable.includes(locale)}
          closeMenuOnClick
        >
          {localeNames[locale]}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  );
}

export function LanguageMenu() {
  const translate = useText();
  return (
    <Menu position="bottom-end" shadow="md" width={160}>
      <Menu.Target>
        <HeaderButton label={translate('shell.language')} icon={IconLanguage} />
      </Menu.Target>
      <Menu.Dropdown>
        <LanguageItems />
      </Menu.Dropdown>
    </Menu>
  );
}
