/** The audio of voice messages: 16 kHz mono, stored as WAV. */
import { resample } from '../../codec/resample.ts';
import { readWav, wavFile } from '../../codec/wav.ts';
import type { Pcm, VoiceAudio } from '../talk-ports.ts';
import type { AudioFiles } from './audio/read-audio-file.ts';

const rate = 16_000;

/** Reads what is stored, and what speaks texts. */
export const voiceAudio: VoiceAudio = {
  async read(file): Promise<Pcm | null> {
    const found = readWav(file);
    return found && { rate, samples: resample(found.samples, found.rate, rate) };
  },
  write: ({ samples, rate: stored }) => wavFile(samples, stored),
};

/** Reads also what viewers have recorded with other programs. */
export const recordedVoiceAudio = (files: Pick<AudioFiles, 'read'>): VoiceAudio => ({
  ...voiceAudio,
  async read(file) {
    const stored = await voiceAudio.read(file);
    if (stored) return stored;
    const read = await files.read(file);
    return read.ok ? read.value : null;
  },
});
