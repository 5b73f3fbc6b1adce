'use client';
import { lazy, Suspense } from 'react';
import {
  idOf,
  type ResourceKey,
  type ResourceOf,
  type RowOf,
} from '../../../../lib/contracts/admin/row-types.ts';
import { useDefinition } from '../../resource/data/use-resource.ts';
import type { EditingNoticeProps } from '../../resource/editing/editing-notice.tsx';

/** Loaded with the form, not with the list. */
const EditingNotice = lazy(async () => ({
  default: (await import('../../resource/editing/editing-notice.tsx')).EditingNotice,
}));

/** Key of a definition, and a row of it. */
type RowOfKey = {
  [Key in ResourceKey]: { readonly resource: Key; readonly row: RowOf<ResourceOf<Key>> };
}[ResourceKey];
export type PageEditingProps = RowOfKey & Pick<EditingNoticeProps, 'isEditing' | 'outcome'>;

/** Shows other users who have the same row open, in forms that are not part of a resource page. */
export function PageEditing({ resource, row, ...how }: PageEditingProps) {
  const { data: definition } = useDefinition(resource);
  return (
    definition && (
      <Suspense>
        <EditingNotice definition={definition} id={idOf(definition, row)} {...how} />
      </Suspense>
    )
  );
}
