/** What the page said by the way it loaded this script. */
export interface SourceScript {
  /** Folder of the script, with a slash at its end: where its helpers are. Null in a bundle of the page's own. */
  readonly folder: string | null;
  /** Origin of the Oriel server, when it is an Oriel server that the script came from. */
  readonly server: string | null;
  /** `?app=KEY` in the script's address, or `data-app="KEY"` on its element. */
  readonly app: string | null;
}

const nothing: SourceScript = { folder: null, server: null, app: null };
let source = nothing;

/** Where every Oriel server keeps this script. */
const served = /\/sdk\/v1\/ezuikit(\.global)?\.js$/;

/** Called once by the entry file: modules know their own address, classic scripts their own element. */
export function setSourceScript(address: string | undefined, dataApp?: string | null): void {
  if (!address || !URL.canParse(address)) return;
  const { origin, protocol, pathname, searchParams } = new URL(address);
  if (!/^https?:$/.test(protocol) || !served.test(pathname)) return;
  const folder = origin + pathname.slice(0, pathname.lastIndexOf('/') + 1);
  source = { folder, server: origin, app: searchParams.get('app') || dataApp || null };
}

export const sourceScript = (): SourceScript => source;
