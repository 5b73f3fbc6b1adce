import type { BrowserAbilities } from './browser-abilities.ts';
import {
  type EngineKind,
  engineKinds,
  type RecordedEngineKind,
  recordedEngineKinds,
} from './engine-kinds.ts';
import { type EngineRow, engines, recordedEngines } from './engine-table.ts';

export interface EngineCandidate<Kind = EngineKind> {
  readonly kind: Kind;
  readonly isUsable: boolean;
  /** One sentence for diagnostics. */
  readonly reason: string;
}

export interface EnginePick<Kind = EngineKind> {
  /** Usable engines, best first. */
  readonly order: readonly Kind[];
  readonly candidates: readonly EngineCandidate<Kind>[];
}

/** In the order of preference, but engines without audio in this browser come last. */
export function pickEngine(browser: BrowserAbilities): EnginePick {
  return pick(engineKinds, engines, browser);
}

/** The same for recordings. */
export function pickRecordedEngine(browser: BrowserAbilities): EnginePick<RecordedEngineKind> {
  return pick(recordedEngineKinds, recordedEngines, browser);
}

function pick<Kind extends string>(
  kinds: readonly Kind[],
  rows: Readonly<Record<Kind, EngineRow>>,
  browser: BrowserAbilities,
): EnginePick<Kind> {
  const isSilent = (kind: Kind): number => Number(!rows[kind].hasAudio(browser));
  const sorted = [...kinds].sort((a, b) => isSilent(a) - isSilent(b));
  const candidates = sorted.map((kind) => candidate(kind, rows[kind], browser));
  return { order: candidates.filter((one) => one.isUsable).map((one) => one.kind), candidates };
}

function candidate<Kind>(kind: Kind, row: EngineRow, browser: BrowserAbilities): EngineCandidate<Kind> {
  const missing = row.missing(browser).filter((reason) => reason !== false);
  const isUsable = missing.length === 0;
  return { kind, isUsable, reason: isUsable ? row.summary(browser) : missing.join('; ') };
}
