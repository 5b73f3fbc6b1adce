'use client';
import { Menu } from '@mantine/core';
import { IconLanguage } from '@tabler/icons-react';
import { useEffect } from 'react';
import { localeNames, locales, nearestLocale } from '../../../lib/i18n/translate.ts';
import { settingsStore, useSettings } from '../settings/settings-store.ts';
import { useText } from '../text/use-text.ts';
import { HeaderButton } from './header-button.tsx';
import { useSelectableLocales } from './selectable-locales.ts';

/** Lists both languages; those in the setting `site.locales` can be selected. */
export function LanguageItems() {
  const { appLanguage } = useSettings();
  const selectable = useSelectableLocales();
  return (
    <Menu.RadioGroup
      value={appLanguage}
      onChange={(value) => settingsStore.change({ appLanguage: nearestLocale(value) })}
    >
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
  const { appLanguage } = useSettings();
  const selectable = useSelectableLocales();
  const isAllowed = selectable.includes(appLanguage);
  useEffect(() => {
    if (!isAllowed) settingsStore.change({ appLanguage: 'zh-CN' });
  }, [isAllowed]);
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
