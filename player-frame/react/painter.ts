/** Draws at most once per display frame, and only if something has changed. */
export interface Painter {
  /** Draw before the next display frame. */
  invalidate(): void;
  stop(): void;
}

export function createPainter(draw: () => void): Painter {
  let scheduled: number | null = null;
  return {
    invalidate() {
      scheduled ??= requestAnimationFrame(() => {
        scheduled = null;
        draw();
      });
    },
    stop() {
      if (scheduled !== null) cancelAnimationFrame(scheduled);
      scheduled = null;
    },
  };
}
