import { type AudioConfig, readAacConfig, readFlacConfig, readOpusConfig } from './decoder-config.ts';
import { flacStreamInfo } from './flac-frame.ts';
import { opusHead } from './opus.ts';
import type { AudioTrack } from './tracks.ts';

/** How a camera's audio is stored: G.711 as FLAC, all else unchanged. Null if its configuration is not readable. */
export function storedAudioConfig(track: AudioTrack): AudioConfig | null {
  if (track.codec === 'aac') return readAacConfig(track.config);
  if (track.codec === 'opus') return readOpusConfig(opusHead(track.channels));
  return readFlacConfig(flacStreamInfo(track.sampleRate, track.channels));
}
