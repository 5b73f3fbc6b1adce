/**
 * A resource of the console, defined once, as data. Its calls, page, permissions, menu entry, part of the API document
 * and tests are derived from it. The server binds behaviour to it (`lib/domain/resource/server-resource.ts`).
 */
import type { LocalText } from '../../i18n/translate.ts';
import type { FieldDef } from './field.ts';

export type ResourceVerb = 'list' | 'query' | 'add' | 'edit' | 'remove' | 'export' | 'import' | 'reveal';

/** An additional operation on one row, on several, or on the page. */
export interface ActionDef {
  /** Last segment of its path and its permission, for instance `resetPwd`. */
  readonly key: string;
  readonly label: LocalText;
  readonly icon: string;
  /** Last part of the permission; default: `key`. */
  readonly verb?: string;
  /** PUT `<base>/<key>` with `{id}` or `{ids}` in the body. */
  readonly on: 'row' | 'rows' | 'page';
  /** Text of the confirmation, which names the rows. */
  readonly confirm?: LocalText;
  readonly isDangerous?: boolean;
  /** What users come to the page for: a button of the row, also where others are in its menu. */
  readonly isMain?: boolean;
  /** Offered only while the field has one of these values. */
  readonly when?: { readonly field: string; readonly in: readonly (string | number | boolean | null)[] };
  /** Handled by a custom part of the page instead of a call. */
  readonly opens?: string;
}

/** The tree structure of the rows. Id 0 is the root. */
export interface TreeDef {
  readonly parentField: string;
  /**
   * An integer that orders siblings; the list is sorted by it. Users can reorder rows and move them to another parent.
   * `PUT <base>/updateSort` `[{<id>, <orderField>, <parentField>?, version?}]`.
   */
  readonly orderField?: string;
  /** Only users with access to all data may place rows at the root; others only below rows in their data scope. */
  readonly rootRequiresAllData?: true;
  /** Maximum number of levels, including the root level. */
  readonly maxDepth?: number;
  /**
   * Where the allowed parents depend on the kind of a row: per kind, the allowed kinds of the parent. Null is the root.
   */
  readonly kinds?: {
    readonly field: string;
    readonly below: Readonly<Record<string, readonly (string | null)[]>>;
  };
}

export interface ResourceDef {
  /** `<area>.<name>`, for instance `system.post`. */
  readonly key: string;
  readonly title: LocalText;
  /** What the rows are for, shown in an empty list. */
  readonly purpose?: LocalText;
  /** Name in @tabler/icons-react, as `IconId`. */
  readonly icon: string;
  /** Relative to the API's base, for instance `/system/post`. */
  readonly base: string;
  /** Address of its page in the console; default: `base`. */
  readonly page?: `/${string}`;
  /**
   * `rest`: GET /page /list /{id}, POST, PUT, DELETE /{ids}. `verb`: GET /page /get?id, POST /create /update,
   * DELETE /delete?id.
   */
  readonly style: 'rest' | 'verb';
  /** Permissions are `<permission>:<verb>`. */
  readonly permission: string;
  /**
   * The table of its rows, for a resource without a data scope and without rules of its own: every user of the
   * organisation with the permission has all rows. Absent: the server binds it (`lib/domain/resource/bound-resource.ts`).
   */
  readonly table?: string;
  /** Ids are integers, 32 hex digits, or (`word`) 32 letters and digits that may come from elsewhere. */
  readonly id: { readonly field: string; readonly kind: 'integer' | 'hex' | 'word' };
  /** The title of a row; `keyword` searches in it. */
  readonly titleField: string;
  /** A time that tells rows with the same title apart, in the names of their buttons. */
  readonly timeField?: string;
  /** Further fields that `keyword` searches, for instance a serial number. They can be filtered by `like`. */
  readonly foundBy?: readonly string[];
  /**
   * Fields included when rows are offered for selection, for forms that need more than an id; times distinguish the
   * rows of a log.
   */
  readonly optionFields?: readonly string[];
  readonly fields: Readonly<Record<string, FieldDef>>;
  readonly defaultSort: { readonly field: string; readonly order: 'asc' | 'desc' };
  /** Available operations. `list` and `query` always are. */
  readonly can: readonly ('add' | 'edit' | 'remove' | 'export' | 'import')[];
  /** Rows form a tree, which is listed completely and without pages. */
  readonly tree?: TreeDef;
  /** A field with options or a dictionary; its values become tabs with counts above the list. */
  readonly tabs?: string;
  /** `PUT <base>/changeStatus` `{<id>, <field>}`, a switch in the list; `/batch` after it changes several. */
  readonly statusSwitch?: string;
  /** What disabling rows ends, for the confirmation. */
  readonly disabling?: LocalText;
  readonly actions?: readonly ActionDef[];
  /** Resources that its forms select from, besides those of its relations. */
  readonly choosesFrom?: readonly string[];
  /** No `version` is stored and checked: rows of a log, which are never edited. */
  readonly unversioned?: boolean;
  /** Rows that the server never deletes: pages disable the action and give the reason. */
  readonly stays?: {
    readonly when: { readonly field: string; readonly in: readonly (string | number | boolean | null)[] };
    readonly why: LocalText;
    /** Further operations that the server rejects for these rows. */
    readonly also?: readonly ('edit' | 'status')[];
  };
  /** Rows are sums that are computed for a list: they have no detail, and nothing refers to one. */
  readonly areSums?: boolean;
  /** `PUT <base>/restore` `{ids}` restores recently removed rows: pages offer to undo. */
  readonly restorable?: boolean;
}

type FieldNames<Def extends ResourceDef> = keyof Def['fields'] & string;

/** The types check that every named field exists; tested in `tests/types`. */
export function defineResource<const Def extends ResourceDef>(
  definition: Def & {
    readonly titleField: FieldNames<Def>;
    readonly timeField?: FieldNames<Def>;
    readonly foundBy?: readonly FieldNames<Def>[];
    readonly optionFields?: readonly FieldNames<Def>[];
    readonly id: { readonly field: FieldNames<Def> };
    readonly defaultSort: { readonly field: FieldNames<Def> };
    readonly tabs?: FieldNames<Def>;
    readonly statusSwitch?: FieldNames<Def>;
    readonly tree?: {
      readonly parentField: FieldNames<Def>;
      readonly orderField?: FieldNames<Def>;
      readonly kinds?: { readonly field: FieldNames<Def> };
    };
    readonly stays?: { readonly when: { readonly field: FieldNames<Def> } };
  },
): Def {
  return definition;
}

/** The `component` of the page that its definition describes completely: `system.site` is `system/site/index`. */
export const componentOf = (key: string) => `${key.replace('.', '/')}/index`;

export const pageAddress = ({ page, base }: ResourceDef) => page ?? base;

export function permissionOf(resource: ResourceDef, verb: string): string {
  return `${resource.permission}:${verb}`;
}
