/** The expected view of a demo camera, and its output as decoded by ffmpeg. */

import type { StreamProfile } from '../../lib/media/ports.ts';
import { loadFrames, loadWorld } from '../../lib/media/sources/demo/clip-library.ts';
import type { ViewPosition } from '../../lib/media/sources/demo/demo-view.ts';
import { ViewComposer } from '../../lib/media/sources/demo/view-composer.ts';
import { WorldPlayer } from '../../lib/media/sources/demo/world-player.ts';
import { type FrameCode, readFrameCode } from '../kit/frame-number.ts';
import { annexB, clipsDir, decodeMoved, type MovedRecording } from './demo-kit.ts';

const sizes = {
  main: { width: 640, height: 360, stripHeight: 32 },
  sub: { width: 320, height: 180, stripHeight: 16 },
} as const;

/** The expected view of a scene, rendered directly from the world: luma below the strip. */
export class Reference {
  private readonly player: WorldPlayer;
  private readonly composer: ViewComposer;
  private readonly rows: number;

  constructor(
    scene: string,
    private readonly profile: StreamProfile,
    private readonly firstFrame: number,
  ) {
    const world = loadWorld(clipsDir, scene);
    const clip = loadFrames(clipsDir, scene, profile);
    this.player = new WorldPlayer(world);
    this.composer = new ViewComposer(clip, world, profile);
    this.rows = Math.ceil(clip.height / 16);
  }

  /** Mean difference of luma between `frame`, the `count`th since the start, and the view at `position`. */
  difference(frame: Uint8Array, count: number, position: ViewPosition): number {
    const { width, height, stripHeight } = sizes[this.profile];
    const firstOfGroup = this.firstFrame - (this.firstFrame % 30);
    this.player.show((firstOfGroup + count) % this.player.length);
    this.composer.compose(this.player.planes, position, this.rows);
    const wanted = this.composer.target.y;
    let sum = 0;
    for (let at = width * stripHeight; at < width * height; at += 1) {
      const difference = wanted[at]! - frame[at]!;
      sum += difference < 0 ? -difference : difference;
    }
    return sum / (width * (height - stripHeight));
  }
}

export const firstFrameOf = ({ video }: MovedRecording): number => Math.floor((video[0]!.wallMs * 15) / 1000);

/** Codes of all frames, luma of every `each`th. Rejects on any message of the decoder. */
export async function decodeAll(
  camera: MovedRecording,
  profile: StreamProfile,
  each = 1,
): Promise<{ frames: Buffer[]; codes: (FrameCode | null)[] }> {
  const { strips, frames } = await decodeMoved(annexB(camera), sizes[profile], each);
  const { width, height, stripHeight } = sizes[profile];
  const region = { x: 0, y: 0, width, height };
  return { frames, codes: strips.map((strip) => readFrameCode(strip, width, stripHeight, region)) };
}
