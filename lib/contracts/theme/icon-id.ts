/** The buttons that a theme may contain. The toolbar defines their function. */
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

/** EZUIKit 9's names for the same buttons. */
const otherNames: Readonly<Record<string, IconId>> = {
  volume: 'sound',
  ptz: 'pantile',
  record: 'recordvideo',
  definition: 'hd',
  globalFullscreen: 'webExpend',
  fullscreen: 'expend',
};

const known: ReadonlySet<string> = new Set(iconIds);

/** Null: unknown name. */
export function readIconId(value: unknown): IconId | null {
  if (typeof value !== 'string') return null;
  if (Object.hasOwn(otherNames, value)) return otherNames[value] ?? null;
  return known.has(value) ? (value as IconId) : null;
}
