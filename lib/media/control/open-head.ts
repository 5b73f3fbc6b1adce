/** From a stored head to one that can be told to move. The only place that knows every kind there is. */
import type { HeadOpener, PanTiltHead } from '../ports.ts';
import { openOnvifHead } from './onvif-head.ts';
import type { SoapNetwork } from './soap-post.ts';

export interface HeadOpenerOptions extends SoapNetwork {
  /** Of the built-in demo camera. */
  readonly demo: (deviceSerial: string, channelNo: number) => PanTiltHead;
}

export function createHeadOpener(options: HeadOpenerOptions): HeadOpener {
  return async (spec) =>
    spec.kind === 'demo' ? options.demo(spec.deviceSerial, spec.channelNo) : openOnvifHead(spec, options);
}
