/**
 * Maximum sizes in messages. Both ends reject anything larger, so a compromised page or frame costs at most
 * one small, flat message.
 */
export const limits = {
  /** Message names, codes, features, codecs. */
  nameLength: 64,
  /** Messages for users. */
  messageLength: 2_000,
  /** Camera addresses. */
  addressLength: 2_000,
  tokenLength: 4_000,
  /** A theme record as JSON text. */
  themeLength: 65_536,
  /** Icon ids of one bar. */
  buttons: 64,
  /** Other cameras on one timeline. */
  companions: 16,
  /** Entries of the speed menu. */
  speeds: 16,
  /** Files of one recording. */
  recordingParts: 64,
  /** Recorded stretches of one day. */
  recordedFiles: 1_440,
  features: 32,
  /** Cameras of one broadcast. */
  talkCameras: 64,
  /** Microphones and loudspeakers. */
  audioDevices: 64,
  /** Voice messages of one page. */
  voices: 50,
  /** Characters of a voice message that is to be spoken. */
  spokenLength: 500,
  versions: 32,
  /** Concurrent requests of the host. Others are answered `busy`. */
  openRequests: 256,
  /** A host may send this many requests at once … */
  requestBurst: 20_000,
  /** … and this many per second continuously. Others are answered `busy`. */
  requestsPerSecond: 10_000,
} as const;

/** Protocol versions this build speaks, newest first. */
export const protocolVersions: readonly number[] = [1];
