'use client';
import type { Row } from '../../../../lib/contracts/admin/row-types.ts';
import { useResourcePage } from '../../resource/context/resource-page-context.ts';
import { usePageText } from '../../text/use-page-text.ts';
import { RowButton } from './row-button.tsx';

export interface AddBelowProps<Each extends object> {
  readonly row: Each;
  /** Field used as the name of the row. */
  readonly title: keyof Each & string;
  /** Initial values of the new row. */
  readonly from: Row;
}

/** Row action of a tree: opens the form of a new child. */
export function AddBelow<Each extends object>({ row, title, from }: AddBelowProps<Each>) {
  const translate = usePageText();
  const { resource, open } = useResourcePage();
  if (!resource.can('add')) return null;
  return (
    <RowButton row={row} title={title} onClick={() => open({ kind: 'new', from })} isRare>
      {translate('pages.addBelow')}
    </RowButton>
  );
}
