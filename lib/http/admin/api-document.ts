/** The calls of the console as OpenAPI 3.1, generated from the schemas that validate them. */
import { z } from 'zod';
import type { AdminCallDef } from '../../contracts/admin/call.ts';
import type { Actor } from '../../domain/identity/actor.ts';
import { canAny } from '../../domain/identity/actor.ts';
import type { Locale } from '../../i18n/translate.ts';

export type JsonSchema = { readonly [key: string]: unknown };

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query';
  readonly required: boolean;
  readonly schema: JsonSchema;
}

/** The parts of a call that do not depend on the caller's language. */
interface Described {
  readonly call: AdminCallDef;
  readonly parameters: readonly Parameter[];
  readonly requestBody: JsonSchema | null;
  readonly answer: JsonSchema;
}

export interface ApiDocument {
  readonly openapi: string;
  readonly info: { readonly title: string; readonly version: string };
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Record<string, Record<string, unknown>>;
  readonly components: JsonSchema;
}

const titles: Readonly<Record<Locale, string>> = { 'zh-CN': '管理后台接口', 'en-US': 'Console API' };
const bodyTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  multipart: 'multipart/form-data',
  storageForm: 'multipart/form-data',
} as const;

/** `routes` is called once, at the first request. */
export function apiDocument(routes: () => readonly { readonly call: AdminCallDef }[], base: string) {
  let described: readonly Described[] | null = null;
  const hoisted: Record<string, JsonSchema> = {};

  return function documentFor(actor: Pick<Actor, 'permissions'>, locale: Locale): ApiDocument {
    described ??= routes().map(({ call }) => describeCall(call, hoisted));
    const paths: ApiDocument['paths'] = {};
    for (const each of described) {
      const { policy, path, method } = each.call;
      if (typeof policy === 'object' && !canAny(actor, policy.anyOf)) continue;
      paths[path] ??= {};
      paths[path][method.toLowerCase()] = operation(each, locale);
    }
    return {
      openapi: '3.1.0',
      info: { title: titles[locale], version: '1' },
      servers: [{ url: base }],
      paths,
      components: {
        schemas: hoisted,
        securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      },
    };
  };
}

function operation({ call, parameters, requestBody, answer }: Described, locale: Locale) {
  const { policy } = call;
  const needsSession = policy !== 'public' && policy !== 'cookie';
  return {
    operationId: operationId(call),
    tags: [tagOf(call.path)],
    summary: call.summary[locale],
    ...(needsSession ? { security: [{ bearer: [] }] } : {}),
    // Null: public. Empty: every signed-in user.
    'x-permissions': typeof policy === 'object' ? policy.anyOf : needsSession ? [] : null,
    parameters,
    ...(requestBody
      ? {
          requestBody: {
            required: true,
            content: { [bodyTypes[call.takes ?? 'json']]: { schema: requestBody } },
          },
        }
      : {}),
    responses: {
      200: {
        description: locale === 'zh-CN' ? '业务码见 code' : 'The body’s code tells how it went',
        content: {
          [call.answers === 'file' ? 'application/octet-stream' : 'application/json']: { schema: answer },
        },
      },
    },
  };
}

const operationId = ({ method, path }: AdminCallDef) =>
  `${method.toLowerCase()}${path.replace(/[^A-Za-z0-9]+(\w)?/g, (_, letter: string = '') => letter.toUpperCase())}`;

/** The tag of `/system/user/{id}` is `system/user`. */
const tagOf = (path: string) =>
  path
    .split('/')
    .filter((part) => part !== '' && !part.startsWith('{'))
    .slice(0, 2)
    .join('/');

function describeCall(call: AdminCallDef, hoisted: Record<string, JsonSchema>): Described {
  const id = operationId(call);
  const schema = (part: string, of: z.ZodType | undefined) =>
    of ? hoist(`${id}${part}`, jsonSchema(of), hoisted) : {};
  const isFile = call.answers === 'file';
  return {
    call,
    parameters: [
      ...parametersOf('path', schema('Params', call.params)),
      ...parametersOf('query', schema('Query', call.query)),
    ],
    requestBody: bodyOf(call, schema('Body', call.body)),
    answer: isFile
      ? { type: 'string', format: 'binary' }
      : envelopeOf(call.data ? schema('Data', call.data) : { type: 'null' }),
  };
}

function bodyOf(call: AdminCallDef, schema: JsonSchema): JsonSchema | null {
  if (bodyTypes[call.takes ?? 'json'] !== bodyTypes.multipart) return call.body ? schema : null;
  const file = { type: 'string', format: 'binary' };
  return {
    ...schema,
    type: 'object',
    properties: { file, ...(schema.properties as JsonSchema | undefined) },
    required: ['file'],
  };
}

const envelopeOf = (data: JsonSchema): JsonSchema => ({
  type: 'object',
  properties: {
    code: { type: ['integer', 'string'] },
    success: { type: 'boolean' },
    message: { type: 'string' },
    msg: { type: 'string' },
    data,
    traceId: { type: 'string' },
  },
  required: ['code', 'success', 'message', 'msg', 'data'],
});

function parametersOf(where: Parameter['in'], schema: JsonSchema): readonly Parameter[] {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
  const required = (schema.required ?? []) as readonly string[];
  return Object.entries(properties)
    .filter(([name]) => name !== 'params')
    .map(([name, each]) => ({
      // Bounds of ranges have internal names.
      name: name.replace(/^params\.(\w+)$/, 'params[$1]'),
      in: where,
      required: where === 'path' || (required.includes(name) && each.default === undefined),
      schema: each,
    }));
}

/**
 * The input schema where JSON Schema can express it, otherwise the output schema: refinements have no representation.
 */
function jsonSchema(schema: z.ZodType): JsonSchema {
  const options = { unrepresentable: 'any', reused: 'inline' } as const;
  const inputSchema = z.toJSONSchema(schema, { ...options, io: 'input' }) as JsonSchema;
  const outputSchema = z.toJSONSchema(schema, { ...options, io: 'output' }) as JsonSchema;
  const { $schema: _, ...merged } = preferred(inputSchema, outputSchema);
  return merged;
}

function preferred(one: JsonSchema, other: JsonSchema): JsonSchema {
  const [ownProperties, otherProperties] = [one.properties, other.properties] as (
    | Readonly<Record<string, JsonSchema>>
    | undefined
  )[];
  if (ownProperties && otherProperties) {
    const names = [...new Set([...Object.keys(ownProperties), ...Object.keys(otherProperties)])];
    const properties = names.map(
      (name) => [name, preferred(ownProperties[name] ?? {}, otherProperties[name] ?? {})] as const,
    );
    return { ...one, properties: Object.fromEntries(properties) };
  }
  return hasType(one) ? one : { ...other, ...(one.default === undefined ? {} : { default: one.default }) };
}

const hasType = (schema: JsonSchema) =>
  ['type', 'anyOf', 'oneOf', 'allOf', 'enum', 'const', '$ref', 'properties'].some((key) => key in schema);

/** A recursive schema is moved to the components, where its references resolve. */
function hoist(name: string, schema: JsonSchema, hoisted: Record<string, JsonSchema>): JsonSchema {
  const text = JSON.stringify(schema);
  if (!text.includes('"$ref"')) return schema;
  const place = `#/components/schemas/${name}`;
  const moved = text.replace(/"\$ref":"#([^"]*)"/g, (_, rest: string) => `"$ref":"${place}${rest}"`);
  hoisted[name] = JSON.parse(moved) as JsonSchema;
  return { $ref: place };
}
