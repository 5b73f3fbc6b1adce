import type { Theme } from '../../lib/contracts/theme/theme.ts';
import { parseEzopen, printEzopen } from '../../lib/ezopen/address.ts';
import { fittingQuality } from '../state/fitting-quality.ts';
import type { StartOptions } from './feature.ts';

/** A page or host that selects the controls also determines autoplay by their play button. */
export function choosesTheme(
  { themeData, header, footer, controls }: StartOptions,
  template: string,
): boolean {
  return Boolean(themeData ?? header ?? footer ?? controls) || /^[A-Za-z0-9]{32}$/.test(template);
}

/** Options needed for playback; all others are for features. */
const plainOptions: readonly string[] = [
  'url',
  'autoplay',
  'autoplayByTheme',
  'audio',
  'sharedSound',
  'language',
  'volume',
  'adaptiveQuality',
  'maxDelay',
  'pictureInPicture',
  'pictureWindow',
  'continues',
];

/** True if an option requires features, possibly before the first frame (for example a poster). */
export function needsFeatures(options: StartOptions, template: string): boolean {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  return choosesTheme(options, template) || given.some(([name]) => !plainOptions.includes(name));
}

/** With controls, the play button decides: active by default (specification, document 2, section 4). */
export function startsByItself(theme: Theme | null): boolean {
  if (!theme) return true;
  const buttons = [...theme.header.btnList, ...theme.footer.btnList];
  return buttons.some(({ iconId, defaultActive }) => iconId === 'play' && defaultActive === 1);
}

/** Starts with the sub stream if adaptive quality is enabled and the player is small. */
export function fittingAddress({ url = '', adaptiveQuality }: StartOptions, pixels: number): string {
  const parsed = parseEzopen(url);
  if (!adaptiveQuality || !parsed.ok) return url;
  const quality = fittingQuality(parsed.value.hd ? 'hd' : 'sd', pixels);
  return printEzopen({ ...parsed.value, hd: quality === 'hd' });
}
