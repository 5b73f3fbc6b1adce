import { probeBrowser } from '../engines/browser-abilities.ts';
import type { EngineDeps } from '../engines/engine.ts';
import { engines } from '../engines/engine-table.ts';
import { pickEngine } from '../engines/pick-engine.ts';
import type { EngineMaker } from './playback-attempt.ts';

/** Probes the browser once, then creates the engine for each rung of the ladder. */
export function createEngineMaker(deps: EngineDeps): EngineMaker {
  const picked = probeBrowser().then((browser) => pickEngine(browser));
  return async (position, stage) => {
    const { order, candidates } = await picked;
    const kind = order[position];
    if (!kind) return null;
    const why = candidates.map((one) => `${one.kind}: ${one.reason}`).join('. ');
    return { engine: await engines[kind].create(stage, deps), choice: { kind, why } };
  };
}
