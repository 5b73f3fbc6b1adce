/** The open panel as the query parameter `at`: `new`, `import`, `edit.3`, `show.3`. */
import type { ResourceDef } from '../../../../lib/contracts/admin/define-resource.ts';

const panelParam = 'at';

/** The open drawer. It is in the address, so that it can be shared and closed with the back button. */
export type Panel =
  | { readonly kind: 'import' }
  | { readonly kind: 'new'; readonly from?: Readonly<Record<string, unknown>> }
  | { readonly kind: 'edit' | 'show'; readonly id: number | string };

export function readPanel(query: URLSearchParams, definition: ResourceDef): Panel | null {
  const text = query.get(panelParam) ?? '';
  if (text === 'new' || text === 'import') return { kind: text };
  const match = /^(edit|show)\.(\d{1,10}|[0-9a-f]{32})$/.exec(text);
  if (!match) return null;
  const [, kind, id] = match as unknown as [string, 'edit' | 'show', string];
  return { kind, id: definition.id.kind === 'integer' ? Number(id) : id };
}

export function writePanel(panel: Panel | null, query: URLSearchParams): URLSearchParams {
  const next = new URLSearchParams(query);
  if (!panel) next.delete(panelParam);
  else next.set(panelParam, 'id' in panel ? `${panel.kind}.${panel.id}` : panel.kind);
  return next;
}

/** Removes the panel: restored tabs do not reopen forms and dialogs. */
export function withoutPanel(fullPath: string): string {
  const [path = '', search = ''] = fullPath.split('?');
  const query = new URLSearchParams(search);
  if (!query.has(panelParam)) return fullPath;
  query.delete(panelParam);
  return query.size > 0 ? `${path}?${query}` : path;
}
