/**
 * Types of a resource's rows, bodies and queries, derived from its definition: code that uses a field that does not
 * exist does not compile. `resource-schema.ts` and `resource-query.ts` check the same shapes at run time.
 */
import type { ResourceDef } from './define-resource.ts';
import type { FieldDef, QueryOp } from './field.ts';
import type { resources } from './resources/index.ts';

type Resources = typeof resources;
export type ResourceKey = keyof Resources;
export type ResourceOf<Key extends ResourceKey> = Resources[Key];

export type RowId = number | string;

/**
 * A row, or the values of a body, of a resource that is known only at run time. Generic code indexes it by names from
 * the definition; `commonFields` reads what rows of every resource have.
 */
export type Row = Readonly<Record<string, unknown>>;

type IsAny<Def extends ResourceDef> = string extends keyof Def['fields'] ? true : false;
/**
 * Names of a resource's fields; any string for generic code. Written as a conditional type, otherwise TypeScript would
 * not accept a specific resource where any resource is expected.
 */
export type FieldNames<Def extends ResourceDef = ResourceDef> =
  IsAny<Def> extends true ? string : keyof Def['fields'] & string;

interface ValueByKind<Field extends FieldDef> {
  string: string;
  text: string;
  html: string;
  secret: string;
  image: string;
  icon: string;
  dict: string;
  time: string;
  // A masked number is a string.
  integer: Field extends { readonly mask: string } ? number | string : number;
  money: Field extends { readonly mask: string } ? number | string : number;
  flag: '0' | '1';
  boolean: boolean;
  enum: Field extends { readonly options: readonly { readonly value: infer Value }[] } ? Value : string;
  relation: Field extends { readonly relation: { readonly multiple: true } }
    ? readonly RelatedId<Field>[]
    : RelatedId<Field>;
  strings: readonly string[];
  json: Field extends { readonly document: { readonly type?: infer Document } } ? Document : unknown;
}
type ValueOf<Field extends FieldDef> = ValueByKind<Field>[Field['kind']];

type IdByKind = { integer: number; hex: string; word: string };
/** Of the rows of a resource. */
export type IdOf<Def extends ResourceDef = ResourceDef> = IdByKind[Def['id']['kind']];
type RelatedId<Field extends FieldDef> = Field extends {
  readonly relation: { readonly resource: infer Key extends ResourceKey };
}
  ? IdOf<Resources[Key]>
  : RowId;

type FieldFlag = 'required' | 'readOnly' | 'immutable';
type HasFlag<Field extends FieldDef, Flag extends FieldFlag> = Field extends { readonly [F in Flag]: true }
  ? true
  : false;
/** True for fields that are never null in a row. Conditionally visible fields and secrets may be. */
type IsFilled<Field extends FieldDef> = Field extends
  | { readonly kind: 'secret' }
  | { readonly form: { readonly visibleWhen: object } }
  ? false
  : HasFlag<Field, 'required'>;

type Fields<Def extends ResourceDef> = Def['fields'];
type NotId<Def extends ResourceDef, Name> = Name extends Def['id']['field'] ? never : Name;

/** What rows of every resource may have besides their fields. `labels`, `titles`: of related records, by field. */
export type CommonFields<Name extends string = string> = {
  readonly labels?: { readonly [N in Name]?: string };
  readonly titles?: { readonly [N in Name]?: readonly RowOption[] };
};
/** Absent in rows that are never edited. */
export type ChangeFields = {
  readonly version: number;
  readonly createBy?: string | null;
  readonly createTime?: string | null;
  readonly updateBy?: string | null;
  readonly updateTime?: string | null;
};

/** The id of a row, by its definition. */
export function idOf<Def extends ResourceDef>(definition: Def, row: RowOf<Def>): IdOf<Def> {
  return (row as Row)[definition.id.field] as IdOf<Def>;
}

/** For a row whose resource is known only at run time. The response was parsed by `rowSchema`. */
export function commonFields(row: Row): CommonFields & Partial<ChangeFields> {
  return row as CommonFields & Partial<ChangeFields>;
}

/** A row as an option of a relation field. */
export interface RowOption {
  readonly id: RowId;
  readonly title: string;
  /** Another identifying value: an account, a serial number. */
  readonly detail?: string;
  /** Values that forms need. */
  readonly fields?: Row;
  /** For rows of a tree. */
  readonly parentId?: RowId;
  /** For rows of a tree whose allowed parents depend on it. */
  readonly kind?: string;
}

/** A row of a response. Null: no value. Absent: lists and files may omit fields. */
export type RowOf<Def extends ResourceDef = ResourceDef> =
  IsAny<Def> extends true
    ? Row
    : { readonly [Name in Def['id']['field']]: IdOf<Def> } & {
        readonly [Name in keyof Fields<Def> as IsFilled<Fields<Def>[Name]> extends true
          ? NotId<Def, Name>
          : never]: ValueOf<Fields<Def>[Name]>;
      } & {
        readonly [Name in keyof Fields<Def> as IsFilled<Fields<Def>[Name]> extends true
          ? never
          : NotId<Def, Name>]?: ValueOf<Fields<Def>[Name]> | null;
      } & CommonFields<FieldNames<Def>> &
        (Def extends { readonly unversioned: true } ? unknown : ChangeFields);

/** A body that creates a row. Optional fields may be absent or null. */
export type CreateOf<Def extends ResourceDef = ResourceDef> =
  IsAny<Def> extends true
    ? Row
    : {
        readonly [Name in keyof Fields<Def> as IsNeeded<Fields<Def>[Name]> extends true
          ? Writable<Def, Name>
          : never]: ValueOf<Fields<Def>[Name]>;
      } & {
        readonly [Name in keyof Fields<Def> as IsNeeded<Fields<Def>[Name]> extends true
          ? never
          : Writable<Def, Name>]?: Emptiable<Fields<Def>[Name]>;
      };

/** The changes of a row: absent fields stay unchanged. */
export type UpdateOf<Def extends ResourceDef = ResourceDef> =
  IsAny<Def> extends true
    ? Row
    : {
        readonly [Name in keyof Fields<Def> as HasFlag<Fields<Def>[Name], 'immutable'> extends true
          ? never
          : Writable<Def, Name>]?: Emptiable<Fields<Def>[Name]>;
      };

/** What the server writes of a row: any field, including those that no body may set. */
export type WrittenOf<Def extends ResourceDef = ResourceDef> =
  IsAny<Def> extends true
    ? Row
    : { readonly [Name in keyof Fields<Def>]?: ValueOf<Fields<Def>[Name]> | null | undefined };

/** The same for a new row: required values are present, given or by default. */
export type MadeOf<Def extends ResourceDef = ResourceDef> = WrittenOf<Def> &
  (IsAny<Def> extends true
    ? unknown
    : {
        readonly [Name in keyof Fields<Def> as IsFilled<Fields<Def>[Name]> extends true
          ? Writable<Def, Name>
          : never]: ValueOf<Fields<Def>[Name]>;
      });

/** The values of a form: empty text for no value. */
export type FormOf<Def extends ResourceDef = ResourceDef> =
  IsAny<Def> extends true
    ? Row
    : { readonly [Name in keyof Fields<Def>]?: ValueOf<Fields<Def>[Name]> | null | '' };

type Emptiable<Field extends FieldDef> =
  IsFilled<Field> extends true ? ValueOf<Field> : ValueOf<Field> | null;
type IsNeeded<Field extends FieldDef> = Field extends { readonly default: unknown } ? false : IsFilled<Field>;
type Writable<Def extends ResourceDef, Name extends keyof Fields<Def>> =
  HasFlag<Fields<Def>[Name], 'readOnly'> extends true ? never : NotId<Def, Name>;

type FilterNames<Def extends ResourceDef, Op extends QueryOp> =
  IsAny<Def> extends true
    ? string
    : {
        [Name in keyof Fields<Def> & string]: Fields<Def>[Name] extends { readonly query: Op } ? Name : never;
      }[keyof Fields<Def> & string];
/** By the field's `query`. */
export type FilterOf<Def extends ResourceDef = ResourceDef> =
  | {
      readonly field: FilterNames<Def, 'eq' | 'like'>;
      readonly op: 'eq' | 'like';
      readonly value: string | number | boolean;
    }
  | {
      readonly field: FilterNames<Def, 'in'>;
      readonly op: 'in';
      readonly values: readonly (string | number)[];
    }
  | {
      readonly field: FilterNames<Def, 'between'>;
      readonly op: 'between';
      readonly from?: string;
      readonly to?: string;
    };

/** Columns that a query can select. */
export type ColumnNames<Def extends ResourceDef> = FieldNames<Def> | keyof ChangeFields;

/** A query of a list or a file, checked against the definition. */
export type QueryOf<Def extends ResourceDef = ResourceDef> = ListQuery<
  FieldNames<Def>,
  FilterOf<Def>,
  IdOf<Def>
>;
interface ListQuery<Name extends string, Filter, Id extends RowId> {
  readonly pageNum: number;
  readonly pageSize: number;
  readonly sort: { readonly field: Name; readonly order: 'asc' | 'desc' };
  readonly filters: readonly Filter[];
  /** Searched in the title field and those of `foundBy`. */
  readonly keyword?: string;
  readonly ids?: readonly Id[];
  /** Other fields are omitted from rows. */
  readonly columns?: readonly (Name | keyof ChangeFields)[];
}

/**
 * All of these types, for interfaces over the rows of any resource. With this parameter instead of the definition,
 * TypeScript accepts a specific resource where any is expected.
 */
export type TypesOf<Def extends ResourceDef> =
  IsAny<Def> extends true
    ? AnyTypes
    : {
        readonly id: IdOf<Def>;
        readonly field: FieldNames<Def>;
        readonly row: RowOf<Def>;
        readonly create: CreateOf<Def>;
        readonly update: UpdateOf<Def>;
        readonly form: FormOf<Def>;
        readonly query: QueryOf<Def>;
      };
export interface AnyTypes {
  readonly id: RowId;
  readonly field: string;
  readonly row: Row;
  readonly create: Row;
  readonly update: Row;
  readonly form: Row;
  readonly query: QueryOf;
}
