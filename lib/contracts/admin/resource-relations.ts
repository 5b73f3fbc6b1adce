/** Which definitions refer to rows of a resource, and to a dictionary. */
import { permissionOf, type ResourceDef } from './define-resource.ts';
import type { FieldDef } from './field.ts';
import { resources } from './resources/index.ts';

/**
 * Permissions of the forms that select rows of `named`. An immutable field is selected when a row is created; a field
 * without a form does not count.
 */
export function formsNaming(named: ResourceDef): readonly string[] {
  return Object.values(resources).flatMap((resource: ResourceDef) => {
    const choosing = Object.values(resource.fields).filter(
      ({ relation, form, readOnly }) => relation?.resource === named.key && form !== false && !readOnly,
    );
    const chooses = resource.choosesFrom?.includes(named.key) === true;
    const adds = chooses || choosing.length > 0;
    const edits = chooses || choosing.some(({ immutable }) => !immutable);
    return [
      ...(adds && resource.can.includes('add') ? [permissionOf(resource, 'add')] : []),
      ...(edits && resource.can.includes('edit') ? [permissionOf(resource, 'edit')] : []),
    ];
  });
}

/** The fields whose values are entries of a dictionary. */
export function fieldsOfDictionary(
  dictType: string,
): readonly { readonly resource: ResourceDef; readonly name: string; readonly field: FieldDef }[] {
  return Object.values(resources).flatMap((resource: ResourceDef) =>
    Object.entries(resource.fields)
      .filter(([, { kind, dict }]) => kind === 'dict' && dict === dictType)
      .map(([name, field]) => ({ resource, name, field })),
  );
}
