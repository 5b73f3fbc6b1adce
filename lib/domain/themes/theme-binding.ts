/** How drafts of themes are stored. */
import { iotTheme } from '../../contracts/admin/resources/iot-theme.resource.ts';
import { pathOfUpload } from '../../contracts/admin/upload-address.ts';
import { builtInThemes, isBuiltInThemeId } from '../../contracts/theme/built-in-themes.ts';
import type { Theme } from '../../contracts/theme/theme.ts';
import type { LocalText } from '../../i18n/translate.ts';
import type { EpochMs } from '../../kernel/units.ts';
import { type Entropy, newId } from '../crypto/entropy.ts';
import { invalid, refused } from '../errors/admin-error.ts';
import { operatorMessage } from '../errors/operator-errors.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import type { Change, ServerResource } from '../resource/server-resource.ts';
import { setUsedImages } from '../uploads/upload-use.ts';
import { maxThemes } from './theme.service.ts';
import { columnsOfRecord, type ThemeRecords } from './theme-records.ts';
import type { ThemeUses } from './theme-uses.ts';

const noSuchTheme: LocalText = { 'zh-CN': '所复制的主题不存在', 'en-US': 'The theme to copy does not exist' };

export const operatorText = (code: string): LocalText => ({
  'zh-CN': operatorMessage(code, 'zh-CN') ?? code,
  'en-US': operatorMessage(code, 'en-US') ?? code,
});

export interface ThemeBindingDeps extends Pick<ResourceDeps, 'clock'> {
  readonly entropy: Entropy;
  readonly records: ThemeRecords;
  readonly uses: ThemeUses;
}

/** Everybody with the permission sees every theme. */
export function themeBinding({
  clock,
  entropy,
  records,
  uses,
}: ThemeBindingDeps): ServerResource<typeof iotTheme> {
  const { valid, stored, withFields } = records;
  return {
    definition: iotTheme,
    table: 'theme',
    dataScope: 'none',
    columns: {
      themeName: 'name',
      themeIntro: 'intro',
      themeType: 'type',
      publishTime: 'publishAt',
      publishBy: 'publishBy',
      theme: {
        column: 'record',
        read: (stored) => JSON.parse(String(stored)),
        write: (value) => JSON.stringify(value),
      },
      usedBy: null,
      copyOf: null,
    },
    newId: () => newId(entropy, clock.now()),
    madeWith: () => ({ state: 'draft' }),
    before: {
      async create(change, values) {
        await checkRoom(change);
        const base = values.theme == null ? stored(await copied(change, values.copyOf)) : valid(values.theme);
        return { ...values, ...columnsOfRecord(withFields(base, values)) };
      },
      update(_, row, values) {
        const base = values.theme === undefined ? stored(row.theme) : valid(values.theme);
        // The name of a record that is written as a whole is in it.
        const theme =
          values.theme === undefined || values.themeName !== undefined ? withFields(base, values) : base;
        return {
          ...values,
          ...columnsOfRecord(theme),
          state: row.publishedNumber === null ? ('draft' as const) : ('changed' as const),
        };
      },
    },
    after: {
      create: (change, id, values) => keepImages(change, id, values.theme, clock.now()),
      update: (change, id, values) => keepImages(change, id, values.theme, clock.now()),
      async remove(change, rows) {
        for (const { themeId } of rows) await setUsedImages(change, holderOf(themeId), [], clock.now());
      },
    },
    async decorate({ actor }, rows) {
      const used = await uses.list(
        actor.scope,
        rows.map(({ themeId }) => themeId),
      );
      return rows.map((row) => ({
        ...row,
        ...(row.theme ? { theme: { ...stored(row.theme), themeId: row.themeId } } : {}),
        usedBy: (used.get(row.themeId) ?? []).map(({ name }) => name),
      }));
    },
  };
}

/** Null and blank: the full live theme. */
async function copied({ call, transaction }: Change, from: string | null | undefined): Promise<unknown> {
  const id = from || 'pcLive';
  if (isBuiltInThemeId(id)) return { ...builtInThemes[id], label: '' };
  const row = await transaction
    .selectFrom('theme')
    .select('record')
    .where('tenantId', '=', call.actor.scope.tenantId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw invalid([{ path: 'copyOf', message: noSuchTheme }]);
  return JSON.parse(row.record);
}

async function checkRoom({ call, transaction }: Change): Promise<void> {
  const { count } = await transaction
    .selectFrom('theme')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('tenantId', '=', call.actor.scope.tenantId)
    .executeTakeFirstOrThrow();
  if (Number(count) >= maxThemes) throw refused(operatorText('theme.tooMany'));
}

const holderOf = (id: string) => ({ bizType: iotTheme.key, bizId: id, field: 'theme' });

/** Uploaded images of a theme are kept until it is deleted: an earlier version may show them. */
async function keepImages(change: Change, id: string, theme: unknown, now: EpochMs): Promise<void> {
  if (!theme) return;
  const { labelPic, poster } = theme as Theme;
  const paths = [labelPic, poster].flatMap((address) => pathOfUpload(address) ?? []);
  if (paths.length === 0) return;
  const { bizType, bizId } = holderOf(id);
  const before = await change.transaction
    .selectFrom('uploadUse')
    .innerJoin('upload', 'upload.id', 'uploadUse.uploadId')
    .select('upload.path')
    .where('uploadUse.tenantId', '=', change.call.actor.scope.tenantId)
    .where('uploadUse.bizType', '=', bizType)
    .where('uploadUse.bizId', '=', bizId)
    .execute();
  await setUsedImages(change, holderOf(id), [...before.map(({ path }) => path), ...paths], now);
}
