import type { Locale, LocalText } from '../../i18n/translate.ts';
import { sourceAdvice } from './source-advice.ts';

/** Failures with the same remedies as those of a stream. The first that fits the message counts. */
const likeStreams: Readonly<Record<string, readonly (readonly [about: RegExp, code: string])[]>> = {
  'talk.auth': [[/(?:)/, 'source.auth']],
  'talk.busy': [[/(?:)/, 'source.busy']],
  'talk.ended': [[/(?:)/, 'source.ended']],
  'talk.protocol': [[/(?:)/, 'source.protocol']],
  'talk.refused': [[/(?:)/, 'source.refused']],
  'talk.unreachable': [
    [/did not answer|took too long/, 'source.silent'],
    [/certificate/, 'source.certificate'],
    [/no such stream/, 'source.notFound'],
    [/(?:)/, 'source.unreachable'],
  ],
};

const noSuitableCodec: LocalText = {
  'zh-CN': '请将摄像机音频输出（对讲）的编码改为 G.711、AAC 或 Opus',
  'en-US': 'Set the audio output (talk) of the camera to G.711, AAC or Opus',
};
const onlyUdp: LocalText = {
  'zh-CN': '请在摄像机的网络或 RTSP 设置中允许 RTP over RTSP（TCP）：对讲只通过 TCP',
  'en-US': 'Allow RTP over RTSP (TCP) in the network or RTSP settings of the camera: talk uses TCP only',
};
const noBackChannel: LocalText = {
  'zh-CN': '如果摄像机有扬声器，请在其设置中启用音频输出（ONVIF 音频回传）',
  'en-US': 'If the camera has a loudspeaker, enable its audio output (ONVIF back channel) in its settings',
};

/** What an operator can do when a camera cannot be talked to. Null: the code is none of a camera's talk. */
export function talkAdvice(
  { code, message }: { readonly code: string; readonly message: string },
  locale: Locale,
): string | null {
  if (code === 'talk.unsupported') {
    if (/over TCP/.test(message)) return onlyUdp[locale];
    return (/which is not supported/.test(message) ? noSuitableCodec : noBackChannel)[locale];
  }
  const known = Object.hasOwn(likeStreams, code) ? likeStreams[code]! : [];
  const same = known.find(([about]) => about.test(message));
  return same === undefined ? null : sourceAdvice({ code: same[1], message }, locale);
}
