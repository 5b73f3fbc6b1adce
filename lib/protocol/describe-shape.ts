import type { core } from 'zod/mini';
import { limits } from './limits.ts';
import type { Shape } from './parse-shape.ts';

/**
 * Translates a schema into a shape for `parseShape`. Build time only.
 * Throws on whatever shapes cannot say, so that a guard is never weaker than its schema.
 */
export function describeShape(schema: core.$ZodType): Shape {
  const { def } = (schema as core.$ZodTypes)._zod;
  switch (def.type) {
    case 'boolean':
      return 0;
    case 'number':
      return describeInteger(checksOf(def));
    case 'string':
      return describeText(checksOf(def));
    case 'enum':
      return describeWords(Object.values(def.entries));
    case 'literal':
      return describeWords(def.values);
    case 'array':
      return [describeShape(def.element), onlyCheck(checksOf(def), 'max_length').maximum];
    case 'object': {
      if (def.catchall) throw new Error('a message must not pass unknown fields on');
      return Object.fromEntries(
        Object.entries(def.shape).map(([key, field]) => [key, describeField(field)] as const),
      );
    }
    default:
      throw new Error(`no guard can be generated for a schema of type ${def.type}`);
  }
}

function describeField(schema: core.$ZodType): Shape {
  const { def } = (schema as core.$ZodTypes)._zod;
  return def.type === 'optional' ? [describeShape(def.innerType)] : describeShape(schema);
}

type CheckDef = core.$ZodChecks['_zod']['def'];

function checksOf(def: { checks?: core.$ZodCheck<never>[] | undefined }): CheckDef[] {
  return (def.checks ?? []).map((check) => (check as unknown as core.$ZodChecks)._zod.def);
}

function onlyCheck<Name extends CheckDef['check']>(
  checks: CheckDef[],
  name: Name,
): Extract<CheckDef, { check: Name }> {
  const [check] = checks;
  if (checks.length !== 1 || check?.check !== name) throw new Error(`expected exactly one check, ${name}`);
  return check as Extract<CheckDef, { check: Name }>;
}

function describeText(checks: CheckDef[]): Shape {
  const { maximum } = onlyCheck(checks, 'max_length');
  if (maximum < 2) throw new Error('texts of fewer than 2 units cannot be told from numbers');
  return maximum;
}

/** There is one kind of integer on the wire: 0 … limits.integer. */
function describeInteger(checks: CheckDef[]): Shape {
  const described = checks.map((check) =>
    check.check === 'greater_than' || check.check === 'less_than'
      ? `${check.check}${check.inclusive ? '=' : ''}${String(check.value)}`
      : check.check,
  );
  const expected = ['greater_than=0', `less_than=${limits.integer}`];
  if (described.sort().join() !== expected.sort().join())
    throw new Error(`not the integer of the protocol: ${described.join()}`);
  return 1;
}

function describeWords(words: readonly unknown[]): Shape {
  for (const word of words)
    if (typeof word !== 'string' || !/^\S+$/.test(word)) throw new Error(`not a word: ${String(word)}`);
  return words.join(' ');
}
