import type { Kysely } from 'kysely';
import { builtInThemes, isBuiltInThemeId } from '../../contracts/theme/built-in-themes.ts';
import type { ImageSources } from '../../contracts/theme/image.ts';
import { isThemeId } from '../../contracts/theme/template.ts';
import { parseTheme, parseThemeData, type Theme, type ThemeProblem } from '../../contracts/theme/theme.ts';
import type { Database } from '../../db/schema.ts';
import { transact } from '../../db/transact.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Result } from '../../kernel/result.ts';
import { type Entropy, newId } from '../crypto/entropy.ts';
import { operatorError } from '../errors/operator-errors.ts';
import type { TenantScope } from '../tenancy/tenant-scope.ts';
import {
  type PublishedTheme,
  type ThemeRow,
  type ThemeRowWithRecord,
  themeRepository,
} from './theme.repository.ts';
import { themeVersions } from './theme-versions.ts';

/** A stored theme; its `themeId` and times are those of its row. */
export interface StoredTheme {
  readonly theme: Theme;
  /** To be sent back with a change, to detect concurrent changes. */
  readonly version: number;
}

/** For command line and players; the console changes drafts (`theme-resource.ts`). */
export interface ThemeService {
  list(scope: TenantScope): Promise<readonly ThemeRow[]>;
  /** The draft of a stored theme. Throws `theme.notFound`. */
  get(scope: TenantScope, themeId: string): Promise<StoredTheme>;
  /** Null when the tenant has no theme with this id. */
  find(scope: TenantScope, themeId: string): Promise<StoredTheme | null>;
  /** What players receive. Null when the tenant has no theme with this id, or it was never published. */
  published(scope: TenantScope, themeId: string): Promise<Theme | null>;
  /**
   * Stores and publishes a theme. `themeId`: 32 letters and digits that pages already use; generated when absent. Throws
   * `theme.invalid` (details: `problems`), `theme.badId`, `theme.exists`, `theme.tooMany`.
   */
  create(scope: TenantScope, value: unknown, themeId?: string): Promise<StoredTheme>;
  /** Publishes, too. Throws `theme.invalid`, `theme.notFound`, `theme.conflict` (details: the current `version`). */
  update(scope: TenantScope, themeId: string, version: number, value: unknown): Promise<StoredTheme>;
  /** A copy of a built-in or stored theme under a new name. Throws as `get` and `create` do. */
  duplicate(scope: TenantScope, themeId: string, themeName: string): Promise<StoredTheme>;
  /** Throws `theme.notFound`. */
  remove(scope: TenantScope, themeId: string): Promise<void>;
  /** The problems that `create` would find. */
  check(value: unknown): Result<Theme, readonly ThemeProblem[]>;
  /** The same, accepting legacy data: see `parseThemeData`. */
  checkThemeData(value: unknown): ReturnType<typeof parseThemeData>;
}

/** Per tenant. */
export const maxThemes = 500;

export function themeService(deps: {
  readonly db: Kysely<Database>;
  readonly images: ImageSources;
  readonly clock: Clock;
  readonly entropy: Entropy;
}): ThemeService {
  const { db, images, clock, entropy } = deps;
  const themes = themeRepository(db);

  function valid(value: unknown): Theme {
    const parsed = parseTheme(value, images);
    if (!parsed.ok) throw operatorError('theme.invalid', { problems: parsed.error });
    return parsed.value;
  }

  async function find(scope: TenantScope, themeId: string): Promise<StoredTheme | null> {
    const row = isThemeId(themeId) ? await themes.find(scope, themeId) : null;
    return row ? { theme: themeOf(row, images), version: row.version } : null;
  }

  async function get(scope: TenantScope, themeId: string): Promise<StoredTheme> {
    const found = await find(scope, themeId);
    if (!found) throw operatorError('theme.notFound', { themeId });
    return found;
  }

  async function create(scope: TenantScope, value: unknown, themeId?: string): Promise<StoredTheme> {
    const theme = valid(value);
    const now = clock.now();
    const id = themeId ?? newId(entropy, now);
    if (!isThemeId(id)) throw operatorError('theme.badId');
    if ((await themes.count(scope)) >= maxThemes) throw operatorError('theme.tooMany');
    const stored = { ...theme, themeId: id, createTime: now, updateTime: now };
    await transact(db, async (transaction) => {
      const row = columnsOf(stored, 1);
      if (!(await themeRepository(transaction).insert(scope, id, row)))
        throw operatorError('theme.exists', { themeId: id });
      await addVersion(transaction, scope, id, row);
    });
    return { theme: stored, version: 1 };
  }

  async function addVersion(
    transaction: Kysely<Database>,
    scope: TenantScope,
    themeId: string,
    { publishedNumber, record, updatedAt }: PublishedTheme,
  ): Promise<void> {
    const made = { restoredFrom: null, publishedBy: '', publishedAt: updatedAt };
    await themeVersions(transaction).add(scope, { themeId, number: publishedNumber, record, ...made });
  }

  return {
    list: (scope) => themes.list(scope),
    get,
    find,
    create,

    async published(scope, themeId) {
      const row = isThemeId(themeId) ? await themes.findPublished(scope, themeId) : null;
      return row ? themeOf(row, images) : null;
    },

    async update(scope, themeId, version, value) {
      const theme = valid(value);
      const before = isThemeId(themeId) ? await themes.find(scope, themeId) : null;
      if (!before) throw operatorError('theme.notFound', { themeId });
      const stored = { ...theme, themeId, createTime: before.createdAt, updateTime: clock.now() };
      const row = columnsOf(stored, (before.publishedNumber ?? 0) + 1);
      const isWritten = await transact(db, async (transaction) => {
        if (!(await themeRepository(transaction).update(scope, themeId, version, row))) return false;
        await addVersion(transaction, scope, themeId, row);
        return true;
      });
      if (!isWritten) {
        throw operatorError('theme.conflict', { themeId, version: (await get(scope, themeId)).version });
      }
      return { theme: stored, version: version + 1 };
    },

    async duplicate(scope, themeId, themeName) {
      const from = isBuiltInThemeId(themeId) ? builtInThemes[themeId] : (await get(scope, themeId)).theme;
      return create(scope, { ...from, themeName, label: '' });
    },

    async remove(scope, themeId) {
      if (!(await themes.delete(scope, themeId))) throw operatorError('theme.notFound', { themeId });
    },

    check: (value) => parseTheme(value, images),
    checkThemeData: (value) => parseThemeData(value, images),
  };
}

function columnsOf(theme: Theme, publishedNumber: number): PublishedTheme {
  return {
    publishedNumber,
    name: theme.themeName,
    intro: theme.themeIntro,
    type: theme.themeType,
    record: JSON.stringify(theme),
    updatedAt: theme.updateTime,
  };
}

/** Parsed again by current rules: an image whose origin is no longer allowed, for instance, is left out. */
function themeOf(row: ThemeRowWithRecord, images: ImageSources): Theme {
  const parsed = parseThemeData(JSON.parse(row.record), images);
  if (!parsed.ok) throw new Error(`the stored theme ${row.id} is invalid: ${parsed.error[0]?.code}`);
  return { ...parsed.value.theme, themeId: row.id, createTime: row.createdAt, updateTime: row.updatedAt };
}
