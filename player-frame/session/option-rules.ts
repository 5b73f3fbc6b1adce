import { recordedRates } from '../engines/recorded/rates.ts';

/**
 * What an option or argument may be, beyond its type in the protocol: a kind, and the values of that kind. The kind is
 * checked here and named to developers by option-texts.ts, from where the table of docs/ref/sdk.md has it too.
 */
export type Rule =
  | readonly [kind: 'max', highest: number]
  | readonly [kind: 'words' | 'items', words: readonly unknown[]]
  | readonly [kind: 'language' | 'addresses' | 'range' | 'size' | 'milliseconds' | 'iconIds' | 'theme'];

/**
 * Options of the page, by name. `width` and `height` are read by the SDK, the others are sent to the player. Those whose
 * kind is only named, and not checked, are in option-texts.ts, which is loaded when it is needed.
 */
export const optionRules: Readonly<Record<string, Rule>> = {
  volume: ['max', 100],
  language: ['language'],
  scaleMode: ['words', ['fit', 'fill', 'stretch']],
  companions: ['addresses'],
  speedOptions: ['items', recordedRates],
  width: ['size'],
  height: ['size'],
};

/** Of a value that has the type of the protocol. */
export function isAllowed([kind, limit]: Rule, value: unknown): boolean {
  switch (kind) {
    case 'max':
      return (value as number) <= limit;
    case 'words':
      return limit.includes(value);
    case 'items':
      return (value as readonly unknown[]).every((item) => limit.includes(item));
    case 'language':
      return /^(?:zh|en)(?:-|$)/i.test(value as string);
    case 'addresses':
      return (value as readonly string[]).every((address) => /^ezopen:/i.test(address));
    case 'size':
      return /^\d+(?:\.\d+)?(?:px|%)?$/.test(String(value));
    // Kinds that are only named (option-texts.ts).
    default:
      return true;
  }
}
