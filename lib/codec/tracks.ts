/** The tracks of a stream and how they are coded. */
import type { VideoConfig } from './decoder-config.ts';

export interface VideoTrack extends VideoConfig {
  /** Displayed size in pixels, cropping applied. */
  readonly width: number;
  readonly height: number;
}

export type AudioTrack =
  | {
      readonly codec: 'aac';
      readonly sampleRate: number;
      readonly channels: number;
      readonly config: Uint8Array;
    }
  /** G.711: one byte a sample. */
  | { readonly codec: 'pcma' | 'pcmu'; readonly sampleRate: number; readonly channels: number }
  /** Times and configuration always count 48,000 samples per second. */
  | { readonly codec: 'opus'; readonly sampleRate: 48_000; readonly channels: number };
