import type { ReactNode } from 'react';
import type { RowId } from '../../../../lib/contracts/admin/row-types.ts';
import type { ConsolePage } from './page-context.ts';
import { writePanel } from './panel-address.ts';

/**
 * A text that opens the details of a record, for toasts. They outlive the page: its list keeps the current search if
 * the page is still shown.
 */
export function recordLink(page: ConsolePage, id: RowId, text: string, path = page.path): ReactNode {
  const show = { kind: 'show', id } as const;
  return (
    <a
      href={`${path}?${writePanel(show, new URLSearchParams())}`}
      style={{ color: 'inherit', textDecoration: 'underline' }}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey || event.shiftKey) return;
        event.preventDefault();
        const { pathname, search } = window.location;
        const query = pathname === path ? new URLSearchParams(search) : new URLSearchParams();
        page.open(`${path}?${writePanel(show, query)}`);
      }}
    >
      {text}
    </a>
  );
}
