import type { Brand } from '../../../lib/contracts/brand.ts';
import { type AccentColour, defaultSettings } from './settings.ts';

/** Colour of the interface: of those that users select, the standard one stands for that of the organisation. */
export const accentOf = (chosen: AccentColour, brand: Brand): string =>
  chosen === defaultSettings.color && brand.color !== '' ? brand.color : chosen;
