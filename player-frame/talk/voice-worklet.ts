/** Separate entry, loaded in the audio thread: passes the samples of the microphone to the page. */

/** Globals of the audio worklet scope, missing in the DOM library. */
declare class AudioWorkletProcessor {
  readonly port: MessagePort;
}
declare function registerProcessor(name: string, processor: new () => AudioWorkletProcessor): void;

/** Samples per message: 43 ms at 48 kHz. */
const chunkSamples = 2_048;

class VoiceProcessor extends AudioWorkletProcessor {
  private chunk = new Float32Array(chunkSamples);
  private filled = 0;
  private isEnded = false;

  constructor() {
    super();
    // Any message ends it; the last samples are sent first.
    this.port.onmessage = () => {
      this.isEnded = true;
      this.flush();
      this.port.postMessage(null);
    };
  }

  process(inputs: Float32Array[][]): boolean {
    const samples = this.isEnded ? undefined : inputs[0]?.[0];
    for (let at = 0; samples && at < samples.length; ) {
      const part = samples.subarray(at, at + chunkSamples - this.filled);
      this.chunk.set(part, this.filled);
      this.filled += part.length;
      at += part.length;
      if (this.filled === chunkSamples) this.flush();
    }
    return !this.isEnded;
  }

  private flush(): void {
    const part = this.chunk.slice(0, this.filled);
    this.filled = 0;
    if (part.length > 0) this.port.postMessage(part, [part.buffer]);
  }
}

registerProcessor('oriel-voice', VoiceProcessor);
