import type { Metadata } from 'next';
import { DraftLink } from '../draft-link.tsx';

/**
 * `/t/<code>`: the draft of a theme. The document is the same for every code, so that neither robots nor previews of
 * messengers find anything in it; the page exchanges the code with a call.
 */
export const metadata: Metadata = {
  robots: 'noindex, nofollow, noarchive, nosnippet, noimageindex',
  referrer: 'no-referrer',
};

export default function Page() {
  return <DraftLink />;
}
