/** The subset of OpenAPI 3.1 that the page uses. */
export interface Schema {
  readonly type?: string | readonly string[];
  readonly format?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly description?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly additionalProperties?: boolean | Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly pattern?: string;
  readonly default?: unknown;
  readonly $ref?: string;
}

export interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema?: Schema;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema?: Schema }>>;
}

export interface Operation {
  readonly summary?: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: Content;
  readonly responses?: Readonly<Record<string, Content>>;
  /** Any one of these permissions is required; empty: a session is enough; null: no sign-in required. */
  readonly 'x-permissions'?: readonly string[] | null;
}

export interface ApiDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly tags?: readonly { readonly name: string; readonly description?: string }[];
  readonly components?: { readonly schemas?: Readonly<Record<string, Schema>> };
}

export interface Call {
  /** `GET /system/post/page`. */
  readonly key: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly operation: Operation;
}

const methods = ['get', 'post', 'put', 'delete'];

export function callsOf(document: ApiDocument): readonly Call[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    methods.flatMap((method) => {
      const operation = operations[method];
      if (!operation) return [];
      const name = method.toUpperCase();
      return [{ key: `${name} ${path}`, method: name, path, tag: tagOf(operation), operation }];
    }),
  );
}

/** `system/post`; empty for calls that belong to no page, such as sign-in. */
function tagOf({ tags }: Operation): string {
  const tag = tags?.[0] ?? '';
  return tag.includes('/') ? tag : '';
}

/** Calls whose path or summary contains every search term. */
export function findCalls(calls: readonly Call[], search: string): readonly Call[] {
  const terms = search.toLowerCase().split(/\s+/).filter(Boolean);
  return calls.filter(({ key, operation }) => {
    const text = `${key} ${operation.summary ?? ''}`.toLowerCase();
    return terms.every((term) => text.includes(term));
  });
}

/** One line of a schema; nested lines are indented. */
export interface SchemaLine {
  readonly path: string;
  readonly name: string;
  readonly depth: number;
  readonly type: string;
  readonly isRequired: boolean;
  readonly limits: string;
}

/** Limit for recursive schemas, such as trees. */
const maxDepth = 6;

export function linesOf(schema: Schema, document: ApiDocument): readonly SchemaLine[] {
  const lines: SchemaLine[] = [];
  const walk = (part: Schema, name: string, path: string, depth: number, isRequired: boolean): void => {
    const one = resolve(part, document);
    if (name) {
      lines.push({ path, name, depth, type: typeOf(one, document), isRequired, limits: limitsOf(one) });
    }
    if (depth > maxDepth) return;
    const inner = one.items ? resolve(one.items, document) : one;
    for (const [key, value] of Object.entries(inner.properties ?? {})) {
      walk(value, key, `${path}.${key}`, name ? depth + 1 : depth, inner.required?.includes(key) ?? false);
    }
  };
  walk(schema, '', '', 0, true);
  return lines;
}

function resolve(schema: Schema, document: ApiDocument): Schema {
  const name = /^#\/components\/schemas\/(.+)$/.exec(schema.$ref ?? '')?.[1];
  return name ? (document.components?.schemas?.[name] ?? {}) : schema;
}

export function typeOf(schema: Schema, document: ApiDocument): string {
  const one = resolve(schema, document);
  const choices = one.anyOf ?? one.oneOf;
  if (choices) return [...new Set(choices.map((choice) => typeOf(choice, document)))].join(' | ');
  if (one.const !== undefined) return JSON.stringify(one.const);
  if (one.enum) return one.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (one.items) return `${typeOf(one.items, document)}[]`;
  return [one.type ?? (one.properties ? 'object' : 'any')].flat().join(' | ');
}

function limitsOf(schema: Schema): string {
  const { minimum, maximum, minLength, maxLength, minItems, maxItems, pattern } = schema;
  const min = minimum ?? minLength ?? minItems;
  const max = maximum ?? maxLength ?? maxItems;
  // zod writes the bounds of safe integers, which are not real constraints.
  const isStated = (value: number | undefined) =>
    value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER;
  const range =
    isStated(min) || isStated(max) ? `${isStated(min) ? min : ''}..${isStated(max) ? max : ''}` : '';
  return [range, pattern ?? '', schema.default === undefined ? '' : `= ${JSON.stringify(schema.default)}`]
    .filter(Boolean)
    .join('  ');
}
