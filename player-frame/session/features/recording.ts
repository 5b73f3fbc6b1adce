import type { Feature, FeatureContext } from '../feature.ts';

export function makeRecording(_context: FeatureContext): Feature {
  return {};
}
