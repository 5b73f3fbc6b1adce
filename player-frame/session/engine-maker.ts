import { probeBrowser } from '../engines/browser-abilities.ts';
import type { EngineDeps } from '../engines/engine.ts';
import type { EngineKind } from '../engines/engine-kinds.ts';
import { engines, recordedEngines } from '../engines/engine-table.ts';
import { pickEngine, pickRecordedEngine } from '../engines/pick-engine.ts';
import type { EngineMaker } from './playback-attempt.ts';

/** Probes the browser once, then creates the engine for each rung of the ladder. */
export function createEngineMaker(deps: EngineDeps): EngineMaker {
  const browser = probeBrowser();
  const live = browser.then(pickEngine);
  const recorded = browser.then(pickRecordedEngine);
  return async (position, stage, addressKind) => {
    const { order, candidates } = await (addressKind === 'recorded' ? recorded : live);
    const kind = order[position];
    if (!kind) return null;
    const why = candidates.map((one) => `${one.kind}: ${one.reason}`).join('. ');
    if (addressKind === 'replay') {
      const { ReplayEngine } = await import('../engines/replay/replay-engine.ts');
      const { create } = engines[kind as EngineKind];
      return { engine: new ReplayEngine(stage, deps, create), choice: { kind, why } };
    }
    const row = { ...engines, ...recordedEngines }[kind];
    return { engine: await row.create(stage, deps), choice: { kind, why } };
  };
}
