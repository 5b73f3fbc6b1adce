/** Coded scene slices of a view that stands still, group by group: the loop's second round costs nothing more. */
import type { ViewPosition } from './demo-view.ts';

export class SceneCache {
  private view: ViewPosition | null = null;
  private readonly groups = new Map<number, readonly Uint8Array[]>();
  private recording: Uint8Array[] | null = null;
  private replaying: readonly Uint8Array[] | null = null;

  constructor(private readonly groupLength: number) {}

  /** True when the picture before this one was replayed, so that a changed view has nothing to refer to. */
  needsKey(view: ViewPosition): boolean {
    return this.replaying !== null && !this.isFor(view);
  }

  /** Picture `index` of the loop as kept, or null when it must be made; then `keep` is told. */
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
