/**
 * What a page of the console is told by the server, in a `<meta>` of its document: nothing secret, and nothing
 * that runs. `BootData` writes it on the server, `bootData()` reads it in the browser.
 */

export interface ConsoleBoot {
  /** Where the calls are: a path of ours, or the address of another backend. */
  readonly apiBase: string;
}

const metaName = 'oriel-console';
const standard: ConsoleBoot = { apiBase: '/api/admin' };

export function BootData({ boot }: { readonly boot: ConsoleBoot }) {
  return <meta name={metaName} content={JSON.stringify(boot)} />;
}

let read: ConsoleBoot | null = null;

/** Without the meta the standard values hold; on the server always. */
export function bootData(): ConsoleBoot {
  if (typeof document === 'undefined') return standard;
  read ??= parse(document.querySelector<HTMLMetaElement>(`meta[name="${metaName}"]`)?.content);
  return read;
}

function parse(content: string | undefined): ConsoleBoot {
  if (!content) return standard;
  const { apiBase } = JSON.parse(content) as Partial<ConsoleBoot>;
  return { apiBase: typeof apiBase === 'string' && apiBase ? apiBase : standard.apiBase };
}
