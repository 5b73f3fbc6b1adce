'use client';
/** What the parts of one page share: the list's state, its rows, what is marked, its columns, the open panel. */
import { createContext, type ReactNode, useContext } from 'react';
import type { Page } from '../../../lib/contracts/admin/envelope.ts';
import type { ImportResult } from '../../../lib/contracts/admin/resource-calls.ts';
import type { CallOptions } from '../api/create-api.ts';
import type { Query } from '../api/query-text.ts';
import type { Panel } from '../shell/page/panel-address.ts';
import type { ListState } from './data/list-state.ts';
import type { Row, RowId } from './data/row.ts';
import type { Selection } from './data/selection.ts';
import type { Resource } from './data/use-resource.ts';
import type { ColumnLayout } from './table/columns.ts';

export interface ColumnControl {
  readonly layout: ColumnLayout;
  /** As the definition has it, in this language. */
  readonly usual: ColumnLayout;
  readonly isUsual: boolean;
  set(layout: ColumnLayout): void;
  reset(): void;
}

export interface PageRows {
  readonly page: Page<Row> | undefined;
  readonly error: unknown;
  /** Nothing to show yet. */
  readonly isLoading: boolean;
  readonly isFetching: boolean;
  /** For a network: nothing is asked until there is one. */
  readonly isWaiting: boolean;
  refetch(): Promise<unknown>;
}

export interface FormExtraProps {
  /** Of the form so far. */
  readonly values: Row;
  set(field: string, value: unknown): void;
  readonly errors: Readonly<Record<string, ReactNode>>;
  /** The row as it lies on the server; null when it is new. */
  readonly row: Row | null;
}

/** Parts of a page of its own. Everything else is as the definition has it. */
export interface Slots {
  /** Beside the row's buttons. */
  readonly rowActions?: (row: Row) => ReactNode;
  /** Whoever has none of these sees none of them. Left out: everybody who sees the list may use some. */
  readonly rowActionsFor?: readonly string[];
  /** Beside the buttons above the list. */
  readonly toolbar?: () => ReactNode;
  /** Left of the list: a tree of departments, for instance. Narrow windows fold it behind its title. */
  readonly aside?: { readonly title: string; content(): ReactNode };
  /** The field by which it narrows the list: no filter of its own, and what a new row starts with. */
  readonly asideField?: string;
  /** Below the fields of the form. */
  readonly formExtra?: (form: FormExtraProps) => ReactNode;
  /** What a new row starts with, before what the page says. */
  readonly startsWith?: Row;
  /** Instead of a field's input. */
  readonly inputs?: Readonly<Record<string, (form: FormExtraProps) => ReactNode>>;
  /** Instead of a field's cell. */
  readonly columns?: Readonly<Record<string, (row: Row) => ReactNode>>;
  /** Below the fields of the detail. */
  readonly detailExtra?: (row: Row) => ReactNode;
  /** Actions of the definition that a part of the page does: by its `opens`, or by its key. */
  readonly actions?: Readonly<Record<string, (rows: readonly Row[]) => void>>;
  /** Instead of an action's usual call, by its key. What is done to several rows goes together, all or none. */
  readonly calls?: Readonly<
    Record<string, (ids: readonly RowId[], options?: CallOptions) => Promise<unknown>>
  >;
  /** Instead of the drawer with the form. */
  readonly onAdd?: () => void;
  readonly onEdit?: (row: Row) => void;
  /** What was answered when a row was created or an action done, and to what: shown this once. */
  readonly onAnswer?: (what: string, answer: unknown, row: Row) => void;
  /** What else of the page is made of these rows: read again with them. */
  readonly alsoRefresh?: () => void;
  /** Below what an import did. */
  readonly afterImport?: (result: ImportResult) => ReactNode;
}

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
