/**
 * Turns constraint violations into field errors. The constraint has the last word, because a check before the write can
 * lose a race.
 */
import type { ResourceDef } from '../../contracts/admin/define-resource.ts';
import type { LocalText } from '../../i18n/translate.ts';
import { AdminError, conflict, invalid, refused, stale } from '../errors/admin-error.ts';
import type { TableShape } from './table-shape.ts';

const inUse: LocalText = {
  'zh-CN': '数据已被使用，不能删除',
  'en-US': 'This record is in use and cannot be deleted',
};
const gone: LocalText = { 'zh-CN': '关联的数据不存在', 'en-US': 'The referenced record does not exist' };
const noSuchValue: LocalText = { 'zh-CN': '查询条件不正确', 'en-US': 'Invalid query' };

/** `{label}已存在`, or the page's own `words` for that field. */
export function taken(resource: ResourceDef, name: string, words?: LocalText): AdminError {
  const label = resource.fields[name]?.label ?? resource.title;
  const message = words ?? {
    'zh-CN': `${label['zh-CN']}已存在`,
    'en-US': `${label['en-US']} already exists`,
  };
  return conflict(message, [{ path: name, message }]);
}

/** For an import that identifies a row by a value that several visible rows have. */
export function severalRows(resource: ResourceDef, name: string): AdminError {
  const { 'zh-CN': zh, 'en-US': en } = resource.fields[name]?.label ?? resource.title;
  const message = {
    'zh-CN': `有多条记录的${zh}相同，无法确定要更新哪一条`,
    'en-US': `Several records have this ${en}. It is not clear which one to update.`,
  };
  return conflict(message, [{ path: name, message }]);
}

/** For changes of this table's rows. Other errors, and those of other tables, are returned unchanged. */
export function explain(error: unknown, shape: TableShape, kind: 'write' | 'remove' | 'read'): unknown {
  const fault = faultOf(error);
  if (fault === null) return error;
  if (fault.kind === 'value') {
    return kind === 'read' ? invalid([{ path: '', message: noSuchValue }]) : error;
  }
  if (fault.kind === 'reference') {
    return kind === 'remove' ? refused(inUse) : invalid([{ path: '', message: gone }]);
  }
  if (fault.kind === 'rolledBack') return stale();
  if (fault.table !== null && fault.table !== shape.binding.table) return error;
  return takenIn(shape, fault.columns);
}

/** For a duplicate of a unique value in this table. Other errors are returned unchanged. */
export function explainDuplicate(error: unknown, shape: TableShape): unknown {
  const fault = faultOf(error);
  if (fault?.kind !== 'unique' || fault.table !== shape.binding.table) return error;
  return takenIn(shape, fault.columns);
}

function takenIn(shape: TableShape, columns: readonly string[]): AdminError {
  const name = fieldOfColumns(shape, columns);
  return taken(shape.resource, name, shape.binding.taken?.[name]);
}

/**
 * For a duplicate in a table without a resource: a concurrent change came first. Other errors are returned unchanged.
 */
export function explainRace(error: unknown): unknown {
  switch (faultOf(error)?.kind) {
    case 'reference':
      return invalid([{ path: '', message: gone }]);
    case 'unique':
    case 'rolledBack':
      return stale();
    default:
      return error;
  }
}

type Fault =
  | {
      readonly kind: 'unique';
      /** Null: the database named only the constraint. */
      readonly table: string | null;
      readonly columns: readonly string[];
    }
  | { readonly kind: 'reference' }
  | { readonly kind: 'value' }
  | { readonly kind: 'rolledBack' };

function faultOf(error: unknown): Fault | null {
  if (error instanceof AdminError || !(error instanceof Error)) return null;
  const { code, detail, table } = error as { code?: unknown; detail?: unknown; table?: unknown };
  switch (code) {
    case '23505':
      return {
        kind: 'unique',
        table: typeof table === 'string' ? (words(table)[0] ?? null) : null,
        columns: words(/^Key \((.*)\)=/.exec(String(detail))?.[1] ?? ''),
      };
    case 'SQLITE_CONSTRAINT_UNIQUE':
    case 'SQLITE_CONSTRAINT_PRIMARYKEY':
      return {
        kind: 'unique',
        table: words(/failed: (\w+)\./.exec(error.message)?.[1] ?? '')[0] ?? null,
        columns: words(error.message.split('failed:')[1] ?? ''),
      };
    case '23503':
    case 'SQLITE_CONSTRAINT_FOREIGNKEY':
      return { kind: 'reference' };
    // Deadlock: this change was rolled back.
    case '40P01':
    case '40001':
      return { kind: 'rolledBack' };
    // Text for a number, a number out of range, or a character that cannot be stored.
    case '22P02':
    case '22003':
    case '22021':
      return { kind: 'value' };
    default:
      return null;
  }
}

/** The names in it, as identifiers of this program: `post.post_code` gives `post` and `postCode`. */
const words = (text: string) =>
  [...text.matchAll(/[A-Za-z_]\w*/g)].map(([word]) =>
    word.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  );

/** Of several columns, the field declared unique; otherwise the last. */
function fieldOfColumns(shape: TableShape, columns: readonly string[]): string {
  const hit = shape.columns.filter(({ column }) => column !== null && columns.includes(column));
  const own = hit.find(({ field }) => field.unique) ?? hit.at(-1);
  if (own) return own.name;
  return shape.columns.find(({ field }) => field.unique)?.name ?? shape.resource.titleField;
}
