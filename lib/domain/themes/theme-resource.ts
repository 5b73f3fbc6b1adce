/** Themes in the console: drafts, what is published of them, and who asks for it. */
import { fieldNames } from '../../contracts/admin/resource-schema.ts';
import { iotTheme } from '../../contracts/admin/resources/iot-theme.resource.ts';
import type { ColumnNames, RowOf, WrittenOf } from '../../contracts/admin/row-types.ts';
import type { ImageSources } from '../../contracts/theme/image.ts';
import { isThemeId } from '../../contracts/theme/template.ts';
import type { Theme, ThemeProblem } from '../../contracts/theme/theme.ts';
import type { LocalText } from '../../i18n/translate.ts';
import type { DemoPlayer } from '../access/gallery.service.ts';
import { type Entropy, newId } from '../crypto/entropy.ts';
import { conflict, invalid, notFound, refused } from '../errors/admin-error.ts';
import type { CallContext } from '../identity/actor.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import type { ResourceService } from '../resource/resource-service.ts';
import type { ResourceChange } from '../resource/server-resource.ts';
import { tableService } from '../resource/table-service.ts';
import { tenantZone } from '../resource/tenant-zone.ts';
import { type DraftLinks, draftLinks } from './draft-links.ts';
import { operatorText, themeBinding } from './theme-binding.ts';
import { columnsOfRecord, themeRecords } from './theme-records.ts';
import type { ThemeUses } from './theme-uses.ts';
import { themeVersions } from './theme-versions.ts';

type Definition = typeof iotTheme;
type ThemeRow = RowOf<Definition>;
type Written = WrittenOf<Definition>;

const listed: readonly ColumnNames<Definition>[] = [
  ...fieldNames(iotTheme).filter((name) => name !== 'theme'),
  ...(['version', 'createBy', 'updateBy', 'updateTime'] as const),
];

const texts = {
  unchanged: { 'zh-CN': '没有未发布的修改', 'en-US': 'There is nothing new to publish' },
  current: { 'zh-CN': '此版本已是当前发布的版本', 'en-US': 'This version is the published one' },
  name: { 'zh-CN': '主题没有名称，请填写名称', 'en-US': 'The theme has no name. Enter one.' },
} as const satisfies Record<string, LocalText>;

export interface ImportedTheme {
  readonly themeId: string;
  /** What a lenient import left out or replaced. */
  readonly notes: readonly ThemeProblem[];
}

export interface ThemePages {
  readonly service: ResourceService<Definition>;
  /** `version` of the row, if the caller has read it. Throws U0200 without changes, U0210 for another version. */
  publish(call: CallContext, id: string, version: number | null): Promise<void>;
  /** Publishes an earlier version again, as a new one. The draft follows if it had no changes of its own. */
  rollback(call: CallContext, id: string, number: number): Promise<void>;
  versions(
    call: CallContext,
    id: string,
  ): Promise<
    readonly {
      readonly number: number;
      readonly restoredFrom: number | null;
      readonly publishedBy: string;
      readonly publishTime: string;
      readonly isCurrent: boolean;
    }[]
  >;
  /** The record of one version. Throws 404. */
  version(call: CallContext, id: string, number: number): Promise<Theme>;
  uses(
    call: CallContext,
    id: string,
  ): Promise<
    readonly {
      readonly applicationId: string;
      readonly name: string;
      readonly requests: number;
      readonly lastTime: string;
    }[]
  >;
  /** A new draft from a record of any origin. Keeps its id of 32 characters, unless `asCopy`. */
  importRecord(
    call: CallContext,
    wanted: {
      readonly theme: unknown;
      readonly themeName?: string | undefined;
      readonly isLenient: boolean;
      readonly asCopy: boolean;
    },
  ): Promise<ImportedTheme>;
  readonly draftLinks: DraftLinks;
  /** Stops background work. Safe to call twice. */
  stop(): void;
}

export function themePages(
  deps: ResourceDeps & {
    readonly entropy: Entropy;
    readonly images: ImageSources;
    readonly uses: ThemeUses;
    readonly demoPlayer: () => Promise<DemoPlayer>;
  },
): ThemePages {
  const { clock, entropy, uses, database } = deps;
  const zoneOf = tenantZone(deps);

  const records = themeRecords(deps.images);
  const binding = themeBinding({ clock, entropy, uses, records });
  const table = tableService(deps, binding);
  const { stored } = records;

  /** The same rows; a change publishes what `take` returns. */
  function publishing(
    take: (
      change: ResourceChange,
      row: ThemeRow,
    ) => Promise<{ record: Theme; from: number | null; draft: Written }>,
  ) {
    return tableService(deps, {
      ...binding,
      before: {
        async update(change, row) {
          const { record, from, draft } = await take(change, row);
          const { actor } = change.call;
          const now = clock.now();
          const number = (row.publishedNumber ?? 0) + 1;
          await themeVersions(change.transaction).add(actor.scope, {
            themeId: row.themeId,
            number,
            record: JSON.stringify(record),
            restoredFrom: from,
            publishedBy: actor.username,
            publishedAt: now,
          });
          return {
            ...draft,
            publishedNumber: number,
            publishTime: change.zone.text(now),
            publishBy: actor.username,
          };
        },
      },
    });
  }

  const publisher = publishing(async (_, row) => {
    if (row.state === 'published') throw refused(texts.unchanged);
    return { record: stored(row.theme), from: null, draft: { state: 'published' } };
  });

  return {
    service: {
      ...table,
      // A page of records would be megabytes.
      page: (call, query) => table.page(call, { ...query, columns: query.columns ?? listed }),
    },

    publish: (call, id, version) => publisher.update(call, id, {}, version),

    async rollback(call, id, number) {
      const restoring = publishing(async ({ transaction }, row) => {
        if (number === row.publishedNumber) throw refused(texts.current);
        const record = await themeVersions(transaction).record(call.actor.scope, id, number);
        if (record === null) throw notFound();
        const theme = stored(JSON.parse(record));
        const follows = row.state === 'published';
        return {
          record: theme,
          from: number,
          draft: follows ? { ...columnsOfRecord(theme), state: 'published' } : { state: 'changed' },
        };
      });
      await restoring.update(call, id, {}, null);
    },

    async versions(call, id) {
      const { publishedNumber } = await table.get(call, id);
      const zone = await zoneOf(call.actor.scope.tenantId);
      const all = await themeVersions(database.db).list(call.actor.scope, id);
      return all.map(({ publishedAt, ...version }) => ({
        ...version,
        publishTime: zone.text(publishedAt),
        isCurrent: version.number === publishedNumber,
      }));
    },

    async version(call, id, number) {
      const record = await themeVersions(database.db).record(call.actor.scope, id, number);
      if (record === null) throw notFound();
      return { ...stored(JSON.parse(record)), themeId: id };
    },

    async uses(call, id) {
      await table.get(call, id);
      const zone = await zoneOf(call.actor.scope.tenantId);
      const all = (await uses.list(call.actor.scope, [id])).get(id) ?? [];
      return all.map(({ lastAt, ...use }) => ({ ...use, lastTime: zone.text(lastAt) }));
    },

    async importRecord(call, { theme: value, themeName, isLenient, asCopy }) {
      const { theme, notes } = records.imported(value, isLenient);
      const name = themeName || theme.themeName;
      if (name === '') throw invalid([{ path: 'themeName', message: texts.name }]);
      const themeId = !asCopy && isThemeId(theme.themeId) ? theme.themeId : newId(entropy, clock.now());
      const own = tableService(deps, {
        ...binding,
        newId: () => themeId,
        before: {
          async create(change, values) {
            const taken = await change.transaction
              .selectFrom('theme')
              .select('id')
              .where('tenantId', '=', call.actor.scope.tenantId)
              .where('id', '=', themeId)
              .executeTakeFirst();
            const message = operatorText('theme.exists');
            if (taken) throw conflict(message, [{ path: 'themeId', message }]);
            return (await binding.before?.create?.(change, values)) ?? values;
          },
        },
      });
      await own.create(call, { themeName: name, theme: { ...theme, themeName: name } });
      return { themeId, notes };
    },

    draftLinks: draftLinks({
      ...deps,
      records,
      nameOf: async (call, id) => (await table.get(call, id)).themeName ?? '',
    }),

    stop: () => uses.stop(),
  };
}
