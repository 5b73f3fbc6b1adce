import type { BrowserAbilities } from './browser-abilities.ts';
import { type EngineKind, engineKinds } from './engine-kinds.ts';
import { engines } from './engine-table.ts';

export interface EngineCandidate {
  readonly kind: EngineKind;
  readonly isUsable: boolean;
  /** One sentence for diagnostics. */
  readonly reason: string;
}

export interface EnginePick {
  /** Usable engines, best first. */
  readonly order: readonly EngineKind[];
  readonly candidates: readonly EngineCandidate[];
}

/** In the order of preference, but engines without audio in this browser come last. */
export function pickEngine(browser: BrowserAbilities): EnginePick {
  const isSilent = (kind: EngineKind): number => Number(!engines[kind].hasAudio(browser));
  const kinds = [...engineKinds].sort((a, b) => isSilent(a) - isSilent(b));
  const candidates = kinds.map((kind) => candidate(kind, browser));
  return { order: candidates.filter((one) => one.isUsable).map((one) => one.kind), candidates };
}

function candidate(kind: EngineKind, browser: BrowserAbilities): EngineCandidate {
  const row = engines[kind];
  const missing = row.missing(browser).filter((reason) => reason !== false);
  const isUsable = missing.length === 0;
  return { kind, isUsable, reason: isUsable ? row.summary(browser) : missing.join('; ') };
}
