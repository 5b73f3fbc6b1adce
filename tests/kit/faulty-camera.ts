/** A camera whose behaviour a test changes while it is being viewed. */
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
 * `normal`: correct responses and media. `resets`: resets every connection. `silent`: accepts connections and reads,
 * but sends nothing. A number: answers DESCRIBE with that status.
 */
export type Behaviour = 'normal' | 'resets' | 'silent' | 401 | 404;

const reasons = { 401: '401 Unauthorized', 404: '404 Not Found' } as const;
const audioSdp = 'm=audio 0 RTP/AVP 8\r\na=control:track2\r\n';
const frameMs = 40;

export class FaultyCamera {
  /** Number of DESCRIBE requests. */
  described = 0;
  /** For new connections and new requests. */
  behaviour: Behaviour = 'normal';
  size: readonly [width: number, height: number] = [640, 368];
  hasAudio = false;
  /** Added to the timestamps, in units of 1/90000 s. */
  shift = 0;
  private readonly forgotten = new WeakSet<FakeConnection>();
  private camera!: FakeCamera;

  static async start(): Promise<FaultyCamera> {
    const faulty = new FaultyCamera();
    faulty.camera = await startFakeCamera({
      answer: (request, connection) => {
        const { behaviour } = faulty;
        if (request.method === 'DESCRIBE') faulty.described += 1;
        if (behaviour === 'silent' || faulty.forgotten.has(connection)) return 'hang';
        if (behaviour === 'resets') return 'reset';
        if (behaviour !== 'normal' && request.method === 'DESCRIBE') {
          return reply(request, reasons[behaviour], ['WWW-Authenticate: Basic realm="camera"']);
        }
        return defaultAnswer(request, faulty.hasAudio ? videoSdp + audioSdp : videoSdp);
      },
      playing: (connection) => faulty.send(connection),
    });
    return faulty;
  }

  get url(): string {
    return this.camera.url;
  }

  reset(): void {
    for (const { socket } of this.camera.connections) socket.resetAndDestroy();
  }

  /** As after a power cut: open connections receive nothing any more, not even a FIN. */
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
      if (this.behaviour !== 'normal' || this.forgotten.has(connection)) return;
      const timestamp = (90 * (performance.now() - startedAt) + this.shift) >>> 0;
      const [width, height] = this.size;
      connection.sendFrame(timestamp, count % 10 === 0, { width, height, size: 2_000 });
      if (hasAudio) {
        const audio = { sequence: count, timestamp: count * 320, payloadType: 8 };
        connection.socket.write(interleaved(2, makeRtp(audio, Buffer.alloc(320, 0xd5))));
      }
      count += 1;
    });
  }
}
