import type { Theme } from '../../lib/contracts/theme/theme.ts';
import { parseEzopen, printEzopen } from '../../lib/ezopen/address.ts';
import { fittingQuality } from '../state/fitting-quality.ts';
import type { StartOptions } from './feature.ts';

/** A page or a host that names its own controls also says by them whether the player starts by itself. */
export function choosesTheme(
  { themeData, header, footer, controls }: StartOptions,
  template: string,
): boolean {
  return Boolean(themeData ?? header ?? footer ?? controls) || /^[A-Za-z0-9]{32}$/.test(template);
}

/** What the picture itself needs; everything else is for features. */
const plainOptions: readonly string[] = [
  'url',
  'autoplay',
  'audio',
  'sharedSound',
  'language',
  'volume',
  'adaptiveQuality',
];

/** The page asked for something that only features can do, and may want to see before the picture: a poster, say. */
export function needsFeatures(options: StartOptions, template: string): boolean {
  const asked = Object.entries(options).filter(([, value]) => value !== undefined);
  return choosesTheme(options, template) || asked.some(([name]) => !plainOptions.includes(name));
}

/** With controls the play button decides: on by default, it plays (specification, document 2, section 4). */
export function startsByItself(theme: Theme | null): boolean {
  if (!theme) return true;
  const buttons = [...theme.header.btnList, ...theme.footer.btnList];
  return buttons.some(({ iconId, defaultActive }) => iconId === 'play' && defaultActive === 1);
}

/** The small stream from the start where the player may choose and is small: nothing is fetched twice. */
export function fittingAddress({ url = '', adaptiveQuality }: StartOptions, pixels: number): string {
  const parsed = parseEzopen(url);
  if (!adaptiveQuality || !parsed.ok) return url;
  const quality = fittingQuality(parsed.value.hd ? 'hd' : 'sd', pixels);
  return printEzopen({ ...parsed.value, hd: quality === 'hd' });
}
