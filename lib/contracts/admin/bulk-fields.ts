/** Which fields can be set to one value in several rows. Without zod, because the lists of the console use it. */
import type { ResourceDef } from './define-resource.ts';
import type { FieldDef } from './field.ts';

/** Kinds with an input of their own, or whose value is never returned and so cannot be restored. */
const excludedKinds: ReadonlySet<FieldDef['kind']> = new Set(['secret', 'html', 'json', 'image', 'icon']);

/**
 * Fields of the form that several rows may share and that lists return unmasked, so that a change can be undone. The
 * status has a call of its own.
 */
export function bulkFields(resource: ResourceDef): readonly (readonly [name: string, field: FieldDef])[] {
  if (!resource.can.includes('edit')) return [];
  const { id, titleField, statusSwitch, tree } = resource;
  const entries = Object.entries(resource.fields);
  const excluded = new Set([
    id.field,
    titleField,
    resource.fields[titleField]?.english,
    statusSwitch,
    tree?.parentField,
    tree?.kinds?.field,
    // Others depend on their value.
    ...entries.flatMap(([, { form, secretWhen }]) => [
      form ? form.visibleWhen?.field : undefined,
      secretWhen?.field,
    ]),
  ]);
  return entries.filter(([name, field]) => !excluded.has(name) && isShared(field));
}

function isShared(field: FieldDef): boolean {
  const { form, readOnly, immutable, unique, mask, secretWhen, kind } = field;
  if (form === false || form?.visibleWhen || field.bulk === false) return false;
  if (readOnly || immutable || unique || mask || secretWhen) return false;
  return !excludedKinds.has(kind);
}
