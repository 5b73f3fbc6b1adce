import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { scriptPolicy } from '../frame/frame-headers.ts';

const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.ts': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
  '.png': 'image/png',
  '.ico': 'image/vnd.microsoft.icon',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json; charset=utf-8',
};

/** Compression does not reduce smaller files. */
const minCompressedBytes = 512;

/** Formats that are already compressed. */
const compressedType = /^image\/(?!svg)/;

interface StaticFile {
  readonly path: string;
  readonly modifiedMs: number;
  readonly type: string;
  readonly etag: string;
  readonly plain: Buffer;
  /** Created at the first request that accepts it. */
  brotli?: Promise<Buffer>;
  gzip?: Promise<Buffer>;
}

export interface StaticFolder {
  /** URL prefix, for example `/assets/`. */
  readonly prefix: string;
  readonly folder: string;
  /** Serve only files directly in the folder, no subfolders. */
  readonly isFlat?: boolean;
  /** Headers of every response under the prefix, by file name and request origin. */
  readonly headers: (name: string, origin: string) => Readonly<Record<string, string>>;
}

/**
 * Serves built files from memory. Requests are looked up in a list of existing files and never become file
 * system paths, so path traversal is impossible.
 */
export class StaticFiles {
  private readonly files = new Map<string, StaticFile>();

  /** `reload`: scan the folder again if a file is unknown or changed (development). */
  constructor(
    private readonly folders: readonly StaticFolder[],
    private readonly reload: boolean,
  ) {}

  async load(): Promise<void> {
    for (const folder of this.folders) await this.loadFolder(folder);
  }

  /** True if the path is under one of the prefixes, even if the file does not exist. */
  owns(pathname: string): boolean {
    return this.folderOf(pathname) !== undefined;
  }

  async answer(
    pathname: string,
    origin: string,
    request: IncomingMessage,
    response: ServerResponse,
  ): Promise<void> {
    const folder = this.folderOf(pathname);
    if (!folder) throw new Error(`${pathname} is not a static path`);
    const headers = folder.headers(pathname.slice(folder.prefix.length), origin);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      response.writeHead(405, { allow: 'GET, HEAD', 'cache-control': 'no-store' }).end();
      return;
    }
    const file = await this.find(pathname, folder);
    if (!file) {
      response.writeHead(404, { 'content-type': 'text/plain; charset=utf-8', 'cache-control': 'no-store' });
      response.end('Not found\n');
      return;
    }
    await send(file, request, response);
  }

  private folderOf(pathname: string): StaticFolder | undefined {
    return this.folders.find(
      ({ prefix, isFlat }) => pathname.startsWith(prefix) && (!isFlat || this.files.has(pathname)),
    );
  }

  private async find(pathname: string, folder: StaticFolder): Promise<StaticFile | undefined> {
    const known = this.files.get(pathname);
    if (!this.reload) return known;
    const modifiedMs = known ? await modifiedAt(known.path) : null;
    if (known && modifiedMs === known.modifiedMs) return known;
    this.files.delete(pathname);
    await this.loadFolder(folder);
    return this.files.get(pathname);
  }

  private async loadFolder({ prefix, folder, isFlat = false }: StaticFolder): Promise<void> {
    const entries = await readdir(folder, { recursive: !isFlat, withFileTypes: true }).catch((error) => {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
      throw error;
    });
    for (const entry of entries.filter((item) => item.isFile())) {
      const path = join(entry.parentPath, entry.name);
      const url = prefix + path.slice(folder.length + 1).replaceAll('\\', '/');
      const modifiedMs = await modifiedAt(path);
      if (modifiedMs === null || this.files.get(url)?.modifiedMs === modifiedMs) continue;
      const plain = await readFile(path);
      const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
      const type = types[extname(path)] ?? 'application/octet-stream';
      this.files.set(url, { path, modifiedMs, type, etag, plain });
    }
  }
}

async function modifiedAt(path: string): Promise<number | null> {
  return stat(path).then(
    (found) => found.mtimeMs,
    () => null,
  );
}

async function send(file: StaticFile, request: IncomingMessage, response: ServerResponse): Promise<void> {
  response.setHeader('etag', file.etag);
  response.setHeader('vary', 'accept-encoding');
  if (request.headers['if-none-match'] === file.etag) {
    response.writeHead(304).end();
    return;
  }
  const { encoding, body } = await encode(file, String(request.headers['accept-encoding'] ?? ''));
  response.writeHead(200, {
    'content-type': file.type,
    'content-length': body.length,
    ...(encoding ? { 'content-encoding': encoding } : {}),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}

async function encode(
  file: StaticFile,
  accepted: string,
): Promise<{ encoding: string | null; body: Buffer }> {
  if (file.plain.length >= minCompressedBytes && !compressedType.test(file.type)) {
    if (/\bbr\b/.test(accepted)) {
      file.brotli ??= compressBrotli(file.plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } });
      return { encoding: 'br', body: await file.brotli };
    }
    if (/\bgzip\b/.test(accepted)) {
      file.gzip ??= compressGzip(file.plain, { level: 9 });
      return { encoding: 'gzip', body: await file.gzip };
    }
  }
  return { encoding: null, body: file.plain };
}

/** A name with a content hash can be cached forever: `boot-1a2b3c4d.js`. */
const hashedName = /[-.][0-9A-Za-z_]{8,}\.[a-z0-9.]+$/;
const forEver = 'public, max-age=31536000, immutable';

/** The built frame and the host SDK. */
export function builtFolders(publicDir: string): readonly StaticFolder[] {
  return [
    {
      prefix: '/assets/',
      folder: join(publicDir, 'assets'),
      // A worker uses the headers of its own script, not those of the frame. Without COEP, the isolated frame
      // may not start it; without a policy, it could not load anything.
      headers: (name, origin) => ({
        'content-security-policy': scriptPolicy(origin),
        'cache-control': hashedName.test(name) && name !== 'manifest.json' ? forEver : 'no-cache',
        'cross-origin-resource-policy': 'cross-origin',
        'cross-origin-embedder-policy': 'require-corp',
      }),
    },
    {
      prefix: '/sdk/',
      folder: join(publicDir, 'sdk'),
      // Loaded by pages of any origin: a cross-origin module script needs CORS, a classic one CORP.
      headers: () => ({
        'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
        'cross-origin-resource-policy': 'cross-origin',
        'access-control-allow-origin': '*',
      }),
    },
  ];
}

/** Icons, web manifest and robots.txt: the files that are tracked in `public/`. */
export function siteFiles(publicDir: string): StaticFolder {
  return {
    prefix: '/',
    folder: publicDir,
    isFlat: true,
    headers: () => ({ 'cache-control': 'public, max-age=3600' }),
  };
}

/** Scripts and styles of the pages. Names contain hashes; for this origin only. */
export function pageScripts(folder: string): StaticFolder {
  return { prefix: '/_next/static/', folder, headers: () => ({ 'cache-control': forEver }) };
}
