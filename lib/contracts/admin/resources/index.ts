/** Every resource of the console, by its `key`. A new one is added in `definitions.ts`. */
import * as definitions from './definitions.ts';

type Definitions = typeof definitions;
type Resources = { readonly [Name in keyof Definitions as Definitions[Name]['key']]: Definitions[Name] };

export const resources = Object.fromEntries(
  Object.values(definitions).map((definition) => [definition.key, definition]),
) as Resources;

export const resourceKeys = Object.keys(resources) as readonly (keyof Resources)[];
