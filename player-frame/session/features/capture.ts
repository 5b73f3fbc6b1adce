import type { Feature, FeatureContext } from '../feature.ts';

export function makeCapture(_context: FeatureContext): Feature {
  return {};
}
