import { ptzAdvice } from '../../domain/devices/ptz-advice.ts';
import { sourceAdvice } from '../../domain/devices/source-advice.ts';
import { talkAdvice } from '../../domain/devices/talk-advice.ts';
import type { StreamProfile } from '../../media/ports.ts';
import type { ProbeReport } from '../../media/sources/probe/probe-report.ts';
import { cliLocale } from './describe-error.ts';
import type { AnyOutput } from './operations.ts';

/** The findings, one per line, and whether the camera can be played. */
export function describeCheck(check: AnyOutput<'camera.check'>): { isGood: boolean; lines: string[] } {
  // The domain passes the media plane's report on as opaque JSON.
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
      `${check.serial}, channel ${check.channelNo}: ${isGood ? 'OK' : 'problems found'}`,
      ...profiles.flatMap(({ profile, report }) => describeProfile(profile, report)),
      ...describePtz(check.ptz),
      ...describeTalk(check.talk),
    ],
  };
}

/** Some advice texts end with a full stop, some do not. */
export const asSentence = (text: string) => (text.endsWith('.') ? text : `${text}.`);

function describePtz(ptz: AnyOutput<'camera.check'>['ptz']): string[] {
  if (ptz === null) return ['  PTZ: no ONVIF address'];
  if (!ptz.ok) {
    const advice = ptzAdvice(ptz, cliLocale);
    const line = `  PTZ: ${ptz.message} [${ptz.code}]`;
    return advice === null ? [line] : [line, `    ${asSentence(advice)}`];
  }
  const { pan, tilt } = ptz.axes;
  const directions = [pan ? 'left and right' : null, tilt ? 'up and down' : null].filter(
    (name) => name !== null,
  );
  return [`  PTZ: ${directions.length > 0 ? directions.join(', ') : 'not supported by the camera'}`];
}

/** Most cameras have no loudspeaker, so its absence is no problem. */
function describeTalk(talk: AnyOutput<'camera.check'>['talk']): string[] {
  if (talk === null) return [];
  if (!talk.ok) {
    const advice = talkAdvice(talk, cliLocale);
    const line = `  talk: ${talk.message} [${talk.code}]`;
    return advice === null ? [line] : [line, `    ${asSentence(advice)}`];
  }
  return [`  talk: ${talk.format ? `${talk.format.codec}, ${talk.format.rate} Hz` : 'no back channel'}`];
}

function describeProfile(profile: StreamProfile, report: ProbeReport): string[] {
  const name = profile === 'main' ? 'main stream' : 'sub stream';
  if (report.failure) {
    const advice = sourceAdvice(report.failure, cliLocale);
    const line = `  ${name}: ${report.failure.message} [${report.failure.code}]`;
    return advice === null ? [line] : [line, `    ${asSentence(advice)}`];
  }
  return [
    `  ${name}: first frame after ${report.firstFrameMs ?? '?'} ms, measured for ${report.watchedMs} ms`,
    `    video: ${describeVideo(report)}`,
    `    audio: ${describeAudio(report)}`,
    `    clock: ${describeClock(report)}`,
    ...describeTransport(report),
    ...report.notCarried.map(({ kind, encoding, reason }) => `    ignored: ${kind} ${encoding}: ${reason}`),
    ...report.advice.map(({ severity, message }) => `    ${severity}: ${message}`),
  ];
}

function describeVideo({ video }: ProbeReport): string {
  if (!video) return 'none';
  const parts = [
    `${video.codec === 'h264' ? 'H.264' : 'H.265'} (${video.codecString})`,
    `${video.width}x${video.height}`,
    video.fps === null ? null : `${Math.round(video.fps * 10) / 10} fps`,
    `${Math.round(video.bitrateKbps)} kbit/s`,
    video.keyFrameIntervalMs === null ? null : `a key frame every ${Math.round(video.keyFrameIntervalMs)} ms`,
    video.hasBFrames ? 'B-frames' : null,
  ];
  return parts.filter((part) => part !== null).join(', ');
}

function describeAudio({ audio }: ProbeReport): string {
  if (!audio) return 'none';
  const names = { aac: 'AAC', pcma: 'G.711 A-law', pcmu: 'G.711 µ-law', opus: 'Opus' };
  return `${names[audio.codec]}, ${audio.sampleRate} Hz, ${audio.channels} channel${audio.channels > 1 ? 's' : ''}`;
}

function describeTransport({ transport }: ProbeReport): string[] {
  if (!transport) return [];
  const names = { tcp: 'TCP', udp: 'UDP', multicast: 'multicast' };
  const { used, lostShare } = transport;
  const loss = lostShare === null ? '' : `, ${(lostShare * 100).toFixed(1)} % of packets lost`;
  return [`    transport: ${names[used]}${loss}`];
}

function describeClock({ clock }: ProbeReport): string {
  if (clock.from === 'arrival') return 'the camera sends no time; arrival times are used';
  return clock.skewMs === null ? "camera's clock" : `camera's clock, ${clock.skewMs} ms off the server's`;
}
