/** Limits of feedback, for its form and its call. */
export const maxFeedbackPictures = 9;
/** Characters. */
export const maxFeedbackLength = 500;
