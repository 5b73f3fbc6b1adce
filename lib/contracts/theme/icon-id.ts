/** The buttons a theme may name. What each one means is the toolbar's business. */
export const iconIds = [
  'deviceID',
  'deviceName',
  'cloudRec',
  'cloudRecord',
  'rec',
  'play',
  'capturePicture',
  'sound',
  'pantile',
  'recordvideo',
  'talk',
  'broadcast',
  'zoom',
  'speed',
  'hd',
  'webExpend',
  'expend',
] as const;
export type IconId = (typeof iconIds)[number];

/** Names that EZUIKit 9 gives to buttons of ours. */
const otherNames: Readonly<Record<string, IconId>> = {
  volume: 'sound',
  ptz: 'pantile',
  record: 'recordvideo',
  definition: 'hd',
  globalFullscreen: 'webExpend',
  fullscreen: 'expend',
};

const known: ReadonlySet<string> = new Set(iconIds);

/** Null: no button has this name. */
export function readIconId(value: unknown): IconId | null {
  if (typeof value !== 'string') return null;
  if (Object.hasOwn(otherNames, value)) return otherNames[value] ?? null;
  return known.has(value) ? (value as IconId) : null;
}
