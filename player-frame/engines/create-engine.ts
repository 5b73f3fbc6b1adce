import type { EngineDeps, MediaEngine, Stage } from './engine.ts';
import { WebCodecsEngine } from './webcodecs/webcodecs-engine.ts';

export type LiveEngineKind = 'webcodecs' | 'flv';

/**
 * Creates an engine on a stage. The WebCodecs engine is bundled; mpegts.js is a separate chunk that is loaded on
 * demand. Rejects if the chunk cannot be loaded.
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
