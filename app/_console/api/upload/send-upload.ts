import type { Api } from '../create-api.ts';
import type { UploadedFile } from './upload-queue.ts';

/** What the server says of a file it took; other backends leave parts out. */
interface UploadAnswer {
  readonly name?: string;
  readonly halfUrl?: string;
  readonly path?: string;
  readonly url: string;
  readonly cover?: string;
  readonly width?: number;
  readonly height?: number;
}

/** Sends one file as field `file`, to a call of ours, which answers with its record. */
export function uploadTo(api: Pick<Api, 'upload'>, path: string) {
  return async (file: File): Promise<Omit<UploadedFile, 'uid' | 'status'>> => {
    const form = new FormData();
    form.append('file', file);
    const { url, ...answer } = await api.upload<UploadAnswer>(path, form, {
      quiet: true,
      allowDuplicate: true,
    });
    return { name: file.name, halfUrl: url, path: url, cover: url, ...answer, url };
  };
}
