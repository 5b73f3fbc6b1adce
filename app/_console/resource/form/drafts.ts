/** Forms that were left before they were saved: kept for whoever filled them in, without secrets. */
import type { ResourceDef } from '../../../../lib/contracts/admin/define-resource.ts';
import type { RowId } from '../../../../lib/contracts/admin/row-types.ts';
import { draftStorage } from '../../session/draft-storage.ts';
import { changedNames, formFields, isSecret, type Values } from './form-values.ts';

export interface Draft {
  /** Only what was changed. */
  readonly values: Values;
  /** Of the row when it was read; null for a new one. */
  readonly version: number | null;
}

export interface DraftKey {
  readonly userId: number;
  readonly definition: ResourceDef;
  readonly id: RowId | null;
}

const nameOf = ({ definition, id }: DraftKey) => `${definition.key}.${id ?? 'new'}`;

export function readDraft(place: DraftKey, version: number | null): Values | null {
  const text = draftStorage.read(place.userId, nameOf(place));
  if (text === null) return null;
  try {
    const draft = JSON.parse(text) as Partial<Draft>;
    // Of another state of the row: what it was made from is no longer there to compare with.
    if (draft.version !== version || typeof draft.values !== 'object') return null;
    const known = new Set(formFields(place.definition).map(([name]) => name));
    return Object.fromEntries(Object.entries(draft.values).filter(([name]) => known.has(name)));
  } catch {
    return null; // Not ours.
  }
}

export function writeDraft(place: DraftKey, version: number | null, initial: Values, values: Values): void {
  const { fields } = place.definition;
  const kept = changedNames(initial, values).filter((name) => {
    const field = fields[name];
    return field && !isSecret(field, initial) && !isSecret(field, values);
  });
  if (kept.length === 0) {
    dropDraft(place);
    return;
  }
  const draft: Draft = { values: Object.fromEntries(kept.map((name) => [name, values[name]])), version };
  draftStorage.write(place.userId, nameOf(place), JSON.stringify(draft));
}

export function dropDraft(place: DraftKey): void {
  draftStorage.write(place.userId, nameOf(place), null);
}
