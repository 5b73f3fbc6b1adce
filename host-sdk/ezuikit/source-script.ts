/** Data from the script element or module URL that loaded this script, or from `configure`. */
export interface SourceScript {
  /** Folder of the script, with a trailing slash, where its helpers are. Null if the page bundles the script. */
  readonly folder: string | null;
  /** Origin of the Oriel server: where the script was loaded from, or as configured. */
  readonly server: string | null;
  /** `?app=KEY` in the script's address, `data-app="KEY"` on its element, or as configured. */
  readonly app: string | null;
  /** Version of EZUIKit the pages were written for. Null: recognized by the options of each player. */
  readonly version: 7 | 9 | null;
}

export interface Configuration {
  /** Origin of your Oriel server. */
  server?: string | undefined;
  /** Key of your application. */
  app?: string | undefined;
  /** Version of EZUIKit your pages were written for: 7 or 9. Default: recognized by the options of each player. */
  version?: number | undefined;
}

/** Constants that a bundler may define, for pages whose code cannot be changed. */
declare const ORIEL_SERVER: string | undefined;
declare const ORIEL_APP: string | undefined;

const nothing: SourceScript = {
  folder: null,
  server: typeof ORIEL_SERVER === 'string' ? ORIEL_SERVER : null,
  app: typeof ORIEL_APP === 'string' ? ORIEL_APP : null,
  version: null,
};
let source = nothing;

/** Path of this script on every Oriel server. */
const served = /\/sdk\/v1\/ezuikit(\.global)?\.js$/;

/** Called once by the entry file with the module's URL or the script element's. */
export function setSourceScript(address: string | undefined, dataApp?: string | null): void {
  if (!address || !URL.canParse(address)) return;
  const { origin, protocol, pathname, searchParams } = new URL(address);
  if (!/^https?:$/.test(protocol) || !served.test(pathname)) return;
  const folder = origin + pathname.slice(0, pathname.lastIndexOf('/') + 1);
  const version = versionOf(searchParams.get('version'));
  source = { folder, server: origin, app: searchParams.get('app') || dataApp || null, version };
}

/** For pages that bundle this script: once, before the first player. A served script keeps its own server. */
export function configure({ server, app, version }: Configuration): void {
  source = {
    ...source,
    server: source.folder ? source.server : (server ?? source.server),
    app: app ?? source.app,
    version: versionOf(version) ?? source.version,
  };
}

const versionOf = (version: unknown) => ([7, 9] as const).find((each) => each === Number(version)) ?? null;

export const sourceScript = (): SourceScript => source;
