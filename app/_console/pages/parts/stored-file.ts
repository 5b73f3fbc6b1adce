import type { UploadedFile } from '../../api/upload/upload-queue.ts';

/** For an upload field: the file that was there when the form was opened. */
export const storedFile = (url: string): UploadedFile => ({
  ...{ uid: 'stored', status: 'done', name: url.slice(url.lastIndexOf('/') + 1) },
  ...{ halfUrl: url, path: url, url, cover: url },
});
