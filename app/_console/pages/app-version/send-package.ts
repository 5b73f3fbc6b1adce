import type { AppPlatform } from '../../../../lib/contracts/admin/app-package.ts';
import type { finishPackage, startPackage } from '../../../../lib/contracts/admin/calls/app.calls.ts';
import type { Api } from '../../api/create-api.ts';
import type { DataOf } from '../../api/data-of.ts';

/** A package that the server has checked. */
export type SentPackage = DataOf<typeof finishPackage>;

/**
 * Sends a package in parts, one after the other. `onProgress`: from 0 to 1. Rejects with the reason of `signal`, and with an
 * `ApiError` for a package that the server does not accept.
 */
export async function sendPackage(
  api: Pick<Api, 'post' | 'upload'>,
  file: File,
  platform: AppPlatform,
  { signal, onProgress }: { readonly signal: AbortSignal; onProgress(done: number): void },
): Promise<SentPackage> {
  const options = { signal, quiet: true, allowDuplicate: true };
  const { packageId, partBytes } = await api.post<DataOf<typeof startPackage>>(
    '/app/package/start',
    { fileName: file.name, platform, size: file.size },
    options,
  );
  for (let position = 0, sent = 0; sent < file.size; position += 1) {
    const part = file.slice(sent, sent + partBytes);
    const form = new FormData();
    form.append('packageId', packageId);
    form.append('position', String(position));
    form.append('file', part, 'part');
    const before = sent;
    await api.upload('/app/package/part', form, {
      ...options,
      onProgress: (bytes) => onProgress(Math.min(1, (before + bytes) / file.size)),
    });
    sent += part.size;
    onProgress(sent / file.size);
  }
  return api.post<SentPackage>('/app/package/finish', { packageId }, options);
}
