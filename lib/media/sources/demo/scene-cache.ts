/** Caches encoded scene slices of a still view by GOP, so that later rounds of the loop need no encoding. */
import type { ViewPosition } from './demo-view.ts';

export class SceneCache {
  private view: ViewPosition | null = null;
  private readonly groups = new Map<number, readonly Uint8Array[]>();
  private recording: Uint8Array[] | null = null;
  private replaying: readonly Uint8Array[] | null = null;

  constructor(private readonly groupLength: number) {}

  /** True if the previous frame came from the cache, so that a changed view has no reference frame. */
  needsKey(view: ViewPosition): boolean {
    return this.replaying !== null && !this.isFor(view);
  }

  /** The cached frame `index` of the loop, or null if it must be encoded and passed to `keep`. */
  find(view: ViewPosition, index: number): Uint8Array | null {
    if (!this.isFor(view)) {
      this.view = view;
      this.groups.clear();
      this.recording = null;
      this.replaying = null;
    }
    const inGroup = index % this.groupLength;
    if (inGroup === 0) {
      this.replaying = this.groups.get(index) ?? null;
      this.recording = this.replaying === null ? [] : null;
    }
    return this.replaying?.[inGroup] ?? null;
  }

  keep(index: number, scene: Uint8Array): void {
    if (this.recording === null) return;
    this.recording.push(scene);
    if (this.recording.length < this.groupLength) return;
    this.groups.set(index - this.groupLength + 1, this.recording);
    this.recording = null;
  }

  private isFor(view: ViewPosition): boolean {
    return this.view !== null && this.view.x === view.x && this.view.y === view.y;
  }
}
