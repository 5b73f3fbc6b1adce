/** A camera that writes its name into each frame, so that a test can attribute every received frame. */
import { type FakeCamera, startFakeCamera } from './fake-camera.ts';
import { makePps, makeSlice, makeSps } from './h264-bits.ts';
import { fragmentH264 } from './rtp-bits.ts';

const signature = /<picture of ([^>]*)>/;

export interface SignedCameraOptions {
  readonly frameBytes?: number;
  /** Time between frames. Key frames are ten frames or one second apart, whichever is shorter. */
  readonly frameMs?: number;
}

export interface SignedCamera extends Pick<FakeCamera, 'url' | 'stop'> {
  readonly owner: string;
  readonly size: readonly [width: number, height: number];
  /** Resets its connections; accepts new ones immediately. */
  restart(): void;
}

/** `number` determines the picture's size, so that no two cameras have the same. */
export async function startSignedCamera(
  owner: string,
  number: number,
  { frameBytes = 400, frameMs = 40 }: SignedCameraOptions = {},
): Promise<SignedCamera> {
  const framesPerGop = Math.min(10, Math.round(1_000 / frameMs));
  const size = [160 + 16 * number, 96] as const;
  const text = Buffer.from(`<picture of ${owner}>`);
  const slices = [true, false].map((isKey) => {
    const slice = makeSlice(isKey, frameBytes);
    slice.set(text, 32);
    return slice;
  }) as [Uint8Array, Uint8Array];
  const camera = await startFakeCamera({
    playing(connection) {
      const startedAt = performance.now();
      let count = 0;
      connection.every(frameMs, () => {
        const isKey = count % framesPerGop === 0;
        const timestamp = Math.round(90 * (performance.now() - startedAt)) >>> 0;
        const nals = isKey ? [makeSps(...size), makePps(), slices[0]] : [slices[1]];
        const payloads = nals.flatMap((nal) => fragmentH264(nal, 1_200));
        for (const [index, payload] of payloads.entries()) {
          connection.packet(payload, timestamp, index === payloads.length - 1);
        }
        count += 1;
      });
    },
  });
  return {
    owner,
    size,
    url: camera.url,
    stop: camera.stop,
    restart() {
      for (const { socket } of camera.connections) socket.resetAndDestroy();
    },
  };
}

/** The owners of all signed frames in a recording. */
export function ownersIn(recorded: Buffer): string[] {
  return [...recorded.toString('latin1').matchAll(new RegExp(signature, 'g'))].map((found) => found[1]!);
}

/** The owner of a frame; null if it is not signed. */
export function ownerOf(sendFrame: Buffer): string | null {
  return signature.exec(sendFrame.toString('latin1'))?.[1] ?? null;
}
