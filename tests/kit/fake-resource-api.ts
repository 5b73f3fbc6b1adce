/** The request wrapper over rows in memory: one resource, responses as from the server, every call recorded. */

import { ApiError } from '../../app/_console/api/api-error.ts';
import type { CallOptions } from '../../app/_console/api/create-api.ts';
import type { Query } from '../../app/_console/api/query-text.ts';
import type { ResourceDef } from '../../lib/contracts/admin/define-resource.ts';
import type { Editor } from '../../lib/contracts/admin/editing.ts';

type Row = Record<string, unknown>;

export interface SeenCall {
  readonly method: string;
  readonly path: string;
  readonly query?: Query | undefined;
  readonly body?: unknown;
}

export const staleText = '数据已被他人修改，请刷新后重试';

export function fakeResourceApi() {
  const world = {
    definition: null as ResourceDef | null,
    rows: [] as Row[],
    removed: [] as Row[],
    preferences: new Map<string, unknown>(),
    views: [] as Row[],
    /** Other users who have the form of any row open. */
    editors: [] as readonly Editor[],
    calls: [] as SeenCall[],
    downloads: [] as { path: string; form: Query; fileName: string }[],
    /** Responses of the next calls, by method and path. Errors are thrown. */
    answers: new Map<string, unknown>(),
    /** Calls that are denied, by method and path. */
    refused: new Set<string>(),
    /** Rows whose status change is rejected in a bulk call: reason by id. */
    refusedRows: new Map<string, string>(),
    reset(definition: ResourceDef, rows: Row[]): void {
      Object.assign(world, { definition, rows: rows.map((row) => ({ version: 1, ...row })), removed: [] });
      Object.assign(world, { views: [], editors: [], calls: [], downloads: [] });
      world.preferences.clear();
      world.answers.clear();
      world.refused.clear();
      world.refusedRows.clear();
    },
    callsTo: (method: string, path: string) =>
      world.calls.filter((call) => call.method === method && call.path === path),
  };

  const idField = () => world.definition?.id.field ?? 'id';
  const find = (id: unknown): Row => {
    const row = world.rows.find((one) => String(one[idField()]) === String(id));
    if (!row) throw new ApiError('404', '访问资源不存在');
    return row;
  };

  function page(query: Query): unknown {
    const definition = world.definition!;
    const matches = (row: Row) =>
      Object.entries(definition.fields).every(([name, field]) => {
        const wanted = query[name];
        if (wanted === undefined || field.query === undefined) return true;
        return field.query === 'like'
          ? String(row[name]).includes(String(wanted))
          : String(row[name]) === String(wanted);
      }) &&
      (!query.keyword || String(row[definition.titleField]).includes(String(query.keyword)));
    const sort = String(query.orderByColumn);
    const sign = query.isAsc === 'desc' ? -1 : 1;
    const found = world.rows
      .filter(matches)
      .sort((one, other) => sign * ((one[sort] as number) < (other[sort] as number) ? -1 : 1));
    if (definition.tree) return found;
    const size = Number(query.pageSize ?? 10);
    const start = (Number(query.pageNum ?? 1) - 1) * size;
    return {
      records: found.slice(start, start + size).map((row) => ({ ...row })),
      total: found.length,
      pageNum: Number(query.pageNum ?? 1),
      pageSize: size,
    };
  }

  function answer({ method, path, query = {}, body }: SeenCall): unknown {
    const definition = world.definition!;
    const { base } = definition;
    const rest = path.startsWith(`${base}/`) ? path.slice(base.length + 1) : '';
    const given = (body ?? {}) as Row;
    if (path.startsWith('/preference/')) {
      const name = path.slice('/preference/'.length);
      if (method === 'PUT') world.preferences.set(name, given.value);
      return world.preferences.get(name) ?? null;
    }
    if (path.startsWith('/savedView/')) {
      if (method === 'POST')
        world.views.push({ id: world.views.length + 1, isMine: true, owner: '管理员', ...given });
      if (method === 'DELETE') world.views = world.views.filter(({ id }) => !path.endsWith(`/${id}`));
      return world.views;
    }
    if (rest.endsWith('/editing')) return method === 'DELETE' ? null : world.editors;
    if (method === 'GET' && (rest === 'page' || rest === 'list')) return page(query);
    if (method === 'GET' && rest === 'options') return [];
    if (method === 'GET' && rest.endsWith('/history')) return [];
    if (method === 'GET') return { ...find(rest) };
    if (method === 'POST' && path === base) {
      const id = world.rows.length + 100;
      world.rows.push({ ...given, [idField()]: id, version: 1 });
      return { [idField()]: id };
    }
    if (method === 'PUT' && path === base) {
      const row = find(given[idField()]);
      if (row.version !== given.version) throw new ApiError('U0210', staleText);
      Object.assign(row, given, { version: Number(row.version) + 1 });
      return null;
    }
    if (method === 'PUT' && rest === 'changeStatus') {
      const row = find(given[idField()]);
      if (row.version !== given.version) throw new ApiError('U0210', staleText);
      Object.assign(row, given, { version: Number(row.version) + 1 });
      return null;
    }
    if (method === 'PUT' && (rest === 'changeStatus/batch' || rest === 'batch')) {
      const refused = (body as Row[]).flatMap((change) => {
        const isStale = find(change[idField()]).version !== change.version;
        const message = isStale ? staleText : world.refusedRows.get(String(change[idField()]));
        return message ? [{ id: change[idField()], code: 'U0200', message }] : [];
      });
      const isRefused = new Set(refused.map(({ id }) => id));
      const done = (body as Row[]).filter((change) => !isRefused.has(change[idField()]));
      for (const change of done) {
        const row = find(change[idField()]);
        Object.assign(row, change, { version: Number(row.version) + 1 });
      }
      return { done: done.map((change) => change[idField()]), refused };
    }
    if (method === 'PUT' && rest === 'restore') {
      const ids = (given.ids as unknown[]).map(String);
      const back = world.removed.filter((row) => ids.includes(String(row[idField()])));
      world.rows.push(...back);
      return null;
    }
    if (method === 'DELETE') {
      const rows = rest.split(',').map(find);
      world.removed.push(...rows);
      world.rows = world.rows.filter((row) => !rows.includes(row));
      return null;
    }
    throw new ApiError('404', `${method} ${path}`);
  }

  async function call(seen: SeenCall): Promise<unknown> {
    world.calls.push(seen);
    const key = `${seen.method} ${seen.path}`;
    if (world.refused.has(key)) throw new ApiError('403', '当前操作没有权限');
    if (world.answers.has(key)) {
      const planned = world.answers.get(key);
      world.answers.delete(key);
      if (planned instanceof Error) throw planned;
      return planned;
    }
    return answer(seen);
  }

  const api = {
    get: (path: string, options: CallOptions = {}) => call({ method: 'GET', path, query: options.query }),
    post: (path: string, body?: unknown) => call({ method: 'POST', path, body }),
    put: (path: string, body?: unknown, options: CallOptions = {}) =>
      call({ method: 'PUT', path, body, query: options.query }),
    delete: (path: string, options: CallOptions = {}) =>
      call({ method: 'DELETE', path, query: options.query }),
    upload: (path: string, form: FormData) => call({ method: 'POST', path, body: Object.fromEntries(form) }),
  };
  const download = async (path: string, form: Query, fileName: string) => {
    world.downloads.push({ path, form, fileName });
  };
  return { world, api, download };
}
