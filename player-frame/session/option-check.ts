import { shapes } from '../../lib/protocol/frame-guards.generated.ts';
import { parseShape, type Shape } from '../../lib/protocol/parse-shape.ts';
import { recordedRates as speeds } from '../engines/recorded/rates.ts';
import type { StartOptions } from './feature.ts';

/** An option of the page that is not allowed. The texts are in option-texts.ts. */
export interface InvalidOption {
  readonly name: string;
  readonly value: unknown;
}

const isSize = (value: unknown): boolean => /^\d+(?:\.\d+)?(?:px|%)?$/.test(String(value));

/**
 * Limits that the types of the protocol do not express. `playbackRange` is read by the rules of recordings
 * (state/feature-machine.ts).
 */
const rules: Readonly<Record<string, (value: unknown) => boolean>> = {
  volume: (value) => (value as number) <= 100,
  language: (value) => /^(?:zh|en)(?:-|$)/i.test(value as string),
  scaleMode: (value) => /^(?:fit|fill|stretch)$/.test(value as string),
  speedOptions: (value) => (value as (typeof speeds)[number][]).every((speed) => speeds.includes(speed)),
  companions: (value) => (value as string[]).every((address) => /^ezopen:/i.test(address)),
  // Read by the SDK; the iframe ignores what it does not know.
  width: isSize,
  height: isSize,
};

/** Of a value that has the type of the protocol. */
export const isAllowed = (name: string, value: unknown): boolean => rules[name]?.(value) ?? true;

/**
 * Splits the options of `start` into the valid ones and the rest, so that one wrong option does not prevent playback.
 * Unknown options are ignored: the page may be newer than the player.
 */
export function checkOptions(given: object): {
  readonly options: StartOptions;
  readonly invalid: InvalidOption[];
} {
  const options: Record<string, unknown> = {};
  const invalid: InvalidOption[] = [];
  const shape = shapes.start0 as Readonly<Record<string, Shape>>;
  for (const [name, value] of Object.entries(given)) {
    const isSent = Object.hasOwn(shape, name);
    if (value === null || value === undefined || !(isSent || Object.hasOwn(rules, name))) continue;
    const read = isSent ? parseShape(shape[name]!, value) : value;
    if (read === undefined || !isAllowed(name, read)) invalid.push({ name, value });
    else if (isSent) options[name] = read;
  }
  // Each field was read by its shape.
  return { options: options as StartOptions, invalid };
}
