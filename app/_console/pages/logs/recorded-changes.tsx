'use client';
import type { FieldChange } from '../../../../lib/contracts/admin/field.ts';
import type { monitorOperlog } from '../../../../lib/contracts/admin/resources/monitor-operlog.resource.ts';
import type { RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import { useDefinition } from '../../resource/data/use-resource.ts';
import { ChangesTable } from '../../resource/detail/changes-table.tsx';

/** Changed fields of a log entry, labelled as in the resource. */
export function RecordedChanges({ row: { diff, bizKey } }: { readonly row: RowOf<typeof monitorOperlog> }) {
  return diff && diff.length > 0 ? (
    <Known changes={diff} resource={(bizKey ?? '').split(':')[0] ?? ''} />
  ) : (
    '—'
  );
}

function Known({
  changes,
  resource,
}: {
  readonly changes: readonly FieldChange[];
  readonly resource: string;
}) {
  const { data } = useDefinition(resource);
  return <ChangesTable definition={data} changes={changes} />;
}
