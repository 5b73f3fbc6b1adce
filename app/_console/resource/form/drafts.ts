/** Forms that were left before they were saved: kept in this tab of the browser, without secrets. */
import type { ResourceDef } from '../../../../lib/contracts/admin/define-resource.ts';
import type { RowId } from '../data/row.ts';
import { changedNames, formFields, type Values } from './form-values.ts';

export interface Draft {
  /** Only what was changed. */
  readonly values: Values;
  /** Of the row when it was read; null for a new one. */
  readonly version: number | null;
}

const keyOf = (definition: ResourceDef, id: RowId | null) => `oriel.draft.${definition.key}.${id ?? 'new'}`;

export function readDraft(definition: ResourceDef, id: RowId | null, version: number | null): Values | null {
  try {
    const text = sessionStorage.getItem(keyOf(definition, id));
    if (text === null) return null;
    const draft = JSON.parse(text) as Partial<Draft>;
    // Of another state of the row: what it was made from is no longer there to compare with.
    if (draft.version !== version || typeof draft.values !== 'object') return null;
    const known = new Set(formFields(definition).map(([name]) => name));
    return Object.fromEntries(Object.entries(draft.values).filter(([name]) => known.has(name)));
  } catch {
    /* no storage, or not ours */
    return null;
  }
}

export function writeDraft(
  definition: ResourceDef,
  id: RowId | null,
  version: number | null,
  initial: Values,
  values: Values,
): void {
  const kept = changedNames(initial, values).filter((name) => definition.fields[name]?.kind !== 'secret');
  try {
    if (kept.length === 0) {
      sessionStorage.removeItem(keyOf(definition, id));
      return;
    }
    const draft: Draft = { values: Object.fromEntries(kept.map((name) => [name, values[name]])), version };
    sessionStorage.setItem(keyOf(definition, id), JSON.stringify(draft));
  } catch {
    /* storage is full or forbidden: the form itself still has it */
  }
}

export function dropDraft(definition: ResourceDef, id: RowId | null): void {
  try {
    sessionStorage.removeItem(keyOf(definition, id));
  } catch {
    /* nothing was kept */
  }
}
