/**
 * Types of a resource's rows, bodies and queries, from its definition: code that reads or writes a field which the
 * definition does not have does not compile. `resource-schema.ts` and `resource-query.ts` check the same shapes at run
 * time.
 */
import type { ResourceDef } from './define-resource.ts';
import type { FieldDef, QueryOp } from './field.ts';
import type { resources } from './resources/index.ts';

type Resources = typeof resources;
export type ResourceKey = keyof Resources;
export type ResourceOf<Key extends ResourceKey> = Resources[Key];

export type RowId = number | string;

/**
 * A row, or the values of a body, of a resource that is known at run time only. Code that works over any definition
 * indexes it by names that it takes from the definition; `commonFields` reads what rows of every resource have.
 */
export type Row = Readonly<Record<string, unknown>>;

type IsAny<Def extends ResourceDef> = string extends keyof Def['fields'] ? true : false;
/**
 * Names of a resource's fields; any text for code that works over any definition. Asked as a condition, or the compiler
 * would take what is made for one definition to be unusable as what is made for any.
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
  // A number that is hidden is shown as text.
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

type IdByKind = { integer: number; hex: string };
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
/** Never null in a row. Fields that are shown on a condition, and secrets, may be. */
type IsFilled<Field extends FieldDef> = Field extends
  | { readonly kind: 'secret' }
  | { readonly form: { readonly visibleWhen: object } }
  ? false
  : HasFlag<Field, 'required'>;

type Fields<Def extends ResourceDef> = Def['fields'];
type NotId<Def extends ResourceDef, Name> = Name extends Def['id']['field'] ? never : Name;

/** What rows of every resource may have beside their fields. `labels`, `titles`: of what they refer to, by field. */
export type CommonFields<Name extends string = string> = {
  readonly labels?: { readonly [N in Name]?: string };
  readonly titles?: { readonly [N in Name]?: readonly RowOption[] };
};
/** Rows that nobody edits have none of these. */
export type ChangeFields = {
  readonly version: number;
  readonly createBy?: string | null;
  readonly createTime?: string | null;
  readonly updateBy?: string | null;
  readonly updateTime?: string | null;
};

/** The id of a row, from its definition. */
export function idOf<Def extends ResourceDef>(definition: Def, row: RowOf<Def>): IdOf<Def> {
  return (row as Row)[definition.id.field] as IdOf<Def>;
}

/** Of a row whose resource is known at run time only. The server's answer was made by `rowSchema`. */
export function commonFields(row: Row): CommonFields & Partial<ChangeFields> {
  return row as CommonFields & Partial<ChangeFields>;
}

/** A row as another one refers to it. */
export interface RowOption {
  readonly id: RowId;
  readonly title: string;
  /** What else it is known by: an account, a serial number. */
  readonly detail?: string;
  /** What forms need of it. */
  readonly fields?: Row;
  /** Of a tree's rows. */
  readonly parentId?: RowId;
  /** Of a tree's rows, where what may lie below what depends on it. */
  readonly kind?: string;
}

/** A row as the server answers it. Null: no value. Absent: lists and files may leave fields out. */
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

/** A body that makes a row. What is not needed may be left out or null. */
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

/** What is to change of a row: fields that are left out stay as they are. */
export type UpdateOf<Def extends ResourceDef = ResourceDef> =
  IsAny<Def> extends true
    ? Row
    : {
        readonly [Name in keyof Fields<Def> as HasFlag<Fields<Def>[Name], 'immutable'> extends true
          ? never
          : Writable<Def, Name>]?: Emptiable<Fields<Def>[Name]>;
      };

/** What the server writes of a row: any field, also those that no body may set. */
export type WrittenOf<Def extends ResourceDef = ResourceDef> =
  IsAny<Def> extends true
    ? Row
    : { readonly [Name in keyof Fields<Def>]?: ValueOf<Fields<Def>[Name]> | null | undefined };

/** The same of a new row: what is needed is there, by the body or by what is usual. */
export type MadeOf<Def extends ResourceDef = ResourceDef> = WrittenOf<Def> &
  (IsAny<Def> extends true
    ? unknown
    : {
        readonly [Name in keyof Fields<Def> as IsFilled<Fields<Def>[Name]> extends true
          ? Writable<Def, Name>
          : never]: ValueOf<Fields<Def>[Name]>;
      });

/** What a form holds: the empty text where there is no value. */
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
/** As a field's `query` says. */
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

/** What rows can be narrowed to. */
export type ColumnNames<Def extends ResourceDef> = FieldNames<Def> | keyof ChangeFields;

/** A query of a list or of a file, checked against the definition. */
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
  /** Looked for in the title field, and in those a row is found by. */
  readonly keyword?: string;
  readonly ids?: readonly Id[];
  /** Other fields are left out of rows. */
  readonly columns?: readonly (Name | keyof ChangeFields)[];
}

/**
 * All of them, for interfaces over the rows of any resource. Such an interface takes this instead of the definition: then
 * the compiler sees that what is made for one resource can be used where any is expected.
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
