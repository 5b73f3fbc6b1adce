/** Opens the back channel of a stored camera. The only place that knows all kinds. */
import { AppError } from '../../../kernel/app-error.ts';
import type { BackChannelInspector, BackChannelOpener } from '../../talk-ports.ts';
import { type DemoLoudspeakers, demoFormat } from './demo/demo-loudspeakers.ts';
import {
  inspectRtspBackChannel,
  openRtspBackChannel,
  type RtspBackChannelOptions,
} from './rtsp/rtsp-back-channel.ts';

export interface BackChannelOptions extends RtspBackChannelOptions {
  readonly demo: DemoLoudspeakers;
}

export interface BackChannels {
  readonly open: BackChannelOpener;
  readonly inspect: BackChannelInspector;
}

export function createBackChannels(options: BackChannelOptions): BackChannels {
  return {
    async open(spec, key, signal) {
      if (spec.kind === 'demo') return options.demo.open(key);
      if (spec.kind === 'rtsp') return openRtspBackChannel(spec, options, signal);
      throw noBackChannel();
    },
    async inspect(spec, _key, signal) {
      if (spec.kind === 'demo') return demoFormat;
      return spec.kind === 'rtsp' ? inspectRtspBackChannel(spec, options, signal) : null;
    },
  };
}

/** Of sources that only send. */
const noBackChannel = () => new AppError('talk.unsupported', 'this source has no back channel');
