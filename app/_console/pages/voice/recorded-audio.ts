/** Recordings and files of any format that the browser decodes, as a WAV file of 16 kHz, which the server takes. */
import { wavFile } from '../../../../lib/codec/wav.ts';

const rate = 16_000;
export const maxSeconds = 60;

export interface RecordedAudio {
  readonly file: File;
  readonly seconds: number;
}

/** Rejects if the browser cannot decode it. */
export async function recordedAudio(source: Blob): Promise<RecordedAudio> {
  const decoder = new OfflineAudioContext(1, 1, rate);
  const decoded = await decoder.decodeAudioData(await source.arrayBuffer());
  // Of a longer file only what is needed to see that it is too long.
  const seconds = Math.min(decoded.duration, maxSeconds + 2);
  const mixer = new OfflineAudioContext(1, Math.max(1, Math.ceil(seconds * rate)), rate);
  const player = mixer.createBufferSource();
  player.buffer = decoded;
  player.connect(mixer.destination);
  player.start();
  const mono = (await mixer.startRendering()).getChannelData(0);
  const samples = Int16Array.from(mono, (value) => Math.max(-1, Math.min(1, value)) * 32_767);
  const bytes = Uint8Array.from(wavFile(samples, rate));
  return { file: new File([bytes], 'voice.wav', { type: 'audio/wav' }), seconds: decoded.duration };
}

export interface Recorder {
  /** Ends the recording. */
  stop(): Promise<Blob>;
  /** Without a result. Safe to call twice. */
  cancel(): void;
}

/** Rejects if there is no microphone, or it may not be used. */
export async function startRecorder(): Promise<Recorder> {
  const stream = await navigator.mediaDevices.getUserMedia({ audio: true });
  const release = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  try {
    return recorderOf(stream, release);
  } catch (error) {
    release();
    throw error;
  }
}

function recorderOf(stream: MediaStream, release: () => void): Recorder {
  const recorder = new MediaRecorder(stream);
  const parts: Blob[] = [];
  recorder.ondataavailable = ({ data }) => parts.push(data);
  recorder.start();
  return {
    stop: () =>
      new Promise((resolve) => {
        recorder.onstop = () => {
          release();
          resolve(new Blob(parts, { type: recorder.mimeType }));
        };
        recorder.stop();
      }),
    cancel() {
      if (recorder.state !== 'inactive') recorder.stop();
      release();
    },
  };
}
