import type { Feature, FeatureContext } from '../feature.ts';

export function makeSteering(_context: FeatureContext): Feature {
  return {};
}
