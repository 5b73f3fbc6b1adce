// Generated from lib/protocol by scripts/generate-guards.ts. Change the schemas there, then run it again.

import type { Shape } from './parse-shape.ts';

export const synShape: Shape = { oriel: 'syn' };
export const portShape: Shape = { oriel: 'port', v: 1, n: 64 };
export const envelopeShape: Shape = { k: 1, i: 1, t: 64 };

/** `d` by message name and kind: request 0, result 1, event 3. Results not listed carry nothing. */
export const shapes: Readonly<Record<string, Shape | undefined>> = {
  start0: { url: [2000], autoplay: 0, audio: 0, language: [64] },
  play0: { url: [2000] },
  stop0: {},
  openSound0: {},
  closeSound0: {},
  getOSDTime0: {},
  changePlayUrl0: { url: 2000 },
  autoResize0: {},
  token1: 4000,
  bye3: {},
};
