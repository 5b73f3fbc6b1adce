import { flacStreamInfo } from '../../../codec/flac-frame.ts';
import { FlacPacketizer } from '../../../codec/flac-packetizer.ts';
import {
  audioHeaderTag,
  audioTag,
  type EncryptedData,
  type FlvTag,
  scriptTag,
  videoHeaderTag,
  videoTag,
} from '../../../codec/flv/flv-tags.ts';
import { opusHead } from '../../../codec/opus.ts';
import type { AudioTrack } from '../../../codec/tracks.ts';
import type { Ms } from '../../../kernel/units.ts';
import type { AccessUnit, TrackSet } from '../../ports.ts';
import { UnitCipher } from '../unit-cipher.ts';

/** Codec IDs of FLV; the enhanced form uses the FourCC instead. */
const AVC_ID = 7;
const AAC_ID = 10;
const fourCc = (text: string) => Buffer.from(text).readUInt32BE();

/** Converts the units of one track set to FLV tags with given timestamps, encrypted once for all viewers. */
export class FlvMuxer {
  private readonly flac: FlacPacketizer | null;
  private readonly cipher: UnitCipher | null;

  constructor(private readonly tracks: TrackSet) {
    const { audio, encryption } = tracks;
    this.cipher = encryption ? new UnitCipher(encryption.secret) : null;
    this.flac =
      audio && (audio.codec === 'pcma' || audio.codec === 'pcmu')
        ? new FlacPacketizer(audio.codec, audio.sampleRate, audio.channels)
        : null;
  }

  /** `onMetaData` and the sequence headers: what a decoder needs before the first key frame. */
  headers(timestampMs: Ms): FlvTag[] {
    const { video, audio, encryption } = this.tracks;
    const tags = [scriptTag('onMetaData', metaData(this.tracks), timestampMs)];
    if (encryption) tags.push(scriptTag('onOrielEncryption', { keyId: encryption.keyId }, timestampMs));
    if (video) tags.push(videoHeaderTag(video, timestampMs));
    if (audio) tags.push(audioHeaderTag(audio.codec, audioConfig(audio), timestampMs));
    return tags;
  }

  /** No tag for units of a track that was not announced, or while a FLAC frame fills up. */
  unit(unit: AccessUnit, timestampMs: Ms): FlvTag[] {
    if (unit.kind === 'video') return this.video(unit, timestampMs);
    const { audio } = this.tracks;
    if (!audio) return [];
    if (!this.flac) return [audioTag(audio.codec, timestampMs, this.payload(unit.data))];
    const packets = this.flac.push(unit.data, timestampMs);
    return packets.map((packet) => audioTag(audio.codec, packet.timestampMs, this.payload(packet.data)));
  }

  private video(unit: AccessUnit, timestampMs: Ms): FlvTag[] {
    const { video } = this.tracks;
    if (!video) return [];
    const compositionMs = Math.round(unit.ptsMs - unit.dtsMs);
    return [videoTag(video.codec, unit.isKey, timestampMs, compositionMs, this.payload(unit.data))];
  }

  private payload(data: Uint8Array): Uint8Array | EncryptedData {
    return this.cipher ? this.cipher.encrypt(data) : data;
  }
}

function audioConfig(audio: AudioTrack): Uint8Array {
  if (audio.codec === 'aac') return audio.config;
  if (audio.codec === 'opus') return opusHead(audio.channels);
  return flacStreamInfo(audio.sampleRate, audio.channels);
}

function metaData({ video, audio }: TrackSet) {
  return {
    hasVideo: video !== null,
    hasAudio: audio !== null,
    ...(video && {
      width: video.width,
      height: video.height,
      videocodecid: video.codec === 'h264' ? AVC_ID : fourCc('hvc1'),
    }),
    ...(audio && {
      audiocodecid: audio.codec === 'aac' ? AAC_ID : fourCc(audio.codec === 'opus' ? 'Opus' : 'fLaC'),
      audiosamplerate: audio.sampleRate,
      stereo: audio.channels === 2,
    }),
  };
}
