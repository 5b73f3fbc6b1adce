import type { FrameBoot } from '../lib/contracts/frame-boot.ts';

/**
 * Reads the boot data from the page. The server writes it with the same schema, so this only detects a page and a
 * script of different builds. The error suggests what to do.
 */
export function readBootDocument(page: Document): FrameBoot {
  const text = page.getElementById('oriel-boot')?.textContent;
  const boot = text ? (JSON.parse(text) as Partial<FrameBoot>) : null;
  const isComplete =
    typeof boot?.app === 'string' &&
    typeof boot.template === 'string' &&
    Array.isArray(boot.origins) &&
    typeof boot.assets?.webcodecsWorker === 'string' &&
    typeof boot.assets.audioWorklet === 'string';
  if (!isComplete)
    throw new Error('Oriel: the page lacks its boot document; build frame and server together');
  return boot as FrameBoot;
}
