import { shapes } from '../../lib/protocol/frame-guards.generated.ts';
import { parseShape, type Shape } from '../../lib/protocol/parse-shape.ts';
import type { StartOptions } from './feature.ts';
import { isAllowed, optionRules } from './option-rules.ts';

/** An option of the page that is not allowed. The texts are in option-texts.ts. */
export interface InvalidOption {
  readonly name: string;
  readonly value: unknown;
}

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
    const rule = Object.hasOwn(optionRules, name) ? optionRules[name] : undefined;
    if (value === null || value === undefined || !(isSent || rule)) continue;
    const read = isSent ? parseShape(shape[name]!, value) : value;
    if (read === undefined || (rule && !isAllowed(rule, read))) invalid.push({ name, value });
    else if (isSent) options[name] = read;
  }
  // Each field was read by its shape.
  return { options: options as StartOptions, invalid };
}
