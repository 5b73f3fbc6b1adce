'use client';
import { useComputedColorScheme } from '@mantine/core';
import { settingsTexts } from '../../../../lib/i18n/console/settings.ts';
import { settingsStore } from '../../settings/settings-store.ts';
import { useText } from '../../text/use-text.ts';
import { useTranslations } from '../../text/use-translations.ts';

/** A command of the shell. */
export interface ShellCommand {
  readonly key: string;
  readonly title: string;
  readonly icon: string;
  run(): void;
}

export function useShellCommands(open: { settings(): void; keys(): void }): readonly ShellCommand[] {
  const translate = useText();
  const translateSettings = useTranslations(settingsTexts);
  // What is seen, also where it follows the system.
  const next = useComputedColorScheme('light') === 'dark' ? 'light' : 'dark';
  const scheme = translateSettings(next === 'dark' ? 'settings.schemeDark' : 'settings.schemeLight');
  return [
    { key: 'settings', title: translate('shell.settings'), icon: 'IconPalette', run: open.settings },
    {
      key: 'scheme',
      title: `${translateSettings('settings.colorScheme')}: ${scheme}`,
      icon: 'IconBulb',
      run: () => settingsStore.change({ colorScheme: next }),
    },
    { key: 'keys', title: translate('shell.keys'), icon: 'IconHelp', run: open.keys },
  ];
}
