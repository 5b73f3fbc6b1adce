/**
 * Loads definitions on demand, each as a separate chunk. The file name is derived from the key, so new resources need
 * no entry here.
 */
import type { ResourceDef } from '../../../../lib/contracts/admin/define-resource.ts';

/** `system.dictType` is in `system-dict-type.resource.ts`. */
export function fileNameOf(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace('.', '-');
}

function isDefinition(value: unknown): value is ResourceDef {
  return typeof value === 'object' && value !== null && 'key' in value && 'fields' in value;
}

export async function loadDefinition(key: string): Promise<ResourceDef> {
  const exported: Readonly<Record<string, unknown>> = await import(
    `../../../../lib/contracts/admin/resources/${fileNameOf(key)}.resource.ts`
  );
  const definition = Object.values(exported).find((value) => isDefinition(value) && value.key === key);
  if (!isDefinition(definition)) throw new Error(`No resource is called ${key}`);
  return definition;
}
