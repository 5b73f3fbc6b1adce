/** Of the sound system, where the browser must not be asked. */
const assumedS = 0.03;

/** A property that only Firefox has. */
const isFirefox = (): boolean => 'mozInnerScreenX' in globalThis;

/**
 * Seconds from the audio context to the loudspeaker. It is 0 before the device has started, and changes with the device.
 *
 * Firefox is not asked: it holds the lock of its audio graph while its process for sound answers `outputLatency`. If the
 * sound card requests samples at that moment, each waits for the other, and the page is frozen until it is closed.
 */
export function outputLatencyS(
  context: Pick<AudioContext, 'baseLatency' | 'outputLatency'>,
  mayAsk = !isFirefox(),
): number {
  const { baseLatency = 0 } = context;
  return mayAsk ? context.outputLatency || baseLatency : baseLatency + assumedS;
}
