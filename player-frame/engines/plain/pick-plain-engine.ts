import type { PlainContainer } from '../../../lib/plain-stream/container.ts';
import type { PlainEngineKind } from '../engine-kinds.ts';
import type { EnginePick } from '../pick-engine.ts';
import { plainEngines } from './plain-engines.ts';

/** Of the engines that play such a stream, those that this browser can use. */
export function pickPlainEngine(container: PlainContainer): EnginePick<PlainEngineKind> {
  const kinds = (Object.keys(plainEngines) as PlainEngineKind[]).filter((kind) =>
    plainEngines[kind].plays.includes(container),
  );
  const candidates = kinds.map((kind) => {
    const missing = plainEngines[kind].missing().filter((reason) => reason !== false);
    const isUsable = missing.length === 0;
    return { kind, isUsable, reason: isUsable ? plainEngines[kind].summary() : missing.join('; ') };
  });
  return { order: candidates.filter((one) => one.isUsable).map((one) => one.kind), candidates };
}
