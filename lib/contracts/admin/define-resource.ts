/**
 * A resource of the console, defined once, as data: its calls, its page, its permissions, its menu entry, its
 * part of the API document and its tests are functions of this. Behaviour is bound to it on the server
 * (`lib/domain/resource/server-resource.ts`).
 */
import type { LocalText } from '../../i18n/translate.ts';
import type { FieldDef } from './field.ts';

export type ResourceVerb = 'list' | 'query' | 'add' | 'edit' | 'remove' | 'export' | 'import' | 'reveal';

/** Something to do with one row, or with several, beside the usual. */
export interface ActionDef {
  /** Last part of its path and of its permission, for instance `resetPwd`. */
  readonly key: string;
  readonly label: LocalText;
  readonly icon: string;
  /** A permission's last part; `key` unless said. */
  readonly verb?: string;
  /** PUT `<base>/<key>` with `{id}` or `{ids}` in the body. */
  readonly on: 'row' | 'rows' | 'page';
  /** Asked before; rows are named in it. */
  readonly confirm?: LocalText;
  readonly isDangerous?: boolean;
  /** Offered while a field has one of these values. */
  readonly when?: { readonly field: string; readonly in: readonly (string | number | boolean | null)[] };
  /** Done by a part of the page of its own instead of by a call. */
  readonly opens?: string;
}

/** How rows lie below one another. Id 0 is the root. */
export interface TreeDef {
  readonly parentField: string;
  /**
   * A whole number by which siblings stand, and which the list is sorted by: people put them in order by hand, and
   * below another parent. `PUT <base>/updateSort` `[{<id>, <orderField>, <parentField>?, version?}]`.
   */
  readonly orderField?: string;
  /** Rows come to the root by whoever reaches everything; the others move theirs below rows that they reach. */
  readonly rootRequiresAllData?: true;
  /** Levels there may be; those at the root are the first. */
  readonly maxDepth?: number;
  /** Where it hangs on what a row is: by kind, the kinds it may lie below. Null is the root. */
  readonly kinds?: {
    readonly field: string;
    readonly below: Readonly<Record<string, readonly (string | null)[]>>;
  };
}

export interface ResourceDef {
  /** `<area>.<name>`, for instance `system.post`. */
  readonly key: string;
  readonly title: LocalText;
  /** Of @tabler/icons-react, as `IconId`. */
  readonly icon: string;
  /** Below the API's base, for instance `/system/post`. */
  readonly base: string;
  /**
   * `rest`: GET /page /list /{id}, POST, PUT, DELETE /{ids}. `verb`: GET /page /get?id, POST /create /update,
   * DELETE /delete?id.
   */
  readonly style: 'rest' | 'verb';
  /** Permissions are `<permission>:<verb>`. */
  readonly permission: string;
  /** Ids are whole numbers, or 32 hex digits. */
  readonly id: { readonly field: string; readonly kind: 'integer' | 'hex' };
  /** Names a row to people, and is what `keyword` looks in. */
  readonly titleField: string;
  /** Fields that `keyword` looks in as well, for instance a serial number. They can be filtered by `like`. */
  readonly foundBy?: readonly string[];
  /** Fields that come with its rows where others choose among them, for forms that need more than an id; times tell rows of a log apart. */
  readonly optionFields?: readonly string[];
  readonly fields: Readonly<Record<string, FieldDef>>;
  readonly defaultSort: { readonly field: string; readonly order: 'asc' | 'desc' };
  /** What can be done at all. `list`, `query` always. */
  readonly can: readonly ('add' | 'edit' | 'remove' | 'export' | 'import')[];
  /** Rows are a tree: the whole of it is listed, in order, without pages. */
  readonly tree?: TreeDef;
  /** A field with options or a dictionary, whose values stand as tabs with counts above the list. */
  readonly tabs?: string;
  /** `PUT <base>/changeStatus` `{<id>, <field>}`, as a switch in the list; several by `/batch` behind it. */
  readonly statusSwitch?: string;
  readonly actions?: readonly ActionDef[];
  /** Resources whose rows its forms choose from, beside those that its relations name. */
  readonly choosesFrom?: readonly string[];
  /** No `version` is asked for and kept: rows that nobody edits. */
  readonly unversioned?: boolean;
  /** Rows that the server never removes: pages offer it for none of them, and say why. */
  readonly stays?: {
    readonly when: { readonly field: string; readonly in: readonly (string | number | boolean | null)[] };
    readonly why: LocalText;
    /** What else the server refuses for them. */
    readonly also?: readonly ('edit' | 'status')[];
  };
  /** `PUT <base>/restore` `{ids}` brings back what was removed a moment ago: pages offer to undo. */
  readonly restorable?: boolean;
}

type FieldNames<Def extends ResourceDef> = keyof Def['fields'] & string;

/**
 * Checks by types that every field that is named exists. Named fields are compile errors otherwise, tested in
 * `tests/types`.
 */
export function defineResource<const Def extends ResourceDef>(
  definition: Def & {
    readonly titleField: FieldNames<Def>;
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

export function permissionOf(resource: ResourceDef, verb: string): string {
  return `${resource.permission}:${verb}`;
}
