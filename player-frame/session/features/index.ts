export { featureRules } from '../../state/feature-machine.ts';
export { createLappClient } from '../lapp-client.ts';

import type { MakeFeature } from '../feature.ts';
import { makeAdaptiveQuality } from './adaptive-quality.ts';
import { makeCapture } from './capture.ts';
import { makeDisplay } from './display.ts';
import { makeExport } from './export.ts';
import { makeFollowClock } from './follow-clock.ts';
import { makeIdleStart } from './idle-start.ts';
import { makeKeepPicture } from './keep-picture.ts';
import { makePictureInPicture } from './picture-in-picture.ts';
import { makePreviews } from './previews.ts';
import { makePtz } from './ptz.ts';
import { makeRecordedPlayback } from './recorded-playback.ts';
import { makeRecording } from './recording.ts';
import { makeRecordings } from './recordings.ts';
import { makeRotation } from './rotation.ts';
import { makeTalk } from './talk.ts';
import { makeTheming } from './theming.ts';
import { makeVoice } from './voice.ts';
import { withoutCamera } from './without-camera.ts';
import { makeZoom } from './zoom.ts';

const makers: readonly MakeFeature[] = [
  makeDisplay,
  makeZoom,
  makeTheming,
  makeCapture,
  makePictureInPicture,
  makeRecording,
  makeRecordings,
  makeIdleStart,
  makePreviews,
  makeRecordedPlayback,
  makeFollowClock,
  makeExport,
  makePtz,
  makeVoice,
  (context) => makeTalk(context),
  makeRotation,
  makeAdaptiveQuality,
  makeKeepPicture,
];

/** All features of the player, loaded on demand by the boot script. */
export const features = makers.map(withoutCamera);
