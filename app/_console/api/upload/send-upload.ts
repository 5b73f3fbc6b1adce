import { ApiError } from '../api-error.ts';
import { bootData } from '../boot-data.tsx';
import type { Api } from '../create-api.ts';
import type { SendFile } from './upload-queue.ts';

/** Code of the error when the storage host rejects a file. Its message is the host's reason, or empty. */
export const refusedByStorage = 'storage';

/** Response to `/common/get-oss-signature`. `key` may be missing on other backends. */
interface SignatureAnswer {
  readonly fileName: string;
  readonly key?: string;
  readonly policy: string;
  readonly accessid: string;
  readonly signature: string;
  readonly uploadUrl: string;
  readonly resultUrl: string;
}

/** Response to an upload; other backends may omit fields. */
interface UploadAnswer {
  readonly name?: string;
  readonly halfUrl?: string;
  readonly path?: string;
  readonly url: string;
  readonly cover?: string;
  readonly width?: number;
  readonly height?: number;
}

/** Uploads one file as field `file` and returns its record. */
export function uploadTo(api: Pick<Api, 'upload'>, path: string): SendFile {
  return async (file, options) => {
    const form = new FormData();
    form.append('file', file);
    const { url, ...answer } = await api.upload<UploadAnswer>(path, form, {
      ...options,
      quiet: true,
      allowDuplicate: true,
    });
    return { name: file.name, halfUrl: url, path: url, cover: url, ...answer, url };
  };
}

/**
 * Asks for a signature, and posts the file to the signed address. The bearer token is sent to the origin of the calls
 * only. `dir` as in the contract.
 */
export function signedUploadTo(api: Pick<Api, 'get' | 'postForm'>, dir?: string): SendFile {
  return async (file, options) => {
    const signed = await api.get<SignatureAnswer>('/common/get-oss-signature', {
      query: { fileName: file.name, size: file.size, contentType: file.type, ...(dir ? { dir } : {}) },
      ...(options.signal ? { signal: options.signal } : {}),
      quiet: true,
    });
    const key = signed.key ?? keyOfToday(signed.fileName);
    const form = new FormData();
    for (const [name, value] of [
      ['key', key],
      ['policy', signed.policy],
      ['OSSAccessKeyId', signed.accessid],
      ['success_action_status', '200'],
      ['signature', signed.signature],
    ] as const) {
      form.append(name, value);
    }
    // Hosts ignore the fields after the file.
    form.append('file', file);
    const base = new URL(bootData().apiBase, location.href);
    const answer = await api.postForm(new URL(signed.uploadUrl, base).href, form, {
      ...options,
      quiet: true,
      allowDuplicate: true,
    });
    if (answer.status !== 200) throw new ApiError(refusedByStorage, await reasonIn(answer.body), answer);
    const url = signed.resultUrl;
    return { name: file.name, halfUrl: url, path: key, url, cover: url };
  };
}

/** Year/month/day/name, as specified. */
function keyOfToday(fileName: string): string {
  const now = new Date();
  const two = (part: number) => String(part).padStart(2, '0');
  return `${now.getFullYear()}/${two(now.getMonth() + 1)}/${two(now.getDate())}/${fileName}`;
}

/** Our store answers with an envelope, others with XML or nothing. */
async function reasonIn(body: Blob): Promise<string> {
  try {
    const { message } = JSON.parse(await body.text()) as { readonly message?: unknown };
    return typeof message === 'string' ? message : '';
  } catch {
    return '';
  }
}
