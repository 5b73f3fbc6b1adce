/** The only user of mediabunny: writes encoded samples to an MP4 file. */
import {
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  StreamTarget,
} from 'mediabunny';
import type { AudioConfig } from '../../lib/codec/decoder-config.ts';
import type { RecordingChunk } from '../engines/engine.ts';
import type { RecordedVideo } from './feed.ts';
import type { FileSample, RecordingTracks } from './recording-session.ts';

type PacketWriter = (packet: EncodedPacket) => Promise<void>;
const nothing: PacketWriter = async () => {};

/** Written at once: each write wakes the thread of the storage, and in private windows another process. */
const writeBytes = 512 * 1024;
/** If more is waiting to be written, the storage is too slow. */
const maxWaitingBytes = 64 * 1024 * 1024;

export class Mp4File {
  private readonly output: Output;
  private readonly writers: Readonly<Record<FileSample['kind'], PacketWriter>>;
  private writing: Promise<void>;
  private waitingBytes = 0;
  private error: unknown = null;

  /**
   * Index at the end, the only layout that can be written sequentially and is seekable in every player. `failed` is
   * called once if writing fails or is too slow.
   */
  constructor(
    writable: WritableStream<RecordingChunk>,
    { video, audio }: RecordingTracks,
    private readonly failed: () => void,
  ) {
    this.output = new Output({
      format: new Mp4OutputFormat({ fastStart: false }),
      target: new StreamTarget(writable, { chunked: true, chunkSize: writeBytes }),
    });
    this.writers = {
      video: video ? this.addVideo(video) : nothing,
      audio: audio ? this.addAudio(audio) : nothing,
    };
    this.writing = this.output.start().catch((error: unknown) => this.fail(error));
  }

  add({ kind, data, isKey, ptsMs, durationMs }: FileSample): void {
    if (this.error !== null) return;
    const packet = new EncodedPacket(data, isKey ? 'key' : 'delta', ptsMs / 1_000, durationMs / 1_000);
    this.waitingBytes += data.length;
    if (this.waitingBytes > maxWaitingBytes) this.fail(new Error('the storage does not keep up'));
    this.writing = this.writing
      .then(() => (this.error === null ? this.writers[kind](packet) : undefined))
      .catch((error: unknown) => this.fail(error))
      .finally(() => {
        this.waitingBytes -= data.length;
      });
  }

  /** Resolves when the file is complete; rejects if it is not. */
  async finish(): Promise<void> {
    await this.writing;
    if (this.error !== null) {
      await this.output.cancel().catch(() => undefined); // may have failed for the same reason
      throw this.error;
    }
    await this.output.finalize();
  }

  private addVideo({ codec, codecString, width, height, config }: RecordedVideo): PacketWriter {
    const source = new EncodedVideoPacketSource(codec === 'h264' ? 'avc' : 'hevc');
    this.output.addVideoTrack(source);
    const decoderConfig = {
      codec: codecString,
      codedWidth: width,
      codedHeight: height,
      description: config,
    };
    return (packet) => source.add(packet, { decoderConfig });
  }

  private addAudio({ codec, codecString, sampleRate, channels, description }: AudioConfig): PacketWriter {
    const source = new EncodedAudioPacketSource(codec);
    this.output.addAudioTrack(source);
    const decoderConfig = { codec: codecString, sampleRate, numberOfChannels: channels, description };
    return (packet) => source.add(packet, { decoderConfig });
  }

  private fail(error: unknown): void {
    if (this.error !== null) return;
    this.error = error ?? new Error('the file could not be written');
    this.failed();
  }
}
