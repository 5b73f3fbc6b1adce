/**
 * One field of a resource, as data: what the wire, the form, the list and the checks know of it. Fields are
 * the only whitelist there is: what stands in no field is neither read, sorted, filtered, exported nor taken.
 */
import type { LocalText } from '../../i18n/translate.ts';

/**
 * What a value is on the wire.
 * `string`, `text` (several lines), `html` (cleaned by the server), `secret` (written, never read back), `image`
 * and `icon` (a name or an address): text. `integer`: a whole number. `money`: whole fen. `flag`: '0' or '1'.
 * `boolean`. `enum`: one of `options`. `dict`: a value of the dictionary type `dict`. `time`:
 * `yyyy-MM-dd HH:mm:ss` in the organisation's zone. `relation`: the id of a row of `relation.resource`, or a
 * list of them. `strings`: a list of texts. `json`: a document that one part of the page knows.
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
/** How a value is hidden from whoever may not see it whole. */
export type MaskRule = (typeof maskRules)[number];

/** How filters compare. `like`: contains, ignoring case of ASCII letters. `between`: `params[begin<Field>]`, `params[end<Field>]`. */
export type QueryOp = 'eq' | 'like' | 'in' | 'between';

/** A closed set; a page that needs more composes its own. */
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
  | 'icon';
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
  /** Of its tag; never the only sign of a meaning. */
  readonly tone?: 'default' | 'primary' | 'success' | 'info' | 'warning' | 'danger';
}

export interface ListColumn {
  /** Pixels; the column shares what is left otherwise. */
  readonly width?: number;
  /** Not shown until somebody asks for it. */
  readonly hidden?: boolean;
  readonly align?: 'left' | 'center' | 'right';
  readonly cell?: CellKind;
  /** A button that copies the value. */
  readonly copy?: boolean;
}

export interface FormInput {
  readonly widget?: Widget;
  /** Of 2 columns. 1 unless said. */
  readonly span?: 1 | 2;
  /** Shown while another field has one of these values. */
  readonly visibleWhen?: { readonly field: string; readonly in: readonly (string | number | boolean)[] };
  readonly help?: LocalText;
}

/** What changed of one field. */
export interface FieldChange {
  readonly field: string;
  readonly label: string;
  readonly from: unknown;
  readonly to: unknown;
}

export interface DocumentType<Document> {
  /** Never there: it exists for the compiler. */
  readonly type?: Document;
}
/** `document: documentOf<RecordPlan>()` */
export const documentOf = <Document>(): DocumentType<Document> => ({});

export interface FieldDef {
  readonly label: LocalText;
  readonly kind: FieldKind;
  /** Must be given when a row is created, and may not be emptied. */
  readonly required?: boolean;
  /** Characters of a text, entries of a list, or the least and greatest of a number. */
  readonly min?: number;
  readonly max?: number;
  /** Source of a regular expression for the whole text, without anchors. */
  readonly pattern?: string;
  /** What `pattern` asks for, in words. */
  readonly patternHint?: LocalText;
  /** Kind json, by types only: what the document is. The rules of the resource check it. */
  readonly document?: DocumentType<unknown>;
  /** Kind enum. */
  readonly options?: readonly FieldOption[];
  /** Kind dict: the type. */
  readonly dict?: string;
  /** Kind relation. `key` is a resource's; its `/options` are offered. */
  readonly relation?: { readonly resource: string; readonly multiple?: boolean };
  /** One row of the tenant has a value. */
  readonly unique?: boolean;
  /** Given when a row is created, never changed. */
  readonly immutable?: boolean;
  /** Set by the server; never taken from a body. */
  readonly readOnly?: boolean;
  readonly default?: string | number | boolean | readonly string[];
  /** In lists only when said. */
  readonly list?: ListColumn;
  /**
   * Another field of the row that holds the same in English: lists, choices and files show that one, where it is not
   * empty, to whoever reads English. A row that is read alone, for its form, has both as they are.
   */
  readonly english?: string;
  /** Left out where a row is shown whole: another field says the same in words. */
  readonly detail?: false;
  /** In forms unless false; a `readOnly` field never is. */
  readonly form?: false | FormInput;
  readonly query?: QueryOp;
  readonly sortable?: boolean;
  /** Written and never read back, as kind `secret` is, while another field has one of these values. */
  readonly secretWhen?: { readonly field: string; readonly in: readonly string[] };
  readonly mask?: MaskRule;
  /** Files contain what lists contain, unless said otherwise. */
  readonly export?: boolean;
  /** Files may bring what forms may, unless false. */
  readonly import?: false;
}
