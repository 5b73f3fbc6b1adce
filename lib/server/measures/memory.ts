import { freemem, totalmem } from 'node:os';
import { type Space, spaceOf } from '../../domain/monitoring/figures.ts';

/** What this process may use: that of the machine, or of its container. */
export function memorySpace(): Space {
  // 0 or more than the machine has: not limited.
  const limit = process.constrainedMemory();
  const total = limit > 0 ? Math.min(limit, totalmem()) : totalmem();
  return spaceOf(total, Math.min(freemem(), process.availableMemory(), total));
}
