'use client';
import { lazy, Suspense } from 'react';
import { idOf, type Row } from '../../resource/data/row.ts';
import { useDefinition } from '../../resource/data/use-resource.ts';
import type { EditingNoticeProps } from '../../resource/editing/editing-notice.tsx';

/** Comes with what it stands in, not with the list. */
const EditingNotice = lazy(async () => ({
  default: (await import('../../resource/editing/editing-notice.tsx')).EditingNotice,
}));

export interface PageEditingProps extends Pick<EditingNoticeProps, 'isEditing' | 'outcome'> {
  /** Key of a definition, and a row of it. */
  readonly resource: string;
  readonly row: Row;
}

/** Who else has a form of this row open, in what a page has made itself. */
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
