import type { Api } from '../create-api.ts';
import type { UploadedFile } from './upload-queue.ts';

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
