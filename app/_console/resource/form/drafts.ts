/** Unsaved forms, stored per user and without secrets. */
import type { ResourceDef } from '../../../../lib/contracts/admin/define-resource.ts';
import type { RowId } from '../../../../lib/contracts/admin/row-types.ts';
import { draftStorage } from '../../session/draft-storage.ts';
import { changedNames, formFields, isSecret, type Values } from './form-values.ts';

export interface Draft {
  /** Changed fields only. */
  readonly values: Values;
  /** Version of the row when it was read; null for a new row. */
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
    // The draft belongs to an older version of the row, which is no longer available for comparison.
    if (draft.version !== version || typeof draft.values !== 'object') return null;
    const known = new Set(
      formFields(place.definition, place.id === null ? 'create' : 'update').map(([name]) => name),
    );
    return Object.fromEntries(Object.entries(draft.values).filter(([name]) => known.has(name)));
  } catch {
    return null; // not written by this console
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
