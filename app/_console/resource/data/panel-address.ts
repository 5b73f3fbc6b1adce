/** The open panel in the address: `at=new`, `at=import`, `at=edit.3`, `at=show.3`. */
import type { ResourceDef } from '../../../../lib/contracts/admin/define-resource.ts';
import { panelParam } from '../../shell/tabs.ts';
import type { Panel } from '../resource-page-context.ts';

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
