/** Advice for the operator about a camera, most important first. */
import type { RtspTransport } from '../../ports.ts';
import type { ProbeAdvice, ProbeReport } from './probe-report.ts';

/** Viewers wait for a key frame if no cached GOP is available. */
const longKeyIntervalMs = 4_500;
/** A share of lost packets from which on the picture is damaged now and then. */
const visibleLoss = 0.002;
/** From this difference on, the time shown over the video is visibly wrong. */
const visibleSkewMs = 2_000;
/** Clocks that are worse are not only inaccurate, but count something else than time. */
const offSpeed = 0.02;

export const isSpeedOff = (speed: number): boolean => Math.abs(speed - 1) > offSpeed;

export function adviseOn(report: Omit<ProbeReport, 'advice'>, canTranscode: boolean): ProbeAdvice[] {
  const advice: ProbeAdvice[] = [];
  const add = (code: ProbeAdvice['code'], severity: ProbeAdvice['severity'], message: string) =>
    advice.push({ code, severity, message });
  const { video, audio, clock } = report;
  if (!report.ok) return advice;

  if (report.awaitsKey) {
    add(
      'video.keyFrameInterval',
      'problem',
      'Key frames are further apart than the duration of this check, so viewers wait for their first picture. Set the interval to 1 to 2 seconds.',
    );
    return [...advice, ...adviseOnTransport(report)];
  }
  if (video === null) add('video.none', 'problem', 'The camera sends no video.');
  if (video?.codec === 'h265') {
    const where =
      'H.265 plays in Safari, in Firefox and in Chromium with hardware decoding only, not in Debian’s Chromium.';
    if (canTranscode)
      add('video.h265', 'hint', `${where} For other viewers ffmpeg converts it, which uses CPU.`);
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
      'The video has more than 8 bits per color or an unusual chroma format; many browsers cannot decode it.',
    );
  }
  if (video?.hasBFrames) {
    add(
      'video.bFrames',
      'hint',
      'The camera sends B-frames, which add delay. Disable them for live viewing.',
    );
  }
  const interval = video?.keyFrameIntervalMs ?? (video === null ? 0 : Number.POSITIVE_INFINITY);
  if (interval > longKeyIntervalMs) {
    const distance = Number.isFinite(interval)
      ? `${(interval / 1000).toFixed(1)} s apart`
      : 'further apart than the duration of this check';
    add(
      'video.keyFrameInterval',
      'hint',
      `Key frames are ${distance}. Set the interval to 1 to 2 seconds for a fast start.`,
    );
  }
  const leftOut = report.notCarried.filter(
    (media) => media.kind === 'audio' && media.reason !== 'back channel',
  );
  if (audio === null && leftOut.length > 0) {
    const names = leftOut.map((media) => media.encoding || 'unknown').join(', ');
    add(
      'audio.notCarried',
      'problem',
      `The audio codec ${names} is not supported. Set the camera to AAC, G.711 or Opus.`,
    );
  } else if (audio === null) add('audio.none', 'hint', 'The camera sends no audio.');
  if (clock.from === 'arrival') {
    add('clock.arrival', 'hint', 'The camera sends no time; the time shown is the arrival time of frames.');
  } else if (Math.abs(clock.skewMs ?? 0) > visibleSkewMs) {
    add(
      'clock.skew',
      'hint',
      `The camera’s clock is ${Math.round((clock.skewMs ?? 0) / 1000)} s off. Set a time server in the camera.`,
    );
  }
  if (clock.speed !== null && isSpeedOff(clock.speed)) {
    const percent = String(Math.round(clock.speed * 100));
    const message = `The camera’s clock runs at ${percent} %, so its times are corrected by those of arrival. Set a frame rate that it reaches, or update its firmware.`;
    advice.push({ code: 'clock.speed', severity: 'hint', message, values: { percent } });
  }
  if (report.trackChanges > 0) {
    add(
      'tracks.change',
      'hint',
      'The codec, size or tracks changed during the check; viewers reconnect each time.',
    );
  }
  advice.push(...adviseOnTransport(report));
  return advice;
}

const transportNames = { tcp: 'TCP', udp: 'UDP', multicast: 'multicast' } as const;

function adviseOnTransport({ transport }: Pick<ProbeReport, 'transport'>): ProbeAdvice[] {
  if (transport === null) return [];
  const advice: ProbeAdvice[] = [];
  const { used, chosen, faults, lostShare } = transport;
  const add = (code: ProbeAdvice['code'], severity: ProbeAdvice['severity'], message: string) =>
    advice.push({ code, severity, message });
  const fault = faults.find(({ transport: name }) => name === chosen)?.fault.code;
  if (fault === 'noPorts') {
    const message =
      chosen === 'udp'
        ? 'No UDP port is free for the camera, so TCP is used. Enlarge ORIEL_RTP_PORTS.'
        : 'The UDP port of the multicast group is in use on this machine, so TCP is used.';
    add('transport.noPorts', 'problem', message);
  } else if (fault === 'forbidden') {
    const message =
      'The multicast group of the camera is outside the allowed networks, so TCP is used. Add the group to ORIEL_CAMERA_NETWORKS.';
    add('transport.forbidden', 'problem', message);
  } else if (fault !== undefined) {
    const why = {
      silent: 'no packet arrived',
      lossy: 'no complete key frame arrived, because packets were lost',
      refused: 'the camera refused it',
    }[fault];
    const message = `${transportNames[chosen as RtspTransport]} was chosen, but ${why}, so ${transportNames[used]} is used. Check the firewall, or choose ${transportNames[used]}.`;
    add('transport.fallback', 'hint', message);
  } else if (chosen === 'auto' && used === 'udp') {
    const message =
      'The camera does not send over TCP, so UDP is used, which may lose packets. Allow RTP over RTSP (TCP) in the camera if possible.';
    add('transport.udpOnly', 'hint', message);
  }
  if (lostShare !== null && lostShare >= visibleLoss) {
    const percent = (lostShare * 100).toFixed(1);
    add('transport.loss', 'hint', `${percent} % of the packets were lost. Over TCP, none are.`);
  }
  return advice;
}
