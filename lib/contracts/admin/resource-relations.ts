/** Which rooms' forms name rows of a resource. */
import { permissionOf, type ResourceDef } from './define-resource.ts';
import { resources } from './resources/index.ts';

/**
 * Permissions of those forms that choose among rows of `named`. A field that is never changed is chosen when a row
 * is added, and one that stands in no form is none of this.
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
