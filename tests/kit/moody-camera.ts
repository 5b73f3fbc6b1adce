/** A camera whose behaviour a test changes while it is being watched. */
import {
  defaultAnswer,
  type FakeCamera,
  type FakeConnection,
  reply,
  startFakeCamera,
  videoSdp,
} from './fake-camera.ts';
import { interleaved, makeRtp } from './rtp-bits.ts';

/**
 * `well`: answers and sends. `resets`: answers everything with a reset. `silent`: takes connections and bytes, and
 * says nothing. A number: answers DESCRIBE with that status.
 */
export type Mood = 'well' | 'resets' | 'silent' | 401 | 404;

const reasons = { 401: '401 Unauthorized', 404: '404 Not Found' } as const;
const audioSdp = 'm=audio 0 RTP/AVP 8\r\na=control:track2\r\n';
const frameMs = 40;

export class MoodyCamera {
  /** How often it was asked to describe itself. */
  described = 0;
  /** For connections and requests from now on. */
  mood: Mood = 'well';
  size: readonly [width: number, height: number] = [640, 368];
  hasAudio = false;
  /** Added to the timestamps, in units of 1/90000 s. */
  shift = 0;
  private readonly forgotten = new WeakSet<FakeConnection>();
  private camera!: FakeCamera;

  static async start(): Promise<MoodyCamera> {
    const moody = new MoodyCamera();
    moody.camera = await startFakeCamera({
      answer: (request, connection) => {
        const { mood } = moody;
        if (request.method === 'DESCRIBE') moody.described += 1;
        if (mood === 'silent' || moody.forgotten.has(connection)) return 'hang';
        if (mood === 'resets') return 'reset';
        if (mood !== 'well' && request.method === 'DESCRIBE') {
          return reply(request, reasons[mood], ['WWW-Authenticate: Basic realm="camera"']);
        }
        return defaultAnswer(request, moody.hasAudio ? videoSdp + audioSdp : videoSdp);
      },
      playing: (connection) => moody.send(connection),
    });
    return moody;
  }

  get url(): string {
    return this.camera.url;
  }

  /** Resets every connection there is. */
  reset(): void {
    for (const { socket } of this.camera.connections) socket.resetAndDestroy();
  }

  /** As after a power cut: the connections there are get nothing any more, not even an end. */
  forget(): void {
    for (const connection of this.camera.connections) this.forgotten.add(connection);
  }

  stop(): Promise<void> {
    return this.camera.stop();
  }

  private send(connection: FakeConnection): void {
    const startedAt = performance.now();
    const { hasAudio } = this;
    let count = 0;
    connection.every(frameMs, () => {
      if (this.mood !== 'well' || this.forgotten.has(connection)) return;
      const timestamp = (90 * (performance.now() - startedAt) + this.shift) >>> 0;
      const [width, height] = this.size;
      connection.picture(timestamp, count % 10 === 0, { width, height, size: 2_000 });
      if (hasAudio) {
        const audio = { sequence: count, timestamp: count * 320, payloadType: 8 };
        connection.socket.write(interleaved(2, makeRtp(audio, Buffer.alloc(320, 0xd5))));
      }
      count += 1;
    });
  }
}
