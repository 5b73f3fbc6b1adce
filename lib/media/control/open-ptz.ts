/** Opens the PTZ driver for a stored PTZ spec. The only place that knows all kinds. */
import type { PtzDriver, PtzOpener } from '../ports.ts';
import { openOnvifPtz } from './onvif-ptz.ts';
import type { SoapNetwork } from './soap-post.ts';

export interface PtzOpenerOptions extends SoapNetwork {
  /** Opens the driver of the built-in demo camera. */
  readonly demo: (deviceSerial: string, channelNo: number) => PtzDriver;
}

export function createPtzOpener(options: PtzOpenerOptions): PtzOpener {
  return async (spec) =>
    spec.kind === 'demo' ? options.demo(spec.deviceSerial, spec.channelNo) : openOnvifPtz(spec, options);
}
