import { pathOfUpload } from '../../../../lib/contracts/admin/upload-address.ts';
import { bootData } from '../boot-data.tsx';

/** As an `<img>` needs it. Null: no picture that was brought to the server of this console. */
export function uploadedImage(written: string | null): string | null {
  if (!written) return null;
  const { apiBase } = bootData();
  if (apiBase.startsWith('/')) return pathOfUpload(written) === null ? null : written;
  // Another backend names its pictures by paths of its own; the policy of pages admits its origin and no other.
  if (!URL.canParse(written, apiBase)) return null;
  const { origin, href } = new URL(written, apiBase);
  return origin === new URL(apiBase).origin ? href : null;
}
