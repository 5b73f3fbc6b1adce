import type { EngineDeps, MediaEngine, Stage } from './engine.ts';
import { WebCodecsEngine } from './webcodecs/webcodecs-engine.ts';

export type LiveEngineKind = 'webcodecs' | 'flv';

/**
 * Makes an engine on a stage. The small one is at hand; mpegts.js is a chunk of its own that is only fetched
 * by those who need it. Rejects when that chunk cannot be loaded.
 */
export async function createEngine(
  kind: LiveEngineKind,
  stage: Stage,
  deps: EngineDeps,
): Promise<MediaEngine> {
  if (kind === 'webcodecs') return new WebCodecsEngine(stage, deps);
  const { FlvEngine } = await import('./mpegts/flv-engine.ts');
  return new FlvEngine(stage, deps);
}
