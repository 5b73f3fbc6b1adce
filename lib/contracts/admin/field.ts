/**
 * One field of a resource, as data: everything that API, form, list and validation know about it. Fields are the only
 * allow-list: other names are neither read, sorted, filtered, exported nor accepted.
 */
import type { LocalText } from '../../i18n/translate.ts';

/**
 * Type of a value in the API. `string`, `text` (several lines), `html` (sanitised by the server), `secret` (written,
 * never returned), `image` and `icon` (a name or an address): text. `integer`: an integer. `money`: integer in fen.
 * `flag`: '0' or '1'. `boolean`. `enum`: one of `options`. `dict`: a value of the dictionary type `dict`. `time`:
 * `yyyy-MM-dd HH:mm:ss` in the organisation's zone. `relation`: the id of a row of `relation.resource`, or a list of
 * ids. `strings`: a list of texts. `json`: a document for a custom part of the page.
 */
export type FieldKind =
  | 'string'
  | 'text'
  | 'html'
  | 'secret'
  | 'image'
  | 'icon'
  | 'integer'
  | 'money'
  | 'flag'
  | 'boolean'
  | 'enum'
  | 'dict'
  | 'time'
  | 'relation'
  | 'strings'
  | 'json';

export const maskRules = [
  'phone',
  'email',
  'idCard',
  'bankCard',
  'name',
  'address',
  'plate',
  'ip',
  'secret',
] as const;
/** How a value is masked for users who may not see it in full. */
export type MaskRule = (typeof maskRules)[number];

/**
 * How a filter compares. `like`: contains, ignoring case of ASCII letters. `between`: `params[begin<Field>]`,
 * `params[end<Field>]`.
 */
export type QueryOp = 'eq' | 'like' | 'in' | 'between';

/** A closed set; pages that need more define their own cells. `duration`: whole seconds, which files name as the unit. */
export type CellKind =
  | 'text'
  | 'tag'
  | 'time'
  | 'switch'
  | 'image'
  | 'link'
  | 'code'
  | 'list'
  | 'online'
  | 'icon'
  | 'duration';
export type Widget =
  | 'text'
  | 'textarea'
  | 'number'
  | 'select'
  | 'multiSelect'
  | 'radio'
  | 'switch'
  | 'dateTime'
  | 'password'
  | 'image'
  | 'icon'
  | 'editor'
  | 'treeSelect'
  | 'tags';

export interface FieldOption {
  readonly value: string;
  readonly label: LocalText;
  /** Colour of the tag; never the only indication of a meaning. */
  readonly tone?: 'default' | 'primary' | 'success' | 'info' | 'warning' | 'danger';
}

export interface ListColumn {
  /** Pixels; otherwise the column shares the remaining width. */
  readonly width?: number;
  /** Hidden by default; users can show it. */
  readonly hidden?: boolean;
  readonly align?: 'left' | 'center' | 'right';
  readonly cell?: CellKind;
  /** What no value means, where it means something. Otherwise a dash is shown. */
  readonly empty?: LocalText;
  /** A button that copies the value. */
  readonly copy?: boolean;
}

export interface FormInput {
  readonly widget?: Widget;
  /** Of 2 columns; default 1. */
  readonly span?: 1 | 2;
  /** Visible while another field has one of these values. */
  readonly visibleWhen?: { readonly field: string; readonly in: readonly (string | number | boolean)[] };
  readonly help?: LocalText;
  /** An example of a value, for one-line texts. */
  readonly placeholder?: string;
}

/** The change of one field. */
export interface FieldChange {
  readonly field: string;
  readonly label: string;
  readonly from: unknown;
  readonly to: unknown;
}

export interface DocumentType<Document> {
  /** Exists at type level only. */
  readonly type?: Document;
}
/** `document: documentOf<RecordPlan>()` */
export const documentOf = <Document>(): DocumentType<Document> => ({});

export interface FieldDef {
  readonly label: LocalText;
  readonly kind: FieldKind;
  /** Must be given for a new row, and cannot be emptied. */
  readonly required?: boolean;
  /** Length of a text, number of entries of a list, or range of a number. */
  readonly min?: number;
  readonly max?: number;
  /** Source of a regular expression for the whole text, without anchors. */
  readonly pattern?: string;
  /** Description of `pattern` for users. */
  readonly patternHint?: LocalText;
  /** Kind json: the type of the document, at type level only. The resource's rules validate it. */
  readonly document?: DocumentType<unknown>;
  /** Kind enum. */
  readonly options?: readonly FieldOption[];
  /** Kind dict: the dictionary type. */
  readonly dict?: string;
  /** Kind relation. `key` of a resource, whose `/options` are offered. */
  readonly relation?: { readonly resource: string; readonly multiple?: boolean };
  /**
   * True: unique in the tenant, by a constraint of the database. Whoever writes a value learns whether it is taken, so
   * this is for identifiers. `visible`: unique among the rows that the writing user may see, if they may search the
   * field. Required for masked fields.
   */
  readonly unique?: true | 'visible';
  /** Given for a new row, never changed. */
  readonly immutable?: boolean;
  /** Set by the server; ignored in bodies. */
  readonly readOnly?: boolean;
  readonly default?: string | number | boolean | readonly string[];
  /** In lists only if given. */
  readonly list?: ListColumn;
  /**
   * Another field with the English translation: lists, options and files show it to English readers unless it is empty.
   * A single row that is read for its form contains both.
   */
  readonly english?: string;
  /** Left out of the detail view, because another field shows the same as text. */
  readonly detail?: false;
  /** In forms unless false; `readOnly` fields never are. */
  readonly form?: false | FormInput;
  /** With `form` false: the form of a new row contains it, in a part of the page (`formExtra`). */
  readonly newForm?: true;
  /** Differs from row to row: not offered for several rows at once. */
  readonly bulk?: false;
  readonly query?: QueryOp;
  readonly sortable?: boolean;
  /** Written and never returned, like kind `secret`, while another field has one of these values. */
  readonly secretWhen?: { readonly field: string; readonly in: readonly string[] };
  readonly mask?: MaskRule;
  /** Default: files contain what lists contain. */
  readonly export?: boolean;
  /** Default: files may contain what forms may set. */
  readonly import?: false;
}
