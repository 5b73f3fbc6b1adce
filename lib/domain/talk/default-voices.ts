/** The messages that the product brings along: tones, because speech would be in one language. */
import type { LocalText } from '../../i18n/translate.ts';
import type { Ms } from '../../kernel/units.ts';
import type { Pcm } from '../../media/talk-ports.ts';

export interface DefaultVoice {
  readonly id: string;
  readonly name: LocalText;
  readonly durationMs: Ms;
  readonly sound: () => Pcm;
}

/** A tone of a bell: it begins at once and fades. */
interface Tone {
  readonly atMs: Ms;
  readonly hertz: number;
  readonly lastsMs: Ms;
}

const rate = 16_000;
/** Below full scale, because tones are added. */
const level = 0.45 * 32_767;
const attackMs: Ms = 8;

export const defaultVoices: readonly DefaultVoice[] = [
  defaultVoice('chime', { 'zh-CN': '提示音', 'en-US': 'Chime' }, [
    { atMs: 0, hertz: 659, lastsMs: 900 },
    { atMs: 500, hertz: 523, lastsMs: 1_100 },
  ]),
  defaultVoice('attention', { 'zh-CN': '请注意（三音）', 'en-US': 'Attention (three tones)' }, [
    { atMs: 0, hertz: 523, lastsMs: 700 },
    { atMs: 350, hertz: 659, lastsMs: 700 },
    { atMs: 700, hertz: 784, lastsMs: 1_300 },
  ]),
  defaultVoice(
    'alarm',
    { 'zh-CN': '警报声', 'en-US': 'Alarm' },
    Array.from({ length: 10 }, (_, at) => ({ atMs: at * 300, hertz: at % 2 ? 1_175 : 880, lastsMs: 320 })),
  ),
];

function defaultVoice(id: string, name: LocalText, tones: readonly Tone[]): DefaultVoice {
  const durationMs = Math.max(...tones.map(({ atMs, lastsMs }) => atMs + lastsMs));
  return { id, name, durationMs, sound: () => play(tones, durationMs) };
}

function play(tones: readonly Tone[], durationMs: Ms): Pcm {
  const sum = new Float64Array((durationMs * rate) / 1_000);
  for (const { atMs, hertz, lastsMs } of tones) {
    const begin = (atMs * rate) / 1_000;
    const length = (lastsMs * rate) / 1_000;
    for (let index = 0; index < length; index += 1) {
      const ms = (index * 1_000) / rate;
      const envelope = Math.min(1, ms / attackMs) * (1 - ms / lastsMs) ** 2;
      sum[begin + index]! += envelope * Math.sin((2 * Math.PI * hertz * index) / rate);
    }
  }
  return { rate, samples: Int16Array.from(sum, (value) => Math.round(value * level)) };
}
