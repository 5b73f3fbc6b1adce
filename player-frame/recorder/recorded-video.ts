import { firstSpsOf } from '../../lib/codec/avc-config.ts';
import type { VideoConfig } from '../../lib/codec/decoder-config.ts';
import type { AmfValue } from '../../lib/codec/flv/amf0.ts';
import type { RecordedVideo } from './feed.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Size from the parameter set, otherwise from the server. */
export function recordedVideo(config: VideoConfig, size: Size): RecordedVideo {
  const { width, height } = (config.codec === 'h264' && firstSpsOf(config.config)) || size;
  return { ...config, width, height };
}

/** Video size in `onMetaData`; null for any other script tag. */
export function sizeOf(name: string, value: AmfValue): Size | null {
  if (name !== 'onMetaData' || value === null || typeof value !== 'object' || Array.isArray(value))
    return null;
  const { width, height } = value;
  return typeof width === 'number' && typeof height === 'number' ? { width, height } : null;
}
