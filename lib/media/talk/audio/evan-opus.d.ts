/** Types for the WebAssembly form of the package, which has the same classes as its main form. */
declare module '@evan/opus/wasm/index.mjs' {
  export class Decoder {
    constructor(options: { readonly channels: 1 | 2; readonly sample_rate: number });
    /** 16-bit samples in little-endian order. Throws if the packet cannot be decoded. */
    decode(packet: Uint8Array): Uint8Array;
    /** Frees the memory; the object must not be used afterwards. */
    drop(): void;
  }

  export class Encoder {
    constructor(options: {
      readonly channels: 1 | 2;
      readonly sample_rate: number;
      readonly application: 'voip' | 'audio' | 'restricted_lowdelay';
    });
    encode(samples: Int16Array): Uint8Array;
    /** A request of libopus' `opus_encoder_ctl`. */
    ctl(request: number, value: number): number;
    drop(): void;
  }
}
