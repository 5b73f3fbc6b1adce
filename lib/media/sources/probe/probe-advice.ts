/** What an operator should know about a camera, in the order of how much it hurts. */
import type { ProbeAdvice, ProbeReport } from './probe-report.ts';

/** Viewers wait for a key frame when they cannot be given an old one. */
const longKeyIntervalMs = 4_500;
/** The time shown over the picture is then visibly not the viewer's. */
const visibleSkewMs = 2_000;

export function adviseOn(report: Omit<ProbeReport, 'advice'>, canTranscode: boolean): ProbeAdvice[] {
  const advice: ProbeAdvice[] = [];
  const add = (code: ProbeAdvice['code'], severity: ProbeAdvice['severity'], message: string) =>
    advice.push({ code, severity, message });
  const { video, audio, clock } = report;
  if (!report.ok) return advice;

  if (video === null) add('video.none', 'problem', 'The camera sends no picture.');
  if (video?.codec === 'h265') {
    const where =
      'H.265 plays in Safari, in Firefox and in Chromium with hardware decoding only, not in Debian’s Chromium.';
    if (canTranscode)
      add('video.h265', 'hint', `${where} Other viewers get it converted by ffmpeg, which costs CPU.`);
    else
      add(
        'video.h265.noFfmpeg',
        'problem',
        `${where} Set the camera to H.264, or install ffmpeg 5.1 or newer.`,
      );
  }
  if (video !== null && /^avc1\.(?:6e|7a|f4)/i.test(video.codecString)) {
    add(
      'video.tenBit',
      'problem',
      'The picture has more than 8 bits a colour or a rare chroma format; many browsers cannot decode it.',
    );
  }
  if (video?.hasBFrames) {
    add(
      'video.bFrames',
      'hint',
      'The camera sends B-frames, which delay the picture. Switch them off for live viewing.',
    );
  }
  const interval = video?.keyFrameIntervalMs ?? (video === null ? 0 : Number.POSITIVE_INFINITY);
  if (interval > longKeyIntervalMs) {
    const seen = Number.isFinite(interval)
      ? `${(interval / 1000).toFixed(1)} s apart`
      : 'further apart than this check lasted';
    add('video.keyFrameInterval', 'hint', `Key frames are ${seen}. Set 1 to 2 seconds for quick starts.`);
  }
  const leftOut = report.notCarried.filter(
    (media) => media.kind === 'audio' && media.reason !== 'back channel',
  );
  if (audio === null && leftOut.length > 0) {
    const names = leftOut.map((media) => media.encoding || 'unknown').join(', ');
    add(
      'audio.notCarried',
      'problem',
      `Sound is ${names}, which is not carried. Set the camera to AAC or G.711.`,
    );
  } else if (audio === null) add('audio.none', 'hint', 'The camera sends no sound.');
  if (clock.from === 'arrival') {
    add(
      'clock.arrival',
      'hint',
      'The camera tells no time of its own; the time shown is when pictures arrive.',
    );
  } else if (Math.abs(clock.skewMs ?? 0) > visibleSkewMs) {
    add(
      'clock.skew',
      'hint',
      `The camera’s clock is ${Math.round((clock.skewMs ?? 0) / 1000)} s off. Set a time server there.`,
    );
  }
  if (report.trackChanges > 0) {
    add(
      'tracks.change',
      'hint',
      'Codec, size or tracks changed while watching; viewers reconnect each time.',
    );
  }
  return advice;
}
