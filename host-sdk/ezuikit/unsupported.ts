import { PlayerError } from '../player-error.ts';
import { type Reason, reasonText } from './messages.ts';

/** Methods of EZUIKit that are not supported here, with the reason reported to the page. */
export const unsupportedMethods: Readonly<Record<string, Reason>> = {
  setGlobalBaseTime: 'baseTime',
  getSpaceList: 'space',
  setSpaceId: 'space',
  enable3DZoom: 'opticalZoom',
  close3DZoom: 'opticalZoom',
  changeZoomType: 'opticalZoom',
  setMiooroFlip: 'decoder',
  setMirrorFlip: 'decoder',
  setFECCorrectType: 'fisheye',
  setFEC3DViewParam: 'fisheye',
  getFEC3DViewParam: 'fisheye',
  setWaterMarkFont: 'watermark',
  setDisplayRegion: 'region',
  setAntialias: 'decoder',
  getDeviceCapacity: 'device',
  captureCamera: 'openApi',
  createCaptureTask: 'openApi',
};

/** The error of an unsupported method or class. */
export const unsupported = (
  name: string,
  language?: string,
  reason: Reason = unsupportedMethods[name] ?? 'decoder',
) =>
  new PlayerError({
    code: 'unsupported',
    message: `${name}: ${reasonText(reason, language)}`,
    source: 'player',
    retryable: false,
  });

/** A class of EZUIKit that does not exist here: `new` throws the error of an unsupported method. */
export const unsupportedClass = (name: string) =>
  class {
    constructor() {
      throw unsupported(name, undefined, 'otherClass');
    }
  };
