import type { EZUIKitPlayerOptions, VideoLevel } from './types.ts';

const names: Readonly<Record<string, readonly [small: string, full: string]>> = {
  'zh-CN': ['流畅', '高清'],
  'en-US': ['Standard definition', 'High definition'],
};

/** Levels of quality as EZUIKit counts them. Here each is one of two streams: the sub stream or the main stream. */
export class VideoLevels {
  readonly list: readonly VideoLevel[];
  private chosen: VideoLevel | null = null;

  constructor({ videoLevelList }: EZUIKitPlayerOptions, language = 'zh-CN') {
    const [small, full] = names[language] ?? names['zh-CN']!;
    this.list =
      Array.isArray(videoLevelList) && videoLevelList.length > 0
        ? videoLevelList
        : [
            { level: 0, name: small, streamTypeIn: 2 },
            { level: 2, name: full, streamTypeIn: 1 },
          ];
  }

  /** The level of a stream: the chosen one, if several have the same stream. */
  of(isMain: boolean): VideoLevel | null {
    if (this.chosen && isMainStream(this.chosen) === isMain) return this.chosen;
    return this.list.find((level) => isMainStream(level) === isMain) ?? null;
  }

  /** Remembers the level and returns it with the quality to request. `pp`: main stream, `qp`: by size. */
  choose(requested: unknown): { readonly level: VideoLevel | null; readonly quality: 'auto' | 'hd' | 'sd' } {
    const number = Number((requested as VideoLevel | null)?.level ?? requested);
    const level = this.list.find((each) => each.level === number) ?? null;
    this.chosen = level;
    if (requested === 'qp') return { level, quality: 'auto' };
    const isMain = requested === 'pp' || (level ? isMainStream(level) : number >= 2);
    return { level, quality: isMain ? 'hd' : 'sd' };
  }
}

const isMainStream = ({ level, streamTypeIn }: VideoLevel) => (streamTypeIn ?? (level >= 2 ? 1 : 2)) === 1;
