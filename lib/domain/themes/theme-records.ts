/** Records of themes in the console: checked when they are written, and again when they are read. */
import type { iotTheme } from '../../contracts/admin/resources/iot-theme.resource.ts';
import type { WrittenOf } from '../../contracts/admin/row-types.ts';
import type { ImageSources } from '../../contracts/theme/image.ts';
import { parseTheme, parseThemeData, type Theme, type ThemeProblem } from '../../contracts/theme/theme.ts';
import { invalid, notFound } from '../errors/admin-error.ts';

type Written = Pick<WrittenOf<typeof iotTheme>, 'themeName' | 'themeIntro' | 'themeType'>;

export interface ThemeRecords {
  /** Throws 40000 with a problem for each fault of the record, with its path. */
  valid(value: unknown): Theme;
  /** By current rules: an image whose origin is no longer allowed, for instance, is left out. */
  stored(value: unknown): Theme;
  /** With other values of the fields beside the record. The result passes the check of records again. */
  withFields(theme: Theme, values: Written): Theme;
  /** `isLenient`: what is unknown is left out, and listed in `notes`. */
  imported(
    value: unknown,
    isLenient: boolean,
  ): { readonly theme: Theme; readonly notes: readonly ThemeProblem[] };
}

export function themeRecords(images: ImageSources): ThemeRecords {
  function valid(value: unknown): Theme {
    const parsed = parseTheme(value, images);
    if (!parsed.ok) throw refusedRecord(parsed.error);
    return parsed.value;
  }

  function lenient(value: unknown) {
    const parsed = parseThemeData(value, images);
    if (!parsed.ok) throw refusedRecord(parsed.error);
    return parsed.value;
  }

  return {
    valid,
    stored: (value) => lenient(value).theme,
    withFields: (theme, { themeName, themeIntro, themeType }) =>
      valid({
        ...theme,
        themeName: themeName ?? theme.themeName,
        themeIntro: themeIntro === undefined ? theme.themeIntro : (themeIntro ?? ''),
        themeType: themeType ?? theme.themeType,
      }),
    imported: (value, isLenient) => (isLenient ? lenient(value) : { theme: valid(value), notes: [] }),
  };
}

/** The columns beside the record that have its values, and the record. */
export function columnsOfRecord(theme: Theme) {
  const { themeName, themeIntro, themeType } = theme;
  return { themeName, themeIntro, themeType, theme };
}

function refusedRecord(problems: readonly ThemeProblem[]): Error {
  const [first, ...others] = problems.map(({ path, messages }) => ({
    path: path === '' ? 'theme' : `theme.${path}`,
    message: {
      'zh-CN': [path, messages['zh-CN']].filter(Boolean).join(' '),
      'en-US': [path, messages['en-US']].filter(Boolean).join(' '),
    },
  }));
  return first ? invalid([first, ...others]) : notFound();
}
