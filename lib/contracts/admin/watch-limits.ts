/** Limits of the page of one camera, for its calls and its form. */

export const serialPattern = /^[A-Za-z0-9_-]{1,64}$/;

/** Characters of a note. */
export const maxNoteLength = 2_000;
