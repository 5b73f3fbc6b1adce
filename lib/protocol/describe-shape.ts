import { type core, safeParse } from 'zod/mini';
import type { Shape } from './parse-shape.ts';

/**
 * Translates a schema into a shape for `parseShape`. Build time only. Throws on anything that shapes cannot
 * express, so that a guard is never weaker than its schema.
 */
export function describeShape(schema: core.$ZodType): Shape {
  const { def } = (schema as core.$ZodTypes)._zod;
  switch (def.type) {
    case 'boolean':
      return 0;
    case 'number':
      return describeNumber(def, checksOf(def));
    case 'string':
      return describeText(checksOf(def));
    case 'custom':
      return describeBinary(schema);
    case 'literal':
      return describeWord(def.values);
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

/** zod types checks by their target; only the union of all of them discriminates `def` by name. */
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
  if (maximum < 2) throw new Error('texts of fewer than 2 units cannot be distinguished from numbers');
  return maximum;
}

/** The only class in messages. Other custom checks cannot be expressed as guards. */
function describeBinary(schema: core.$ZodType): Shape {
  const isBlob = safeParse(schema, new Blob()).success && !safeParse(schema, {}).success;
  if (!isBlob) throw new Error('the only class of the protocol is Blob');
  return -1;
}

/** The only numbers in messages are not negative; integers are safe, which `z.int()` checks. */
function describeNumber(def: core.$ZodNumberDef, checks: CheckDef[]): Shape {
  const minimum = onlyCheck(checks, 'greater_than');
  const format = 'format' in def ? def.format : 'finite';
  if ((format !== 'safeint' && format !== 'finite') || minimum.value !== 0 || !minimum.inclusive)
    throw new Error('not a number of the protocol');
  return format === 'safeint' ? 1 : 0.5;
}

function describeWord([word, ...others]: readonly unknown[]): Shape {
  if (typeof word !== 'string' || others.length > 0) throw new Error('a literal must be one string');
  return word;
}
