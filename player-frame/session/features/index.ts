import type { MakeFeature } from '../feature.ts';
import { makeAdaptiveQuality } from './adaptive-quality.ts';
import { makeCapture } from './capture.ts';
import { makeDisplay } from './display.ts';
import { makePtz } from './ptz.ts';
import { makeRecording } from './recording.ts';
import { makeRotation } from './rotation.ts';
import { makeTheming } from './theming.ts';
import { makeZoom } from './zoom.ts';

/** Every feature of the player; the boot script fetches this file when it has time. */
export const features: readonly MakeFeature[] = [
  makeDisplay,
  makeZoom,
  makeTheming,
  makeCapture,
  makeRecording,
  makePtz,
  makeRotation,
  makeAdaptiveQuality,
];
