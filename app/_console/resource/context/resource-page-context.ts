'use client';
/** State shared by the parts of a page: list state, rows, selection, columns, open panel. */
import { createContext, type ReactNode, useContext, useEffect } from 'react';
import type { ResourceDef } from '../../../../lib/contracts/admin/define-resource.ts';
import type { Page } from '../../../../lib/contracts/admin/envelope.ts';
import type { ImportResult } from '../../../../lib/contracts/admin/resource-calls.ts';
import type {
  AnyTypes,
  ResourceKey,
  ResourceOf,
  Row,
  RowOf,
  TypesOf,
} from '../../../../lib/contracts/admin/row-types.ts';
import type { CallOptions } from '../../api/create-api.ts';
import type { Query } from '../../api/query-text.ts';
import type { Panel } from '../../shell/page/panel-address.ts';
import type { ColumnLayout, StoredColumns } from '../data/columns.ts';
import type { ListState } from '../data/list-state.ts';
import type { Selection } from '../data/selection.ts';
import type { Resource } from '../data/use-resource.ts';

export interface ColumnControl {
  readonly layout: ColumnLayout;
  /** Layout of the definition, in the current language. */
  readonly defaults: ColumnLayout;
  /** What is stored of it; null: defaults. */
  readonly stored: StoredColumns | null;
  set(layout: ColumnLayout): void;
  /** Columns of a saved view. */
  restore(columns: unknown): void;
  reset(): void;
  /** All filters of the search are shown. */
  readonly isSearchOpen: boolean;
  openSearch(isOpen: boolean): void;
}

export interface PageRows<Each = Row> {
  readonly page: Page<Each> | undefined;
  readonly error: unknown;
  /** Nothing to show yet. */
  readonly isLoading: boolean;
  readonly isFetching: boolean;
  /** Offline: requests are paused. */
  readonly isWaiting: boolean;
  refetch(): Promise<unknown>;
}

export type FormExtraProps<Def extends ResourceDef = ResourceDef> = FormPartProps<TypesOf<Def>>;
interface FormPartProps<Types extends AnyTypes> {
  /** Current values of the form. */
  readonly values: Types['form'];
  set(field: Types['field'], value: unknown): void;
  readonly errors: { readonly [Field in Types['field']]?: ReactNode };
  /** The row as stored on the server; null for a new row. */
  readonly row: Types['row'] | null;
}

/**
 * A replaced part. Declared as a method for bivariance: a page of one resource is accepted where any resource is
 * expected.
 */
type Part<Given, Result = ReactNode> = { part(given: Given): Result }['part'];

/** Replaced parts of a page, typed by its definition if given. */
export type Slots<Def extends ResourceDef = ResourceDef> = SlotsOf<TypesOf<Def>>;

/** Everything else follows from the definition. */
interface SlotsOf<Types extends AnyTypes> {
  /** Beside the buttons of a row. */
  rowActions?(row: Types['row']): ReactNode;
  /** Items of the menu of a row, for what is used less. */
  rowMenu?(row: Types['row']): ReactNode;
  /** Permissions for `rowActions`; at least one is required. Without it, every user of the list sees them. */
  readonly rowActionsFor?: readonly string[];
  /** Beside the buttons above the list. */
  toolbar?(): ReactNode;
  /** Between the search and the list, for example a chart of the rows. */
  summary?(): ReactNode;
  /** In an empty list, before the button to add a row. */
  emptyAction?(): ReactNode;
  /** Left of the list, for example a department tree. Collapsed behind its title in narrow windows. */
  readonly aside?: { readonly title: string; content(): ReactNode };
  /** Field filtered by `aside`: not in the search form, and preset in new rows. */
  readonly asideField?: Types['field'];
  /** Below the fields of the form. */
  formExtra?(form: FormPartProps<Types>): ReactNode;
  /** Initial values of a new row, overridden by those of the page. */
  readonly startsWith?: Types['form'];
  /** Replaces the input of a field. */
  readonly inputs?: { readonly [Field in Types['field']]?: Part<FormPartProps<Types>> };
  /** Replaces the cell of a field. */
  readonly columns?: { readonly [Field in Types['field']]?: Part<Types['row']> };
  /** Below the fields of the detail. */
  detailExtra?(row: Types['row']): ReactNode;
  /** Actions of the definition implemented by the page, by `opens` or key. */
  readonly actions?: Readonly<Record<string, Part<readonly Types['row'][], void>>>;
  /** Replaces the call of an action, by key. For several rows: all or none. */
  readonly calls?: Readonly<Record<string, ActionCall<Types['id']>>>;
  /** Replaces the form drawer. */
  onAdd?(): void;
  /** What `onAdd` adds, on its button, and how the form of the definition is offered in a menu beside it. */
  readonly addLabels?: { readonly own: string; readonly form: string };
  onEdit?(row: Types['row']): void;
  /** Called with the response to a create or an action; for values shown only once. */
  onAnswer?(what: string, answer: unknown, row: Types['form']): void;
  /** Other data of the page derived from these rows, to be refetched with them. */
  alsoRefresh?(): void;
  /** What disabling these rows ends, instead of the definition's text. */
  disabling?(rows: readonly Types['row'][]): Promise<string>;
  /** What deleting these rows ends, added to the question; empty: nothing. */
  removing?(rows: readonly Types['row'][]): string;
  /** Below the result of an import. */
  afterImport?(result: ImportResult): ReactNode;
}
type ActionCall<Id> = { call(ids: readonly Id[], options?: CallOptions): Promise<unknown> }['call'];

/** What keys and the palette ask of a part of the page. */
export type Command = 'search' | 'export';

export interface ResourcePageState {
  readonly resource: Resource;
  readonly list: ListState;
  /** Returns to the first page unless a page is given. */
  setList(change: Partial<ListState>, options?: { readonly isReplaced?: boolean }): void;
  /** Fixed values, for example the type whose entries are listed; neither shown nor editable. */
  readonly fixed: Readonly<Record<string, string>>;
  /** Query of the list, including fixed values. */
  readonly query: Query;
  readonly rows: PageRows;
  readonly selection: Selection;
  readonly columns: ColumnControl;
  readonly panel: Panel | null;
  open(panel: Panel): void;
  closePanel(): void;
  readonly slots: Slots;
  /** Functions of the parts that are mounted. */
  readonly commands: Map<Command, () => void>;
  /** Announces a text to screen readers. */
  announce(text: string): void;
}

export const ResourcePageContext = createContext<ResourcePageState | null>(null);

export function useResourcePage(): ResourcePageState {
  const page = useContext(ResourcePageContext);
  if (!page) throw new Error('useResourcePage outside a resource page');
  return page;
}

/** Registers a function of a part while it is mounted. */
export function useCommand(name: Command, run: () => void): void {
  const { commands } = useResourcePage();
  useEffect(() => {
    commands.set(name, run);
    return () => {
      commands.delete(name);
    };
  });
}

/** The typed rows of a page of this resource. */
export function usePageRows<Key extends ResourceKey>(key: Key): PageRows<RowOf<ResourceOf<Key>>> {
  const { resource, rows } = useResourcePage();
  if (resource.definition.key !== key) throw new Error(`the rows of ${key} are not on this page`);
  return rows as PageRows<RowOf<ResourceOf<Key>>>;
}
