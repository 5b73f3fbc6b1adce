import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import type { ThemeButton } from '../../lib/contracts/theme/theme.ts';

/** A template of the page. */
export interface ShownTemplate {
  readonly name: Name;
  /** CSS pixels of the player. */
  readonly width: number;
  readonly height: number;
  /** The player shows recordings instead of live video. */
  readonly isRecorded: boolean;
}

type Name = 'standard' | keyof typeof builtInThemes;

const live = { width: 800, height: 450, isRecorded: false };
const phone = { width: 360, height: 640 };

/** `default` and `noData` look like `simple`, and `theme` like `standard` until a page sets its theme. */
export const shownTemplates: readonly ShownTemplate[] = [
  { name: 'standard', ...live },
  { name: 'pcLive', ...live },
  { name: 'pcRec', ...live, height: 530, isRecorded: true },
  { name: 'security', ...live, width: 480, height: 270 },
  { name: 'voice', ...live, width: 480, height: 270 },
  { name: 'simple', ...live, width: 480, height: 270 },
  { name: 'mobileLive', ...phone, isRecorded: false },
  { name: 'mobileRec', ...phone, isRecorded: true },
];

/** Buttons that the template shows on a desktop, in their order. */
export function buttonsOf(name: Name): readonly ThemeButton[] {
  const { header, footer } = builtInThemes[name === 'standard' ? 'pcLive' : name];
  return [...header.btnList, ...footer.btnList].filter(({ isrender }) => isrender === 1);
}
