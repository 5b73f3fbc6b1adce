/** Whether a session description has exactly one media section, and that of audio. */
export function isAudioOffer(sdp: string): boolean {
  const media = sdp.match(/^m=\S*/gm) ?? [];
  return /^v=0\r?$/m.test(sdp) && media.length === 1 && media[0] === 'm=audio';
}
