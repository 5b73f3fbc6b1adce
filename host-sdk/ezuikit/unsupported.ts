import { PlayerError } from '../player-error.ts';

const recordings = 'the player shows live pictures only';
const decoders = 'the browser decodes the picture, and has no such setting';
const talk = 'the player has no talk yet';

/** Methods that pages may call and that cannot do anything here, with the reason they are given. */
export const unsupportedMethods: Readonly<Record<string, string>> = {
  pause: recordings,
  resume: recordings,
  seek: recordings,
  fast: recordings,
  slow: recordings,
  setGlobalBaseTime: recordings,
  getSpaceList: recordings,
  enable3DZoom: 'the camera is not asked to zoom; use enableZoom',
  close3DZoom: 'the camera is not asked to zoom; use closeZoom',
  changeZoomType: 'there is one kind of zoom, of the picture',
  setMiooroFlip: decoders,
  setMirrorFlip: decoders,
  setFECCorrectType: 'fisheye pictures are shown as they are',
  setFEC3DViewParam: 'fisheye pictures are shown as they are',
  getFEC3DViewParam: 'fisheye pictures are shown as they are',
  setWaterMarkFont: 'the player draws no watermark',
  setDisplayRegion: 'the player shows one picture',
  setAntialias: decoders,
  setVolumeGain: 'use setVolume, 0 to 100',
  getDeviceCapacity: 'capacity is for the player alone, which holds the token',
  startTalk: talk,
  stopTalk: talk,
  getMicrophonePermission: talk,
  getMicrophonesList: talk,
  setProfile: talk,
  queryVoiceList: talk,
  sendVoice: talk,
  sendVoiceOnce: talk,
  captureCamera: 'ask the camera by the calls of your backend',
  createCaptureTask: 'ask the camera by the calls of your backend',
};

/** The typed answer instead of silence. */
export const unsupported = (method: string, why = unsupportedMethods[method]) =>
  new PlayerError({
    code: 'unsupported',
    message: `${method}: ${why}`,
    source: 'player',
    retryable: false,
  });
