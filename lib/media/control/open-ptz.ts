/** From a stored head to one that can be told to move. The only place that knows every kind there is. */
import type { PtzDriver, PtzOpener } from '../ports.ts';
import { openOnvifPtz } from './onvif-ptz.ts';
import type { SoapNetwork } from './soap-post.ts';

export interface PtzOpenerOptions extends SoapNetwork {
  /** Of the built-in demo camera. */
  readonly demo: (deviceSerial: string, channelNo: number) => PtzDriver;
}

export function createPtzOpener(options: PtzOpenerOptions): PtzOpener {
  return async (spec) =>
    spec.kind === 'demo' ? options.demo(spec.deviceSerial, spec.channelNo) : openOnvifPtz(spec, options);
}
