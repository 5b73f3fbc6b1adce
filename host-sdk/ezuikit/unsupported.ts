import { PlayerError } from '../player-error.ts';

const liveOnly = 'the player shows live video only';
const decodedByBrowser = 'the browser decodes the video and has no such setting';
const talk = 'two-way talk is not available yet';

/** Methods of EZUIKit that are not supported here, with the reason reported to the page. */
export const unsupportedMethods: Readonly<Record<string, string>> = {
  pause: liveOnly,
  resume: liveOnly,
  seek: liveOnly,
  fast: liveOnly,
  slow: liveOnly,
  setGlobalBaseTime: liveOnly,
  getSpaceList: liveOnly,
  enable3DZoom: 'zooming the camera is not supported; use enableZoom',
  close3DZoom: 'zooming the camera is not supported; use closeZoom',
  changeZoomType: 'electronic zoom is the only type of zoom',
  setMiooroFlip: decodedByBrowser,
  setMirrorFlip: decodedByBrowser,
  setFECCorrectType: 'fisheye video is shown without correction',
  setFEC3DViewParam: 'fisheye video is shown without correction',
  getFEC3DViewParam: 'fisheye video is shown without correction',
  setWaterMarkFont: 'the player does not draw a watermark',
  setDisplayRegion: 'the player shows one video',
  setAntialias: decodedByBrowser,
  setVolumeGain: 'use setVolume, 0 to 100',
  getDeviceCapacity: 'only the player, which has the token, can query the device',
  startTalk: talk,
  stopTalk: talk,
  getMicrophonePermission: talk,
  getMicrophonesList: talk,
  setProfile: talk,
  queryVoiceList: talk,
  sendVoice: talk,
  sendVoiceOnce: talk,
  captureCamera: 'call the open API from your backend',
  createCaptureTask: 'call the open API from your backend',
};

/** The error of an unsupported method. */
export const unsupported = (method: string, why = unsupportedMethods[method]) =>
  new PlayerError({
    code: 'unsupported',
    message: `${method}: ${why}`,
    source: 'player',
    retryable: false,
  });
