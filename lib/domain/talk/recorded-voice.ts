import { err, ok, type Result } from '../../kernel/result.ts';
import { maxVoiceSeconds, minVoiceBytes } from '../../kernel/voice.ts';
import type { Pcm, VoiceAudio } from '../../media/talk-ports.ts';

/** Why a recording is not a voice message: codes of the error catalogue. */
export type VoiceFault = 'voice.tooShort' | 'voice.tooSmall' | 'voice.tooLong';

/** A recorder that counts to 59 s ends a little later. */
const toleranceSeconds = 1;

/** Checks a recording as it arrived. What cannot be read as audio counts as a recording that failed. */
export async function recordedVoice(
  file: Uint8Array | null,
  audio: Pick<VoiceAudio, 'read'>,
): Promise<Result<Pcm, VoiceFault>> {
  if (file === null || file.length < minVoiceBytes) return err('voice.tooSmall');
  const pcm = await audio.read(file);
  if (!pcm) return err('voice.tooSmall');
  const seconds = pcm.samples.length / pcm.rate;
  if (seconds < 1) return err('voice.tooShort');
  return seconds > maxVoiceSeconds + toleranceSeconds ? err('voice.tooLong') : ok(pcm);
}
