'use client';
import type { Row } from '../../resource/data/row.ts';
import { useDefinition } from '../../resource/data/use-resource.ts';
import { type Change, ChangesTable } from '../../resource/detail/changes-table.tsx';

/** Changes of a row of the log, in the words of whatever it was that changed. */
export function RecordedChanges({ row: { diff, bizKey } }: { readonly row: Row }) {
  return Array.isArray(diff) && diff.length > 0 ? (
    <Known changes={diff as readonly Change[]} resource={String(bizKey ?? '').split(':')[0] ?? ''} />
  ) : (
    '—'
  );
}

function Known({ changes, resource }: { readonly changes: readonly Change[]; readonly resource: string }) {
  const { data } = useDefinition(resource);
  return <ChangesTable definition={data} changes={changes} />;
}
