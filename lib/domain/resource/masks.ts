/**
 * Masks for values that a user may not see in full. Every mask contains `*`, so that a mask sent back by a client is
 * recognized.
 */
import { permissionOf, type ResourceDef } from '../../contracts/admin/define-resource.ts';
import type { FieldDef, MaskRule } from '../../contracts/admin/field.ts';
import type { FilterOf } from '../../contracts/admin/row-types.ts';
import { notSearchable } from '../errors/admin-error.ts';
import { type Actor, can } from '../identity/actor.ts';

/** Shown for every secret that is set, whatever its length. */
export const hiddenSecret = '******';

export function isMaskedFor(actor: Pick<Actor, 'sees'>, field: FieldDef): boolean {
  if (field.kind === 'secret' || field.mask === 'secret') return true;
  return field.mask !== undefined && actor.sees !== 'everything' && !actor.sees.has(field.mask);
}

/**
 * A search for a complete value confirms that it exists, so masked values can be searched only by users who may reveal
 * them.
 */
export function maySearch(
  actor: Pick<Actor, 'sees' | 'permissions'>,
  resource: ResourceDef,
  field: FieldDef,
): boolean {
  return !isMaskedFor(actor, field) || can(actor, permissionOf(resource, 'reveal'));
}

/** Throws 403. */
export function requireSearch(
  actor: Pick<Actor, 'sees' | 'permissions'>,
  resource: ResourceDef,
  name: string,
): void {
  const field = resource.fields[name];
  if (field && !maySearch(actor, resource, field)) throw notSearchable(name, field.label);
}

/** An empty value stays empty: that a value is missing is no secret. */
export function masked(rule: MaskRule, value: unknown): unknown {
  if (value === null || value === undefined || value === '') return value ?? null;
  if (Array.isArray(value)) return value.map((each) => masked(rule, each));
  return masks[rule](String(value));
}

/** For the operation log: a value that was searched for is as secret as a stored one. */
export function maskedTerm({ fields }: ResourceDef, name: string, value: unknown): unknown {
  const rule = fields[name]?.mask;
  return rule && value !== undefined ? masked(rule, value) : value;
}

export function maskedFilter(resource: ResourceDef, { field, op, ...values }: FilterOf) {
  const shown = Object.entries(values).map(([name, value]) => [name, maskedTerm(resource, field, value)]);
  return { field, op, ...Object.fromEntries(shown) };
}

export function maskOf(field: FieldDef): MaskRule {
  return field.kind === 'secret' ? 'secret' : (field.mask ?? 'secret');
}

const masks: Readonly<Record<MaskRule, (value: string) => string>> = {
  phone: (value) => between(value, 3, 4, '****'),
  email: (value) => {
    const at = value.lastIndexOf('@');
    return at < 1 ? hiddenSecret : `${first(value)}***${value.slice(at)}`;
  },
  idCard: (value) => between(value, 6, 4, '********'),
  bankCard: (value) => between(value, 0, 4, '************'),
  name: (value) => `${first(value)}${'*'.repeat(Math.max(1, [...value].length - 1))}`,
  address: (value) => {
    const district = /^.*?(?:区|县|旗|市(?!.*?(?:区|县|旗)))/u.exec(value)?.[0];
    return `${district ?? first(value)}****`;
  },
  plate: (value) => between(value, 2, 2, '***'),
  ip: (value) => {
    if (value.includes(':')) return `${value.split(':').slice(0, 2).join(':')}:*`;
    const parts = value.split('.');
    return parts.length === 4 ? `${parts[0]}.${parts[1]}.*.*` : hiddenSecret;
  },
  secret: () => hiddenSecret,
};

const first = (text: string) => [...text][0] ?? '';

/** Keeps both ends; hides a value that is hardly longer than them entirely. */
function between(value: string, head: number, tail: number, stars: string): string {
  const characters = [...value];
  if (characters.length < head + tail + 2) return hiddenSecret;
  return `${characters.slice(0, head).join('')}${stars}${characters.slice(-tail).join('')}`;
}
