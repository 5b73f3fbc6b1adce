/** Every resource of the console. Its key in here is its own `key`. */
import type { ResourceDef } from '../define-resource.ts';

export const resources = {} as const satisfies Readonly<Record<string, ResourceDef>>;

export type ResourceKey = keyof typeof resources;
