import { createEngine } from '../engines/create-engine.ts';
import type { EngineDeps } from '../engines/engine.ts';
import { pickEngine, probeBrowser } from '../engines/pick-engine.ts';
import type { EngineMaker } from './playback-attempt.ts';

/** Probes the browser once, then creates the engine for each rung of the ladder. */
export function createEngineMaker(deps: EngineDeps): EngineMaker {
  const picked = probeBrowser().then((abilities) => pickEngine(abilities));
  return async (wish, stage) => {
    const { order, candidates } = await picked;
    const kind = wish === 'preferred' ? order[0] : order[1];
    if (!kind) return null;
    const why = candidates.map((one) => `${one.kind}: ${one.reason}`).join('. ');
    return { engine: await createEngine(kind, stage, deps), choice: { kind, why } };
  };
}
