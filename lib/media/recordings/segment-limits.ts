import type { Ms } from '../../kernel/units.ts';

/** A segment is sealed at the first key frame after this time. */
export const segmentMs: Ms = 60_000;
/** It is sealed after this time in any case. */
export const maxSegmentMs: Ms = 600_000;
/** What is written and made durable at once: the most that a crash can lose. */
export const partMs: Ms = 1_000;
/** Time scale of video in segments. */
export const videoTimeScale = 90_000;
export const videoTrackId = 1;
export const audioTrackId = 2;
