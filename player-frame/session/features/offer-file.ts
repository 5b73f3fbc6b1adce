import { parseEzopen } from '../../../lib/ezopen/address.ts';
import type { Cancel, Clock } from '../../../lib/kernel/clock.ts';
import type { EpochMs, Ms } from '../../../lib/kernel/units.ts';
import { limits } from '../../../lib/protocol/limits.ts';

/** Browsers read the blob after the click, which takes time for large files. */
const retentionMs: Ms = 120_000;

/** Offers files as downloads and frees them later. */
export function createFileOffers(clock: Clock) {
  const kept = new Set<Cancel>();
  return {
    offer(blob: Blob, fileName: string): void {
      const link = document.createElement('a');
      link.href = URL.createObjectURL(blob);
      link.download = fileName;
      link.click();
      const letGo = (): void => {
        cancel();
        kept.delete(letGo);
        URL.revokeObjectURL(link.href);
      };
      const cancel = clock.after(retentionMs, letGo);
      kept.add(letGo);
    },
    destroy(): void {
      for (const letGo of kept) letGo();
    },
  };
}

/** A blob whose file was deleted fails only when read, so read a part of it here. */
export async function proveReadable(blob: Blob): Promise<Blob> {
  await blob.slice(0, 1).arrayBuffer();
  return blob;
}

/** `<serial>_<channel>_<yyyyMMddHHmmss>.jpg`: camera and its capture time, in the viewer's time zone. */
export function defaultFileName(address: string, at: EpochMs, extension: string): string {
  const parsed = parseEzopen(address);
  const camera = parsed.ok ? [parsed.value.deviceSerial, parsed.value.channelNo] : [];
  return [...camera, digits(new Date(at))].join('_') + extension;
}

/** Reserved device names on Windows, with any extension. */
const reservedName = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i;

/** The requested file name, made valid on all systems, with the extension of the content. */
export function safeFileName(requested: string | undefined, otherwise: string, extension: string): string {
  const name = (requested ?? '').replace(/[\p{C}\\/:*?"<>|]/gu, '_').replace(/^[\s.]+|[\s.]+$/g, '');
  if (!name) return otherwise;
  const stem = name.toLowerCase().endsWith(extension) ? name.slice(0, -extension.length) : name;
  const plain = reservedName.test(stem) ? `_${stem}` : stem;
  // Avoids splitting a surrogate pair.
  return plain.slice(0, limits.nameLength - extension.length).replace(/[\ud800-\udbff]$/, '') + extension;
}

function digits(time: Date): string {
  const parts = [time.getMonth() + 1, time.getDate(), time.getHours(), time.getMinutes(), time.getSeconds()];
  return time.getFullYear() + parts.map((part) => String(part).padStart(2, '0')).join('');
}
