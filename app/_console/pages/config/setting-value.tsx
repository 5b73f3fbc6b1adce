'use client';
import { builtInSetting } from '../../../../lib/contracts/admin/built-in-settings.ts';
import type { systemConfig } from '../../../../lib/contracts/admin/resources/system-config.resource.ts';
import type { RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import {
  languagesOf,
  listEntries,
  type SettingInput,
  settingProblem,
} from '../../../../lib/contracts/admin/setting-input.ts';
import { type Locale, localeNames } from '../../../../lib/i18n/translate.ts';
import { useLocale } from '../../text/use-locale.ts';
import { usePageText } from '../../text/use-page-text.ts';

type Translate = ReturnType<typeof usePageText>;

/** The value of a known setting in words; null for other settings and for invalid values. */
export function SettingValue({ row }: { readonly row: RowOf<typeof systemConfig> }) {
  const translate = usePageText();
  const locale = useLocale();
  const value = row.configValue ?? '';
  const known = builtInSetting(row.configKey);
  const isKnown = known !== null && settingProblem(known.input, value) === null;
  return (
    (isKnown && settingText(known.input, value, locale, translate)) || value || <span aria-hidden>—</span>
  );
}

function settingText(input: SettingInput, value: string, locale: Locale, translate: Translate): string {
  switch (input.kind) {
    case 'switch':
      return translate(value === 'true' ? 'pages.setting.on' : 'pages.setting.off');
    case 'number':
      return input.zero && Number(value) === 0
        ? translate('pages.setting.zero', { meaning: input.zero[locale] })
        : input.unit
          ? `${value} ${input.unit[locale]}`
          : value;
    case 'choice':
      return input.options.find((option) => option.value === value)?.label[locale] ?? value;
    case 'list':
      return listEntries(input, value).join(translate('common.and'));
    case 'languages':
      return languagesOf(value)
        .map((language) => localeNames[language])
        .join(translate('common.and'));
    case 'text':
    case 'timeZone':
    case 'image':
    case 'colour':
      return value;
  }
}
