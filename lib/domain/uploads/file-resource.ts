import { type SqlBool, sql } from 'kysely';
import { infraFile } from '../../contracts/admin/resources/infra-file.resource.ts';
import { uploadAddress } from '../../contracts/admin/upload-address.ts';
import { uploadKinds } from '../../contracts/admin/upload-kinds.ts';
import { afterCommit } from '../../db/transact.ts';
import type { LocalText } from '../../i18n/translate.ts';
import { refused } from '../errors/admin-error.ts';
import type { Actor, CallContext } from '../identity/actor.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import type { ResourceService } from '../resource/resource-service.ts';
import { tableService } from '../resource/table-service.ts';
import { releaseObjects } from './loose-objects.ts';
import { keptInLibrary } from './upload-use.ts';

const library: LocalText = { 'zh-CN': '文件库', 'en-US': 'Library' };
const inUse = (name: string): LocalText => ({
  'zh-CN': `「${name}」正在使用，不能移除`,
  'en-US': `“${name}” is in use and cannot be removed`,
});

const isRead = <Column extends string>(column: Column, read: (stored: unknown) => unknown) => ({
  column,
  read,
  write: (): never => {
    throw new Error('files are not written through their resource');
  },
});

const kindOfType = (type: unknown) =>
  uploadKinds.find((kind) => String(type).startsWith(`${kind}/`)) ?? 'file';

/** Uploaded files in the console: those of users in the data scope. */
export function fileResource(
  deps: ResourceDeps & {
    /** Titles of resources, by key. */
    readonly titleOf: (resource: string) => LocalText | undefined;
    /** After files were removed: what is left of them in a bucket. Must not throw. */
    readonly removed: () => void;
  },
): ResourceService<typeof infraFile> {
  const { db } = deps.database;

  async function usesOf({ actor }: CallContext, ids: readonly number[]) {
    if (ids.length === 0) return [];
    return db
      .selectFrom('uploadUse')
      .select(['uploadId', 'bizType', 'bizId'])
      .where('tenantId', '=', actor.scope.tenantId)
      .where('uploadId', 'in', [...ids])
      .orderBy('bizType')
      .orderBy('bizId')
      .execute();
  }

  return tableService(deps, {
    definition: infraFile,
    table: 'upload',
    dataScope: 'none',
    only: ({ actor }) => ofOwnersInScope(actor),
    columns: {
      createBy: 'createdBy',
      createTime: 'createdAt',
      size: 'byteSize',
      mime: 'contentType',
      fileKind: isRead('contentType', kindOfType),
      url: isRead('path', (path) => uploadAddress(String(path))),
      dimensions: null,
      uses: null,
    },
    filters: {
      fileKind(filter) {
        const value = filter.op === 'eq' ? filter.value : null;
        const type = sql.ref('contentType');
        if (value === 'image' || value === 'video') return sql<SqlBool>`${type} like ${`${value}/%`}`;
        return sql<SqlBool>`${type} not like 'image/%' and ${type} not like 'video/%'`;
      },
    },
    before: {
      async remove({ call, transaction }, rows) {
        const ids = rows.map(({ fileId }) => fileId);
        const used = await transaction
          .selectFrom('uploadUse')
          .select('uploadId')
          .where('tenantId', '=', call.actor.scope.tenantId)
          .where('uploadId', 'in', ids)
          .where('bizType', '!=', keptInLibrary.bizType)
          .execute();
        const first = rows.find(({ fileId }) => used.some(({ uploadId }) => uploadId === fileId));
        if (first) throw refused(inUse(String(first.name)));
        const places = await transaction
          .selectFrom('upload')
          .select(['bucket', 'object'])
          .where('tenantId', '=', call.actor.scope.tenantId)
          .where('id', 'in', ids)
          .execute();
        await releaseObjects(transaction, places);
        afterCommit(transaction, deps.removed);
      },
    },
    async decorate(call, rows) {
      const { locale = 'zh-CN' } = call;
      const ids = rows.map(({ fileId }) => fileId);
      const uses = await usesOf(call, ids);
      const sizes = await db
        .selectFrom('upload')
        .select(['id', 'width', 'height'])
        .where('tenantId', '=', call.actor.scope.tenantId)
        .where('id', 'in', ids.length > 0 ? ids : [0])
        .execute();
      const titles = new Map<string, string>();
      for (const bizType of new Set(uses.map((use) => use.bizType))) {
        const ofType = uses.filter((use) => use.bizType === bizType).map(({ bizId }) => Number(bizId));
        const known = await deps.related?.(bizType)?.options(call, { ids: ofType.filter(Number.isInteger) });
        for (const { id, title } of known ?? []) titles.set(`${bizType}:${id}`, title);
      }
      /** A row that the caller may not see is shown by its kind only. */
      const nameOf = ({ bizType, bizId }: (typeof uses)[number]): string => {
        if (bizType === keptInLibrary.bizType) return library[locale];
        const kind = deps.titleOf(bizType)?.[locale] ?? bizType;
        const title = titles.get(`${bizType}:${bizId}`);
        if (title === undefined) return kind;
        return locale === 'zh-CN' ? `${kind}「${title}」` : `${kind}: ${title}`;
      };
      return rows.map((row) => {
        const size = sizes.find(({ id }) => id === row.fileId);
        return {
          ...row,
          dimensions: size && size.width > 0 ? `${size.width} × ${size.height}` : null,
          uses: uses.filter(({ uploadId }) => uploadId === row.fileId).map(nameOf),
        };
      });
    },
  });
}

/** A file belongs to the department that its owner is in now. */
function ofOwnersInScope({ scope, userId, dataScope }: Actor) {
  if (dataScope.kind === 'everything') return sql<SqlBool>`1 = 1`;
  const owner = sql.ref('ownerId');
  const own = dataScope.own ? sql<SqlBool>`${owner} = ${userId}` : sql<SqlBool>`1 = 0`;
  if (dataScope.deptIds.length === 0) return own;
  return sql<SqlBool>`(${own} or ${owner} in (
    select ${sql.ref('user.id')} from ${sql.table('user')}
    where ${sql.ref('user.tenantId')} = ${scope.tenantId}
      and ${sql.ref('user.deptId')} in (${sql.join([...dataScope.deptIds])})
  ))`;
}
