import type {
  importTheme,
  themeUsers,
  themeVersionList,
} from '../../../../lib/contracts/admin/calls/theme.calls.ts';
import type { iotTheme } from '../../../../lib/contracts/admin/resources/iot-theme.resource.ts';
import type { RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import type { Theme } from '../../../../lib/contracts/theme/theme.ts';
import type { DataOf } from '../../api/data-of.ts';
import { api } from '../../api/request.ts';
import { saveFile } from '../../api/save-file.ts';

export type ThemeRow = RowOf<typeof iotTheme>;
export type ThemeVersions = DataOf<typeof themeVersionList>;
export type ThemeUsers = DataOf<typeof themeUsers>;
export type ImportedTheme = DataOf<typeof importTheme>;

/** Key of the rows, so that lists are read again. */
export const themesKey = ['iot.theme'] as const;

export function saveTheme(theme: Theme): void {
  const text = `${JSON.stringify(theme, null, 2)}\n`;
  saveFile(new Blob([text], { type: 'application/json' }), `${theme.themeName || theme.themeId}.json`);
}

/** Saves the draft. */
export async function exportTheme({ themeId }: Pick<ThemeRow, 'themeId'>): Promise<void> {
  const { theme } = await api.get<ThemeRow>(`/iot/theme/${themeId}`);
  if (theme) saveTheme(theme);
}

export async function exportVersion(themeId: string, number: number): Promise<void> {
  saveTheme(await api.get<Theme>(`/iot/theme/${themeId}/version`, { query: { number } }));
}
