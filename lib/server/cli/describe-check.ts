import { ptzAdvice } from '../../domain/devices/ptz-advice.ts';
import { sourceAdvice } from '../../domain/devices/source-advice.ts';
import type { StreamProfile } from '../../media/ports.ts';
import type { ProbeReport } from '../../media/sources/probe/probe-report.ts';
import { cliLocale } from './describe-error.ts';
import type { AnyOutput } from './operations.ts';

/** What the check found, one finding a line, and whether the camera can be watched. */
export function describeCheck(check: AnyOutput<'camera.check'>): { isGood: boolean; lines: string[] } {
  // The domain passes the report on without looking into it; it is the media plane's.
  const profiles = check.profiles.map(({ profile, report }) => ({
    profile,
    report: report as unknown as ProbeReport,
  }));
  const isGood =
    check.ptz?.ok !== false &&
    profiles.every(
      ({ report }) => report.ok && !report.advice.some(({ severity }) => severity === 'problem'),
    );
  return {
    isGood,
    lines: [
      `${check.serial}, channel ${check.channelNo}: ${isGood ? 'good' : 'has problems'}`,
      ...profiles.flatMap(({ profile, report }) => describeProfile(profile, report)),
      ...describePtz(check.ptz),
    ],
  };
}

function describePtz(ptz: AnyOutput<'camera.check'>['ptz']): string[] {
  if (ptz === null) return ['  pan-tilt: no ONVIF address given'];
  if (!ptz.ok) {
    const advice = ptzAdvice(ptz, cliLocale);
    const line = `  pan-tilt: ${ptz.message} [${ptz.code}]`;
    return advice === null ? [line] : [line, `    ${advice}.`];
  }
  const { pan, tilt } = ptz.axes;
  const ways = [pan ? 'left and right' : null, tilt ? 'up and down' : null].filter((way) => way !== null);
  return [`  pan-tilt: ${ways.length > 0 ? ways.join(', ') : 'the camera does not turn'}`];
}

function describeProfile(profile: StreamProfile, report: ProbeReport): string[] {
  const name = profile === 'main' ? 'full picture' : 'small picture';
  if (report.failure) {
    const advice = sourceAdvice(report.failure, cliLocale);
    const line = `  ${name}: ${report.failure.message} [${report.failure.code}]`;
    return advice === null ? [line] : [line, `    ${advice}.`];
  }
  return [
    `  ${name}: first picture after ${report.firstFrameMs ?? '?'} ms, watched for ${report.watchedMs} ms`,
    `    video: ${describeVideo(report)}`,
    `    sound: ${describeAudio(report)}`,
    `    clock: ${describeClock(report)}`,
    ...report.notCarried.map(({ kind, encoding, reason }) => `    left out: ${kind} ${encoding}: ${reason}`),
    ...report.advice.map(({ severity, message }) => `    ${severity}: ${message}`),
  ];
}

function describeVideo({ video }: ProbeReport): string {
  if (!video) return 'none';
  const parts = [
    `${video.codec === 'h264' ? 'H.264' : 'H.265'} (${video.codecString})`,
    `${video.width}x${video.height}`,
    video.fps === null ? null : `${Math.round(video.fps * 10) / 10} pictures a second`,
    `${Math.round(video.bitrateKbps)} kbit/s`,
    video.keyFrameIntervalMs === null ? null : `a key frame every ${Math.round(video.keyFrameIntervalMs)} ms`,
    video.hasBFrames ? 'B-frames' : null,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

function describeAudio({ audio }: ProbeReport): string {
  if (!audio) return 'none';
  const names = { aac: 'AAC', pcma: 'G.711 A-law', pcmu: 'G.711 µ-law' };
  return `${names[audio.codec]}, ${audio.sampleRate} Hz, ${audio.channels} channel${audio.channels > 1 ? 's' : ''}`;
}

function describeClock({ clock }: ProbeReport): string {
  if (clock.from === 'arrival') return 'the camera tells no time; the time of arrival is used';
  return clock.skewMs === null ? "the camera's own" : `the camera's own, ${clock.skewMs} ms from ours`;
}
