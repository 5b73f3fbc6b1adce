/** Data from the script element or module URL that loaded this script. */
export interface SourceScript {
  /** Folder of the script, with a trailing slash, where its helpers are. Null if the page bundles the script. */
  readonly folder: string | null;
  /** Origin of the Oriel server, if it served the script. */
  readonly server: string | null;
  /** `?app=KEY` in the script's address, or `data-app="KEY"` on its element. */
  readonly app: string | null;
}

const nothing: SourceScript = { folder: null, server: null, app: null };
let source = nothing;

/** Path of this script on every Oriel server. */
const served = /\/sdk\/v1\/ezuikit(\.global)?\.js$/;

/** Called once by the entry file with the module's URL or the script element's. */
export function setSourceScript(address: string | undefined, dataApp?: string | null): void {
  if (!address || !URL.canParse(address)) return;
  const { origin, protocol, pathname, searchParams } = new URL(address);
  if (!/^https?:$/.test(protocol) || !served.test(pathname)) return;
  const folder = origin + pathname.slice(0, pathname.lastIndexOf('/') + 1);
  source = { folder, server: origin, app: searchParams.get('app') || dataApp || null };
}

export const sourceScript = (): SourceScript => source;
