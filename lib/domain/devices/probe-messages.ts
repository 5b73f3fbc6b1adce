/** The result of a camera check, in the language of the caller. */
import { z } from 'zod';
import { matchError } from '../../error-catalogue/match.ts';
import type { Locale } from '../../i18n/translate.ts';
import type { RtspTransport, SourceFailure } from '../../media/ports.ts';
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
  'video.none': '摄像机没有发送画面',
  'video.h265': 'H.265 只能在部分浏览器中播放；其他观众由 ffmpeg 转码，会占用处理器',
  'video.h265.noFfmpeg': 'H.265 只能在部分浏览器中播放：请将摄像机改为 H.264，或安装 ffmpeg 5.1 及以上版本',
  'video.tenBit': '画面超过 8 位色深或色度格式少见，许多浏览器无法解码',
  'video.bFrames': '摄像机发送 B 帧，会增加延迟：直播请关闭 B 帧',
  'video.keyFrameInterval': '关键帧间隔过长：请设为 1 到 2 秒，以便快速出画',
  'audio.notCarried': '该音频编码不受支持：请将摄像机的音频改为 AAC、G.711 或 Opus',
  'audio.none': '摄像机没有声音',
  'clock.arrival': '摄像机不提供时间，画面时间以到达时间为准',
  'clock.speed':
    '摄像机的时钟以 {percent}% 的速度运行，画面时间已按到达时间校正：请将帧率设为摄像机实际能达到的值，或升级其固件',
  'clock.skew': '摄像机的时钟不准：请在摄像机上设置校时服务器',
  'transport.fallback':
    '所选的传输方式没有收到数据或被摄像机拒绝，已改用另一种：请检查防火墙，或改选实际使用的传输方式',
  'transport.udpOnly':
    '摄像机不通过 TCP 发送，已改用 UDP，可能丢包：如有可能，请在摄像机中允许 RTP over RTSP（TCP）',
  'transport.noPorts':
    '没有可用的 UDP 端口，已改用 TCP：请扩大 ORIEL_RTP_PORTS 的范围；组播时，其端口已被本机占用',
  'transport.forbidden':
    '摄像机的组播地址不在允许的网段内，已改用 TCP：请将该组播地址加入 ORIEL_CAMERA_NETWORKS',
  'transport.loss': '有数据包丢失，画面会受损；改用 TCP 可避免丢包',
  'tracks.change': '检测期间编码、尺寸或音视频轨发生变化，观众会因此重新连接',
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
export function failureMessage(
  failure: { readonly code: string; readonly message: string },
  locale: Locale,
): string {
  const { title, message } = errorMessage(failure, locale);
  return message === '' ? title : `${title}${locale === 'zh-CN' ? '：' : ': '}${message}`;
}

/** From the error catalogue; the operator's advice where an operator can act. */
export function errorMessage(
  { code, message }: { readonly code: string; readonly message: string },
  locale: Locale,
): { readonly title: string; readonly message: string } {
  const { entry } = matchError(code, 'stream');
  const advice = sourceAdvice({ code: code as SourceFailure['code'], message }, locale);
  return { title: entry.cause[locale], message: advice ?? entry.advice[locale] };
}
