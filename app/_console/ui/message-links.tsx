'use client';
import type { MessageLink } from '../../../lib/contracts/admin/envelope.ts';
import { browserLocation } from './browser-location.ts';

/** Links to pages of the console, where no page context is: in toasts, and below the errors of a form. */
export default function MessageLinks({ links }: { readonly links: readonly MessageLink[] }) {
  return (
    <ul style={{ margin: 0, paddingInlineStart: '1.2em' }}>
      {links.map(({ text, address }) => (
        <li key={address}>
          <a
            href={address}
            style={{ color: 'inherit', textDecoration: 'underline' }}
            onClick={(event) => {
              if (event.ctrlKey || event.metaKey || event.shiftKey) return;
              event.preventDefault();
              // The tab host follows the address; its other tabs and their unsaved changes stay.
              browserLocation(window).goTo(address);
            }}
          >
            {text}
          </a>
        </li>
      ))}
    </ul>
  );
}
