import { lappMessage } from '../domain/errors/lapp-errors.ts';
import type { Logger } from '../kernel/logger.ts';
import type { Result } from '../kernel/result.ts';

interface Problem {
  readonly code: string;
  readonly msg: string;
}

/** Files of one kind, each with a signature in its address. */
export interface SignedFiles {
  /** Below it is `<signature>.<extension>`. */
  readonly path: string;
  readonly extension: string;
  readonly contentType: string;
  /** `none`: there is no such file. Other errors: not signed by us, or not valid any more. */
  read(signature: string): Promise<Result<Uint8Array, string>>;
  readonly none: Problem;
  readonly unreadable: Problem;
}

/**
 * A file by its signed address, or `{code, msg}` with 401 (not signed, or not valid any more), 404 (no such file) or 503.
 */
export function signedFileHandler(files: SignedFiles, log: Logger): (request: Request) => Promise<Response> {
  const { path, extension, contentType } = files;
  const named = new RegExp(`^([\\w.-]{1,1500})\\.${extension}$`);
  return async (request) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      const response = refusal(405, { code: 'request.method', msg: 'Only GET and HEAD are accepted here.' });
      response.headers.set('Allow', 'GET, HEAD');
      return response;
    }
    const signature = named.exec(new URL(request.url).pathname.slice(path.length))?.[1];
    if (signature === undefined) return refusal(404, { code: 'path.unknown', msg: 'Unknown path.' });
    try {
      const file = await files.read(signature);
      if (!file.ok) return file.error === 'none' ? refusal(404, files.none) : refusal(401, notSigned);
      const headers = { ...privateHeaders, 'Content-Type': contentType };
      return new Response(new Uint8Array(file.value), { headers });
    } catch (error) {
      // Without the address, which is worth the file.
      log.error({ err: error, code: files.unreadable.code }, 'signed file not read');
      return refusal(503, files.unreadable);
    }
  };
}

const notSigned: Problem = { code: '10002', msg: lappMessage('10002', 'en-US') };

const privateHeaders = {
  'Cache-Control': 'private, no-store',
  'X-Content-Type-Options': 'nosniff',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const;

const refusal = (status: number, problem: Problem): Response =>
  Response.json(problem, { status, headers: privateHeaders });
