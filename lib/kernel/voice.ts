// Voice messages: limits that player and server share (specification, document 1, sections 5 and 9).

/** Messages per page of the list. */
export const voicePageSize = 5;
/** Seconds: what a message without a known duration counts as. */
export const defaultVoiceSeconds = 20;
/** Longest message, in seconds. */
export const maxVoiceSeconds = 59;
/** Smallest recording, in bytes. */
export const minVoiceBytes = 1_000;
/** Characters of a message that the server speaks. */
export const maxSpokenLength = 500;
