/** How a stream is coded: what a decoder is configured with. */

export interface VideoTrack {
  readonly codec: 'h264' | 'h265';
  /** Displayed size in pixels, cropping applied. */
  readonly width: number;
  readonly height: number;
  /** AVCDecoderConfigurationRecord or HEVCDecoderConfigurationRecord, 4-byte NAL lengths. */
  readonly config: Uint8Array;
  /** RFC 6381, for instance `avc1.64001f`, `hvc1.1.6.L93.B0`. */
  readonly codecString: string;
}

export type AudioTrack =
  | {
      readonly codec: 'aac';
      readonly sampleRate: number;
      readonly channels: number;
      readonly config: Uint8Array;
    }
  /** G.711: one byte a sample. */
  | { readonly codec: 'pcma' | 'pcmu'; readonly sampleRate: number; readonly channels: number };
