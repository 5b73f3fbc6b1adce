/** Checks the values of a row that a client sends against its definition. */
import * as mini from 'zod/mini';
import type { ResourceDef } from '../../contracts/admin/define-resource.ts';
import { valueSchema } from '../../contracts/admin/field-schema.ts';
import { localizedTextOf } from '../../contracts/admin/localized-message.ts';
import { changesBody, createBody, writable } from '../../contracts/admin/resource-schema.ts';
import type { Row } from '../../contracts/admin/row-types.ts';
import { invalid, type LocalFieldError } from '../errors/admin-error.ts';
import type { CallContext } from '../identity/actor.ts';
import { hiddenSecret, isMaskedFor, masked, maskOf } from './masks.ts';
import type { ServerResource } from './server-resource.ts';

export function rowValues(resource: ResourceDef, shipped: ServerResource['shipped'] = {}) {
  const ofNew = checkedOnce(() => createBody(resource));
  const ofChange = checkedOnce(() => changesBody(resource));
  const initial = writable(resource, 'create').flatMap(([name, field]) =>
    field.default === undefined ? [] : [[name, field.default] as const],
  );

  function withDefaults(given: Row): Row {
    const values: Record<string, unknown> = { ...given };
    for (const [name, value] of initial) values[name] ??= value;
    return values;
  }

  /** The body accepts masks, but only the mask of this row's own value is valid. */
  function requireUnmasked(name: string, value: string): void {
    const parsed = mini.safeParse(valueSchema(resource.fields[name]!), value);
    if (parsed.success) return;
    const [issue] = parsed.error.issues;
    throw invalid([{ path: name, message: localizedTextOf(issue?.message ?? '') }]);
  }

  return {
    /** Values of a new row, with defaults. Throws 40000. */
    fresh: (given: Row): Row => ofNew(given, withDefaults),

    /**
     * Changes of an existing row. Values that mean "unchanged" are dropped: the value's own mask, the English text of a
     * shipped row as it was shown, and a secret that was not given. Throws 40000.
     */
    changes(call: CallContext, row: Row, given: Row): Row {
      const values: Record<string, unknown> = {};
      for (const [name, value] of Object.entries(ofChange(given))) {
        const field = resource.fields[name];
        if (!field || value === undefined) continue;
        if (field.kind === 'secret') {
          if (value !== null && value !== hiddenSecret) values[name] = value;
          continue;
        }
        const isHidden = isMaskedFor(call.actor, field);
        if (isHidden && value === masked(maskOf(field), row[name])) continue;
        if (value === shipped[name]?.shown(call.locale, row[name])) continue;
        if (field.mask && typeof value === 'string') requireUnmasked(name, value);
        values[name] = value;
      }
      return values;
    },
  };
}

/**
 * Rows of a file are checked during the rehearsal and not again while other writers wait. The schema is created for the
 * first row: creating those of all resources would dominate the start-up time.
 */
function checkedOnce(
  makeSchema: () => mini.ZodMiniType,
): (given: Row, complete?: (given: Row) => Row) => Row {
  const known = new WeakMap<Row, Row>();
  let schema: mini.ZodMiniType | null = null;
  return (given, complete = (same) => same) => {
    const before = known.get(given);
    if (before) return before;
    schema ??= makeSchema();
    const parsed = mini.safeParse(schema, complete(given));
    if (!parsed.success) {
      const errors = parsed.error.issues.map(({ path, message }) => ({
        path: path.join('.'),
        message: localizedTextOf(message),
      }));
      throw invalid(errors as [LocalFieldError, ...LocalFieldError[]]);
    }
    const values = parsed.data as Row;
    known.set(given, values);
    return values;
  };
}
