/**
 * Settings of the server for the console, in a `<meta>` element: no secrets and no script. `BootData` writes it on
 * the server, `bootData()` reads it in the browser.
 */

export interface ConsoleBoot {
  /** Base of the calls: a path of this server, or the address of another backend. */
  readonly apiBase: string;
}

const metaName = 'oriel-console';
const standard: ConsoleBoot = { apiBase: '/api/admin' };

export function BootData({ boot }: { readonly boot: ConsoleBoot }) {
  return <meta name={metaName} content={JSON.stringify(boot)} />;
}

let read: ConsoleBoot | null = null;

/** Returns defaults if there is no meta element, and on the server. */
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
