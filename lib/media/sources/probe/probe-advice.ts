/** Advice for the operator about a camera, most important first. */
import type { RtspTransport } from '../../ports.ts';
import { skipReasons } from '../rtsp/pick-tracks.ts';
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
  if (video === null) {
    const next = 'Check that the address is that of a video stream, and enable video in the camera.';
    add('video.none', 'problem', `The camera sends no video. ${next}`);
  }
  if (video?.codec === 'h265') {
    const where =
      'H.265 plays in Safari, in Firefox and in Chromium with hardware decoding only, not in Debian’s Chromium.';
    if (canTranscode)
      add(
        'video.h265',
        'hint',
        `${where} For other viewers ffmpeg converts it, which uses CPU. Set the camera to H.264 to avoid that.`,
      );
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
      'The video has more than 8 bits per color or an unusual chroma format, which many browsers cannot decode. Select the profile Main or High in the camera.',
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
  if (audio === null) advice.push(adviseOnAudio(report));
  if (clock.from === 'arrival') {
    add(
      'clock.arrival',
      'hint',
      'The camera sends no time, or one that is more than a day off, so the time shown is the arrival time of frames. Set a time server in the camera.',
    );
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
  if (report.formatChanges > 0) {
    add(
      'tracks.change',
      'hint',
      'The codec or the tracks changed during the check. Viewers reconnect and recordings begin a new file each time. Fix the codec and the audio settings in the camera.',
    );
  } else if (report.trackChanges > 0) {
    add(
      'tracks.size',
      'hint',
      'The size or the encoding parameters of the video changed during the check. Viewers go on, but recordings begin a new file each time. Fix the resolution in the camera if that is not intended.',
    );
  }
  advice.push(...adviseOnTransport(report));
  return advice;
}

/** Encodings that are received if they are described correctly. */
const receivedAudio = /^(?:MPEG4-GENERIC|MP4A-LATM|PCMA|PCMU|OPUS)$/;

/** Why there is no audio. */
function adviseOnAudio({ notCarried }: Pick<ProbeReport, 'notCarried'>): ProbeAdvice {
  const leftOut = notCarried.filter(
    ({ kind, reason }) => kind === 'audio' && reason !== skipReasons.backChannel,
  );
  const refused = leftOut.filter(({ reason }) => reason === skipReasons.refused);
  const second = leftOut.filter(({ reason }) => reason === skipReasons.secondTrack);
  const unusable = leftOut.filter((media) => !refused.includes(media) && !second.includes(media));
  const described = unusable.find(({ encoding }) => receivedAudio.test(encoding));
  if (refused.length > 0) {
    const message = `The camera describes audio (${namesOf(refused)}), but refuses to send it. Check the audio settings and the audio permission of the account, or close other programs that are connected to the camera.`;
    return { code: 'audio.refused', severity: 'problem', message };
  }
  if (second.length > 0) {
    const message =
      'The camera describes several audio tracks, but sends nothing on the one that was selected. Enable its audio input, or disable the other tracks in the camera, such as its audio output.';
    return { code: 'audio.notSent', severity: 'hint', message };
  }
  if (described !== undefined) {
    const message = `The camera’s description of its audio (${described.encoding}) is incomplete or not supported: ${described.reason}. Set the audio to G.711, or update the firmware of the camera.`;
    return { code: 'audio.badDescription', severity: 'problem', message };
  }
  if (unusable.length > 0) {
    const message = `The audio codec ${namesOf(unusable)} is not supported. Set the camera to AAC, G.711 or Opus.`;
    return { code: 'audio.notCarried', severity: 'problem', message };
  }
  const message = 'The camera sends no audio. Enable audio for this stream in the camera if you need it.';
  return { code: 'audio.none', severity: 'hint', message };
}

const namesOf = (media: readonly { readonly encoding: string }[]): string =>
  [...new Set(media.map(({ encoding }) => encoding || 'unknown'))].join(', ');

const transportNames = { tcp: 'TCP', udp: 'UDP', multicast: 'multicast' } as const;

function adviseOnTransport({ transport }: Pick<ProbeReport, 'transport'>): ProbeAdvice[] {
  if (transport === null) return [];
  const advice: ProbeAdvice[] = [];
  const { used, chosen, faults, lostShare } = transport;
  const add = (code: ProbeAdvice['code'], severity: ProbeAdvice['severity'], message: string) =>
    advice.push({ code, severity, message });
  const fault = faults.find(({ transport: name }) => name === chosen)?.fault.code;
  if (fault === 'noPorts' && chosen === 'udp') {
    const message = 'No UDP port is free for the camera, so TCP is used. Enlarge ORIEL_RTP_PORTS.';
    add('transport.noPorts', 'problem', message);
  } else if (fault === 'noPorts') {
    const message =
      'The UDP port of the multicast group is in use on this machine, so TCP is used. Close the program that uses it, or choose another port for multicast in the camera.';
    add('transport.groupInUse', 'problem', message);
  } else if (fault === 'forbidden') {
    const message =
      'The multicast group of the camera is outside the allowed networks, so TCP is used. Add the group to ORIEL_CAMERA_NETWORKS.';
    add('transport.forbidden', 'problem', message);
  } else if (fault !== undefined) {
    const [why, next] = {
      silent: ['no packet arrived', 'Check the firewall'],
      lossy: ['no complete key frame arrived, because packets were lost', 'Check the network'],
      refused: ['the camera refused it', 'Allow it in the camera'],
    }[fault] as [string, string];
    const message = `${transportNames[chosen as RtspTransport]} was chosen, but ${why}, so ${transportNames[used]} is used. ${next}, or choose ${transportNames[used]}.`;
    add(`transport.${fault}`, 'hint', message);
  } else if (chosen === 'auto' && used === 'udp') {
    const message =
      'The camera does not send over TCP, so UDP is used, which may lose packets. Allow RTP over RTSP (TCP) in the camera if possible.';
    add('transport.udpOnly', 'hint', message);
  }
  if (lostShare !== null && lostShare >= visibleLoss) {
    const percent = (lostShare * 100).toFixed(1);
    add(
      'transport.loss',
      'hint',
      `${percent} % of the packets were lost. Check the network, or choose TCP if the camera supports it.`,
    );
  }
  return advice;
}
