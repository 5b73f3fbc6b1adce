/**
 * What a demo camera can see, in pixels of its main picture. Its world is wider and higher than the picture;
 * panning and tilting move the picture over it. The painters in `scripts/demo-clip/page` draw exactly this.
 */
export const demoFrame = { width: 640, height: 360 } as const;

/** How far the picture can go from one limit to the other. */
export const demoTravel = { pan: 640, tilt: 152 } as const;

export const demoWorld = {
  width: demoFrame.width + demoTravel.pan,
  height: demoFrame.height + demoTravel.tilt,
} as const;

/** Top left corner of the picture in the world. */
export interface ViewPosition {
  readonly x: number;
  readonly y: number;
}

/** Where a camera looks until it is moved: the middle. */
export const demoHome: ViewPosition = { x: demoTravel.pan / 2, y: demoTravel.tilt / 2 };

/** Positions are multiples of this, so that even the colour of the half-size picture moves by whole pixels. */
export const viewStep = 4;
