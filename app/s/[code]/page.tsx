import { CodeLink } from '../../share/code-link.tsx';
import { linkMetadata } from '../../share/link-metadata.ts';

export const generateMetadata = async ({ params }: { readonly params: Promise<{ readonly code: string }> }) =>
  linkMetadata((await params).code);

/** `/s/<code>`. */
export default function Page() {
  return <CodeLink />;
}
