import { CodeLink } from '../../share/code-link.tsx';
import { linkMetadata } from '../../share/link-metadata.ts';

export const generateMetadata = async ({ params }: { readonly params: Promise<{ readonly code: string }> }) =>
  linkMetadata((await params).code);

/** `/e/<code>`, for an iframe in a page of another site. Links that may not be embedded are as unknown ones here. */
export default function Page() {
  return <CodeLink isEmbedded />;
}
