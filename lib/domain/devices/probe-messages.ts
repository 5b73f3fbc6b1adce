/** The result of a camera check, in the language of the caller. */
import { z } from 'zod';
import { matchError } from '../../error-catalogue/match.ts';
import type { Locale } from '../../i18n/translate.ts';
import type { RtspTransport } from '../../media/ports.ts';
import { sourceAdvice } from './source-advice.ts';

/** The parts of the media plane's report that the console shows. */
const report = z.object({
  ok: z.boolean(),
  failure: z.object({ code: z.string(), message: z.string() }).nullable().default(null),
  firstFrameMs: z.number().nullable().default(null),
  video: z
    .object({
      codec: z.string(),
      width: z.number(),
      height: z.number(),
      fps: z.number().nullable(),
      bitrateKbps: z.number(),
      keyFrameIntervalMs: z.number().nullable(),
    })
    .nullable()
    .default(null),
  audio: z
    .object({ codec: z.string(), sampleRate: z.number(), channels: z.number() })
    .nullable()
    .default(null),
  transport: z
    .object({ used: z.enum(['tcp', 'udp', 'multicast']) })
    .nullable()
    .default(null),
  advice: z
    .array(
      z.object({
        code: z.string(),
        severity: z.enum(['problem', 'hint']),
        message: z.string(),
        values: z.record(z.string(), z.string()).default({}),
      }),
    )
    .default([]),
});

/** The English texts come from the media plane. */
const chinese: Readonly<Record<string, string>> = {
  'video.none': '摄像机没有发送画面：请核对地址是否为视频流，并在摄像机中启用视频',
  'video.h265':
    'H.265 只能在部分浏览器中播放；其他观众由 ffmpeg 转码，会占用处理器。如需避免，请将摄像机改为 H.264',
  'video.h265.noFfmpeg': 'H.265 只能在部分浏览器中播放：请将摄像机改为 H.264，或安装 ffmpeg 5.1 及以上版本',
  'video.tenBit':
    '画面超过 8 位色深或色度格式少见，许多浏览器无法解码：请在摄像机中选择编码规格 Main 或 High',
  'video.bFrames': '摄像机发送 B 帧，会增加延迟：直播请关闭 B 帧',
  'video.keyFrameInterval': '关键帧间隔过长：请设为 1 到 2 秒，以便快速出画',
  'audio.notCarried': '该音频编码不受支持：请将摄像机的音频改为 AAC、G.711 或 Opus',
  'audio.badDescription':
    '摄像机的音频参数不完整或不受支持，因此没有声音：请将音频改为 G.711，或升级摄像机的固件',
  'audio.refused':
    '摄像机描述了音频，但拒绝发送：请检查音频设置以及该账号的音频权限，或关闭直接连接摄像机的其他程序',
  'audio.notSent':
    '摄像机描述了多路音频，但没有在所选的一路上发送声音：请启用音频输入，或关闭其余各路（例如音频输出）',
  'audio.none': '摄像机没有发送声音：如需声音，请在摄像机中为这一路码流启用音频',
  'clock.arrival':
    '摄像机不提供时间，或其时间相差一天以上，因此以画面到达的时间为准：请在摄像机上设置校时服务器',
  'clock.speed':
    '摄像机的时钟以 {percent}% 的速度运行，画面时间已按到达时间校正：请将帧率设为摄像机实际能达到的值，或升级其固件',
  'clock.skew': '摄像机的时钟不准：请在摄像机上设置校时服务器',
  'transport.silent':
    '所选的传输方式没有收到数据，已改用另一种：请检查防火墙，或将传输方式设为实际使用的一种',
  'transport.lossy':
    '所选的传输方式丢包，没有收到完整的关键帧，已改用另一种：请检查网络，或将传输方式设为实际使用的一种',
  'transport.refused':
    '摄像机拒绝了所选的传输方式，已改用另一种：请在摄像机中允许该方式，或将传输方式设为实际使用的一种',
  'transport.udpOnly':
    '摄像机不通过 TCP 发送，已改用 UDP，可能丢包：如有可能，请在摄像机中允许 RTP over RTSP（TCP）',
  'transport.noPorts': '没有可用的 UDP 端口，已改用 TCP：请扩大 ORIEL_RTP_PORTS 的范围',
  'transport.groupInUse':
    '组播的端口已被本机占用，已改用 TCP：请关闭占用该端口的程序，或在摄像机中更换组播端口',
  'transport.forbidden':
    '摄像机的组播地址不在允许的网段内，已改用 TCP：请将该组播地址加入 ORIEL_CAMERA_NETWORKS',
  'transport.loss': '有数据包丢失，画面会受损：请检查网络，或在摄像机支持时改用 TCP',
  'tracks.size':
    '检测期间画面的尺寸或编码参数发生变化：观众不会中断，但每次变化都会开始一个新的录像文件。如非需要，请在摄像机中固定分辨率',
  'tracks.change':
    '检测期间编码或音视频轨发生变化：每次变化，观众都会重新连接，并开始一个新的录像文件。请在摄像机中固定编码和音频设置',
};

export interface ProbeMessages {
  readonly ok: boolean;
  readonly code: string | null;
  readonly message: string | null;
  readonly advice: { code: string; severity: 'problem' | 'hint'; message: string }[];
  readonly firstFrameMs: number | null;
  readonly video: z.output<typeof report>['video'];
  readonly audio: z.output<typeof report>['audio'];
  /** Null: of a demo camera. */
  readonly transport: RtspTransport | null;
}

/** Copies only the fields named above, so that no address can leak. */
export function probeMessages(given: unknown, locale: Locale): ProbeMessages {
  const { ok, failure, firstFrameMs, video, audio, transport, advice } = report.parse(given);
  return {
    ok,
    code: failure?.code ?? null,
    message: failure && failureMessage(failure, locale),
    firstFrameMs,
    video,
    audio,
    transport: transport?.used ?? null,
    advice: advice.map(({ code, severity, message, values }) => {
      const translated = locale === 'zh-CN' ? chinese[code] : undefined;
      return { code, severity, message: translated === undefined ? message : filled(translated, values) };
    }),
  };
}

const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '');

/** What is wrong and what to do about it. */
function failureMessage(
  failure: { readonly code: string; readonly message: string },
  locale: Locale,
): string {
  const { title, message } = errorMessage(failure, locale);
  return said(title, message, locale);
}

/** Cause and advice as one text. */
export function said(title: string, advice: string | null, locale: Locale): string {
  return advice === null || advice === '' ? title : `${title}${locale === 'zh-CN' ? '：' : ': '}${advice}`;
}

/** From the error catalogue; the operator's advice where an operator can act. */
export function errorMessage(
  { code, message }: { readonly code: string; readonly message: string },
  locale: Locale,
): { readonly title: string; readonly message: string } {
  const { entry } = matchError(code, 'stream');
  const advice = sourceAdvice({ code, message }, locale);
  return { title: entry.cause[locale], message: advice ?? entry.advice[locale] };
}
