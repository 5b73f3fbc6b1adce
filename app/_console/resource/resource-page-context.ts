'use client';
/** What the parts of one page share: the list's state, its rows, what is marked, its columns, the open panel. */
import { createContext, type ReactNode, useContext } from 'react';
import type { ResourceDef } from '../../../lib/contracts/admin/define-resource.ts';
import type { Page } from '../../../lib/contracts/admin/envelope.ts';
import type { ImportResult } from '../../../lib/contracts/admin/resource-calls.ts';
import type {
  AnyTypes,
  ResourceKey,
  ResourceOf,
  Row,
  RowOf,
  TypesOf,
} from '../../../lib/contracts/admin/row-types.ts';
import type { CallOptions } from '../api/create-api.ts';
import type { Query } from '../api/query-text.ts';
import type { Panel } from '../shell/page/panel-address.ts';
import type { ListState } from './data/list-state.ts';
import type { Selection } from './data/selection.ts';
import type { Resource } from './data/use-resource.ts';
import type { ColumnLayout } from './table/columns.ts';

export interface ColumnControl {
  readonly layout: ColumnLayout;
  /** As the definition has it, in this language. */
  readonly defaults: ColumnLayout;
  readonly isDefault: boolean;
  set(layout: ColumnLayout): void;
  reset(): void;
}

export interface PageRows<Each = Row> {
  readonly page: Page<Each> | undefined;
  readonly error: unknown;
  /** Nothing to show yet. */
  readonly isLoading: boolean;
  readonly isFetching: boolean;
  /** For a network: nothing is asked until there is one. */
  readonly isWaiting: boolean;
  refetch(): Promise<unknown>;
}

export type FormExtraProps<Def extends ResourceDef = ResourceDef> = FormPartProps<TypesOf<Def>>;
interface FormPartProps<Types extends AnyTypes> {
  /** Of the form so far. */
  readonly values: Types['form'];
  set(field: Types['field'], value: unknown): void;
  readonly errors: { readonly [Field in Types['field']]?: ReactNode };
  /** The row as it lies on the server; null when it is new. */
  readonly row: Types['row'] | null;
}

/**
 * A part that is given something of the resource. Written as a method, which the compiler compares leniently: a page of
 * one resource is used where one of any is expected.
 */
type Part<Given, Result = ReactNode> = { part(given: Given): Result }['part'];

/** Parts of a page of its own; without the definition, of any page. */
export type Slots<Def extends ResourceDef = ResourceDef> = SlotsOf<TypesOf<Def>>;

/** Everything else is as the definition has it. */
interface SlotsOf<Types extends AnyTypes> {
  /** Beside the row's buttons. */
  rowActions?(row: Types['row']): ReactNode;
  /** Whoever has none of these sees none of them. Left out: everybody who sees the list may use some. */
  readonly rowActionsFor?: readonly string[];
  /** Beside the buttons above the list. */
  toolbar?(): ReactNode;
  /** Left of the list: a tree of departments, for instance. Narrow windows fold it behind its title. */
  readonly aside?: { readonly title: string; content(): ReactNode };
  /** The field by which it narrows the list: no filter of its own, and what a new row starts with. */
  readonly asideField?: Types['field'];
  /** Below the fields of the form. */
  formExtra?(form: FormPartProps<Types>): ReactNode;
  /** What a new row starts with, before what the page says. */
  readonly startsWith?: Types['form'];
  /** Instead of a field's input. */
  readonly inputs?: { readonly [Field in Types['field']]?: Part<FormPartProps<Types>> };
  /** Instead of a field's cell. */
  readonly columns?: { readonly [Field in Types['field']]?: Part<Types['row']> };
  /** Below the fields of the detail. */
  detailExtra?(row: Types['row']): ReactNode;
  /** Actions of the definition that a part of the page does: by its `opens`, or by its key. */
  readonly actions?: Readonly<Record<string, Part<readonly Types['row'][], void>>>;
  /** Instead of an action's usual call, by its key. What is done to several rows goes together, all or none. */
  readonly calls?: Readonly<Record<string, ActionCall<Types['id']>>>;
  /** Instead of the drawer with the form. */
  onAdd?(): void;
  onEdit?(row: Types['row']): void;
  /** What was answered when a row was created or an action done, and to what: shown this once. */
  onAnswer?(what: string, answer: unknown, row: Types['form']): void;
  /** What else of the page is made of these rows: read again with them. */
  alsoRefresh?(): void;
  /** Below what an import did. */
  afterImport?(result: ImportResult): ReactNode;
}
type ActionCall<Id> = { call(ids: readonly Id[], options?: CallOptions): Promise<unknown> }['call'];

export interface ResourcePageState {
  readonly resource: Resource;
  readonly list: ListState;
  /** Goes back to the first page unless it names one. */
  setList(change: Partial<ListState>, options?: { readonly isReplaced?: boolean }): void;
  /** Fixed by the page, for instance the type whose entries are listed: neither shown nor changed. */
  readonly fixed: Readonly<Record<string, string>>;
  /** What calls are asked with, fixed values included. */
  readonly query: Query;
  readonly rows: PageRows;
  readonly selection: Selection;
  readonly columns: ColumnControl;
  readonly panel: Panel | null;
  open(panel: Panel): void;
  closePanel(): void;
  readonly slots: Slots;
  /** Said by the live region, for those who do not see. */
  announce(text: string): void;
}

export const ResourcePageContext = createContext<ResourcePageState | null>(null);

export function useResourcePage(): ResourcePageState {
  const page = useContext(ResourcePageContext);
  if (!page) throw new Error('useResourcePage outside a resource page');
  return page;
}

/** The rows of a page that is known to be of this resource. */
export function usePageRows<Key extends ResourceKey>(key: Key): PageRows<RowOf<ResourceOf<Key>>> {
  const { resource, rows } = useResourcePage();
  if (resource.definition.key !== key) throw new Error(`the rows of ${key} are not on this page`);
  return rows as PageRows<RowOf<ResourceOf<Key>>>;
}
