/** The operator's theme commands; `operations` includes them. */
import { z } from 'zod';
import { builtInThemes, isBuiltInThemeId } from '../../contracts/theme/built-in-themes.ts';
import { isThemeId } from '../../contracts/theme/template.ts';
import type { Theme, ThemeProblem } from '../../contracts/theme/theme.ts';
import { operatorError } from '../errors/operator-errors.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';
import type { StoredTheme, ThemeService } from './theme.service.ts';

export interface ThemeOperationDeps {
  readonly scope: TenantScope;
  readonly themes: ThemeService;
}

export const themeName = z.strictObject({ themeId: z.string().min(1).max(64) });
export const themeCheck = z.strictObject({ theme: z.unknown(), isLenient: z.boolean().default(false) });
export const themeImport = z.strictObject({
  theme: z.unknown(),
  /** The id for use in pages. Absent: the theme's own id if it is valid, otherwise a generated one. */
  themeId: z.string().min(1).max(64).optional(),
  /** Replaces a stored theme with this id. */
  isReplacing: z.boolean().default(false),
  /** Leaves out invalid parts and reports them, instead of rejecting the theme. */
  isLenient: z.boolean().default(false),
});

/** Built-in ones first. */
export async function listThemes({ themes, scope }: ThemeOperationDeps) {
  const builtIn = Object.values(builtInThemes).map(({ themeId, themeName, themeType }) => ({
    themeId,
    themeName,
    themeType,
    isBuiltIn: true,
    version: null,
    updateTime: null,
  }));
  const stored = (await themes.list(scope)).map(({ id, name, type, version, updatedAt }) => ({
    themeId: id,
    themeName: name,
    themeType: type,
    isBuiltIn: false,
    version,
    updateTime: updatedAt,
  }));
  return [...builtIn, ...stored];
}

/** `version` null: built in. Throws `theme.notFound`. */
export async function showTheme(
  { themes, scope }: ThemeOperationDeps,
  { themeId }: z.output<typeof themeName>,
): Promise<{ readonly theme: Theme; readonly version: number | null }> {
  if (isBuiltInThemeId(themeId)) return { theme: builtInThemes[themeId], version: null };
  return themes.get(scope, themeId);
}

/** Throws `theme.builtIn`, `theme.notFound`. */
export async function removeTheme(
  { themes, scope }: ThemeOperationDeps,
  { themeId }: z.output<typeof themeName>,
) {
  if (isBuiltInThemeId(themeId)) throw operatorError('theme.builtIn', { themeId });
  await themes.remove(scope, themeId);
  return { themeId };
}

/** Returns all problems and throws none. */
export async function checkTheme(
  { themes }: ThemeOperationDeps,
  { theme, isLenient }: z.output<typeof themeCheck>,
): Promise<{ readonly problems: readonly ThemeProblem[]; readonly notes: readonly ThemeProblem[] }> {
  const checked = isLenient ? themes.checkThemeData(theme) : themes.check(theme);
  if (!checked.ok) return { problems: checked.error, notes: [] };
  return { problems: [], notes: 'notes' in checked.value ? checked.value.notes : [] };
}

/** Throws what `create` and `update` throw. */
export async function importTheme(
  { themes, scope }: ThemeOperationDeps,
  { theme: value, themeId, isReplacing, isLenient }: z.output<typeof themeImport>,
) {
  const checked = isLenient ? themes.checkThemeData(value) : themes.check(value);
  if (!checked.ok) throw operatorError('theme.invalid', { problems: checked.error });
  const { theme, notes } = 'notes' in checked.value ? checked.value : { theme: checked.value, notes: [] };
  const id = themeId ?? (isThemeId(theme.themeId) ? theme.themeId : undefined);
  const before = id !== undefined && isReplacing ? await themes.find(scope, id) : null;
  const stored: StoredTheme =
    id !== undefined && before
      ? await themes.update(scope, id, before.version, theme)
      : await themes.create(scope, theme, id);
  return { ...stored, notes };
}
