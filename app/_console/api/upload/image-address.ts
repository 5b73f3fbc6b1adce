import { pathOfUpload } from '../../../../lib/contracts/admin/upload-address.ts';
import { bootData } from '../boot-data.tsx';

/** URL for an `<img>`. Null if the image was not uploaded to the server of this console. */
export function uploadedImage(written: string | null): string | null {
  if (!written) return null;
  const { apiBase } = bootData();
  if (apiBase.startsWith('/')) return pathOfUpload(written) === null ? null : written;
  // Another backend has its own image paths; the CSP of the console permits its origin only.
  if (!URL.canParse(written, apiBase)) return null;
  const { origin, href } = new URL(written, apiBase);
  return origin === new URL(apiBase).origin ? href : null;
}

/** URL for links to an uploaded file, whatever it is. */
export function fileAddress(written: string): string {
  const { apiBase } = bootData();
  return apiBase.startsWith('/') ? written : new URL(written, apiBase).href;
}
