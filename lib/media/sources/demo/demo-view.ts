/**
 * The range of views of a demo camera, in pixels of the main stream. The scene is larger than the frame; pan
 * and tilt move the frame over it. `scripts/demo-clip/page` draws exactly this area.
 */
export const demoFrame = { width: 640, height: 360 } as const;

/** Distance between the limits. */
export const demoTravel = { pan: 640, tilt: 152 } as const;

export const demoWorld = {
  width: demoFrame.width + demoTravel.pan,
  height: demoFrame.height + demoTravel.tilt,
} as const;

/** Top left corner of the frame in the scene. */
export interface ViewPosition {
  readonly x: number;
  readonly y: number;
}

/** Initial view: the center. */
export const demoHome: ViewPosition = { x: demoTravel.pan / 2, y: demoTravel.tilt / 2 };

/** Positions are multiples of this, so that the chroma planes of the sub stream also move by whole pixels. */
export const viewStep = 4;
