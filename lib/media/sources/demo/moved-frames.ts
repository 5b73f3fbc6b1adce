/**
 * Frames of a moved demo camera: the scene is played, the view is cropped and encoded. Strip and scene are
 * two slices, as in the clip, without references to each other; so while the view does not move, the scene
 * slices of a loop are cached and only the strip is encoded.
 */

import { BitWriter } from '../../../codec/bit-writer.ts';
import { escapeInto } from '../../../codec/nal.ts';
import type { EpochMs, Ms } from '../../../kernel/units.ts';
import type { StreamProfile } from '../../ports.ts';
import type { VideoClip } from './clip-format.ts';
import { demoFrame, type ViewPosition } from './demo-view.ts';
import { SceneCache } from './scene-cache.ts';
import { writeSliceHeader } from './slice-header.ts';
import { ViewComposer } from './view-composer.ts';
import { SliceEncoder, type SliceTarget } from './view-encoder.ts';
import type { WorldClip } from './world-format.ts';
import { WorldPlayer } from './world-player.ts';

const keyQp = 22;
const otherQp = 24;

/** Parameters of a frame besides its content. */
export interface MovedFrameOrder {
  /** Position in the loop. */
  readonly index: number;
  readonly isKey: boolean;
  /** Frames since the key frame. */
  readonly frameNum: number;
  readonly idrPicId: number;
  readonly frame: number;
  readonly madeAt: EpochMs;
  /** Local time of the camera as if it were UTC, for the clock. */
  readonly civil: Ms;
}

/** NAL units of a frame. */
export interface MovedFrame {
  readonly strip: Uint8Array;
  readonly scene: Uint8Array;
}

export class MovedFrames {
  private readonly player: WorldPlayer;
  private readonly composer: ViewComposer;
  private readonly strip: SliceEncoder;
  private readonly scene: SliceEncoder;
  private readonly writer = new BitWriter();
  private readonly cachedScenes: SceneCache;
  private readonly scale: number;
  private before: ViewPosition = { x: -1, y: -1 };

  constructor(
    private readonly clip: VideoClip,
    world: WorldClip,
    profile: StreamProfile,
    private readonly hasFrameCode: boolean,
  ) {
    const { columns, stripRows, stripQp, chromaQpOffset } = clip;
    this.player = new WorldPlayer(world);
    this.composer = new ViewComposer(clip, world, profile);
    this.cachedScenes = new SceneCache(world.groupLength);
    this.scale = demoFrame.width / clip.width;
    this.strip = new SliceEncoder({
      columns,
      rows: stripRows,
      keyQp: stripQp,
      otherQp: stripQp,
      chromaQpOffset,
      hasOverlay: true,
    });
    const rows = this.composer.target.height / 16 - stripRows;
    this.scene = new SliceEncoder({ columns, rows, keyQp, otherQp, chromaQpOffset, hasOverlay: false });
  }

  /** True if the next frame of this view must be a key frame. */
  needsKey(position: ViewPosition): boolean {
    return this.cachedScenes.needsKey(position);
  }

  /** A frame that is not a key frame refers to the previous one. The first of a GOP must be a key frame. */
  next(position: ViewPosition, order: MovedFrameOrder): MovedFrame {
    const { stripRows, stripQp } = this.clip;
    const rows = this.composer.target.height / 16;
    const cached = this.cachedScenes.find(position, order.index);
    this.player.show(order.index);
    this.composer.compose(this.player.planes, position, cached === null ? rows : stripRows);
    if (this.hasFrameCode) this.composer.stampFrameCode(order.frame, order.madeAt);
    this.composer.stampClock(order.civil);
    const move = {
      right: (position.x - this.before.x) / this.scale,
      down: (position.y - this.before.y) / this.scale,
    };
    this.before = position;
    const strip = this.writeSlice(this.strip, order, move, 0, stripRows, stripQp, stripQp);
    if (cached !== null) return { strip, scene: cached };
    const scene = this.writeSlice(this.scene, order, move, stripRows, rows, keyQp, otherQp);
    this.cachedScenes.keep(order.index, scene);
    return { strip, scene };
  }

  private writeSlice(
    encoder: SliceEncoder,
    { isKey, frameNum, idrPicId }: MovedFrameOrder,
    move: { readonly right: number; readonly down: number },
    fromRow: number,
    toRow: number,
    qpOfKey: number,
    qpOfOther: number,
  ): Uint8Array {
    const { writer, clip } = this;
    writer.reset();
    // nal_ref_idc 3 for key frames, 2 for others.
    writer.bits(isKey ? 0x65 : 0x41, 8);
    writeSliceHeader(writer, clip, {
      isKey,
      firstMacroblock: fromRow * clip.columns,
      frameNum,
      idrPicId,
      qp: isKey ? qpOfKey : qpOfOther,
      deblocking: 1,
    });
    const target = rowsOf(this.composer.target, clip.columns * 16, fromRow, toRow);
    if (isKey) encoder.writeIntra(writer, target);
    else encoder.writeInter(writer, target, move.right, move.down);
    writer.trailing();
    const plain = writer.written();
    const escaped = new Uint8Array(Math.ceil(plain.length * 1.5) + 1);
    return escaped.slice(0, escapeInto(escaped, 0, plain));
  }
}

/** Macroblock rows of whole planes, without copying. */
function rowsOf({ y, u, v }: SliceTarget, width: number, fromRow: number, toRow: number): SliceTarget {
  const luma = width * 16;
  const colour = luma / 4;
  return {
    y: y.subarray(fromRow * luma, toRow * luma),
    u: u.subarray(fromRow * colour, toRow * colour),
    v: v.subarray(fromRow * colour, toRow * colour),
  };
}
