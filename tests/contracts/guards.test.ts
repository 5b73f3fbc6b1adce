import { expect } from 'expect';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import * as z from 'zod/mini';
import * as hostGuards from '../../host-sdk/guards.generated.ts';
import { describeShape } from '../../lib/protocol/describe-shape.ts';
import * as frameGuards from '../../lib/protocol/frame-guards.generated.ts';
import { kinds } from '../../lib/protocol/kinds.ts';
import { parseShape, type Shape } from '../../lib/protocol/parse-shape.ts';
import * as schemas from '../../lib/protocol/schemas.ts';
import { staleGuards } from '../../scripts/generate-guards.ts';
import { rounds } from '../kit/soak.ts';

const seed = Number(process.env.ORIEL_SEED ?? Date.now() % 2 ** 31);
process.stdout.write(`guards: ORIEL_SEED=${seed}\n`);

/** A schema with the guard generated from it, and the parser of the side that uses the guard. */
interface Pair {
  readonly name: string;
  readonly schema: z.ZodMiniType;
  readonly shape: Shape;
  readonly parse: typeof parseShape;
}

const host = ([name, schema, shape]: [string, z.ZodMiniType, Shape]): Pair => ({
  name: `host ${name}`,
  schema,
  shape,
  parse: hostGuards.parseShape,
});
const frame = ([name, schema, shape]: [string, z.ZodMiniType, Shape]): Pair => ({
  name: `frame ${name}`,
  schema,
  shape,
  parse: parseShape,
});

function tableOf(shapes: Readonly<Record<string, Shape | undefined>>): [string, z.ZodMiniType, Shape][] {
  return Object.entries(shapes).map(([key, shape]) => [key, schemaOf(key), shape!]);
}

/** `play0` → the schema for the request data of `play`. */
function schemaOf(key: string): z.ZodMiniType {
  const name = key.slice(0, -1);
  const kind = Number(key.slice(-1));
  const call = { ...schemas.hostCalls, ...schemas.frameCalls }[name as keyof typeof schemas.hostCalls];
  const event = { ...schemas.frameEvents, ...schemas.hostEvents }[name as keyof typeof schemas.frameEvents];
  const schema = kind === kinds.request ? call?.data : kind === kinds.result ? call?.result : event;
  if (!schema) throw new Error(`no schema for ${key}`);
  return schema;
}

/** Whether an event has no data; hosts ignore any data sent with it. */
const isEmpty = (schema: z.ZodMiniType) => JSON.stringify(describeShape(schema)) === '{}';

const pairs: Pair[] = [
  host(['hello', schemas.hello, hostGuards.helloShape]),
  host(['envelope', schemas.envelope, hostGuards.envelopeShape]),
  host(['failure', schemas.playerFailure, hostGuards.failureShape]),
  ...tableOf(hostGuards.shapes).map(host),
  frame(['syn', schemas.syn, frameGuards.synShape]),
  frame(['port', schemas.port, frameGuards.portShape]),
  frame(['envelope', schemas.envelope, frameGuards.envelopeShape]),
  ...tableOf(frameGuards.shapes).map(frame),
];

describe('generated guards', () => {
  it('are up to date: npx tsx scripts/generate-guards.ts', () => {
    expect(staleGuards().map(({ path }) => path)).toEqual([]);
  });

  it('cover every message that host and frame may receive', () => {
    const received = (calls: object, kind: number) => Object.keys(calls).map((name) => `${name}${kind}`);
    const hostCalls = Object.entries(schemas.hostCalls);
    expect(Object.keys(hostGuards.shapes).sort()).toEqual(
      [
        ...received(schemas.frameCalls, kinds.request),
        ...hostCalls.filter(([, { result }]) => result).map(([name]) => `${name}${kinds.result}`),
        ...received(schemas.frameEvents, kinds.event).filter((key) => !isEmpty(schemaOf(key))),
      ].sort(),
    );
    expect(Object.keys(frameGuards.shapes).sort()).toEqual(
      [
        ...received(schemas.hostCalls, kinds.request).filter((key) => key !== `welcome${kinds.request}`),
        ...received(schemas.frameCalls, kinds.result),
        ...received(schemas.hostEvents, kinds.event),
      ].sort(),
    );
  });

  it.each([
    ['a record', z.record(z.string(), z.string().check(z.maxLength(8)))],
    ['a text without a limit', z.string()],
    ['a text with another check', z.string().check(z.maxLength(9), z.regex(/a/))],
    ['a number that is no integer', z.number()],
    ['an integer that may be negative', z.int()],
    ['an integer with an upper limit', z.int().check(z.nonnegative(), z.maximum(9))],
    ['a list without a limit', z.array(z.boolean())],
    ['several literals', z.literal(['a', 'b'])],
    ['an object that keeps unknown fields', z.looseObject({})],
    ['an object that rejects unknown fields', z.strictObject({})],
    ['a field that may be null', z.object({ a: z.nullable(z.boolean()) })],
    ['a default', z.object({ a: z._default(z.boolean(), true) })],
    ['a list item that may be absent', z.array(z.optional(z.boolean())).check(z.maxLength(2))],
  ])('cannot be generated from %s, so none is less strict than its schema', (_, schema) => {
    expect(() => describeShape(schema)).toThrow();
  });

  it('accept and return the same values as zod', () => {
    const values = rounds(6_000, 120_000);
    const fitting = agree(values, (pair, value) => pair.parse(pair.shape, value));
    // Enough valid and enough invalid values were generated.
    expect(fitting).toBeGreaterThan(values / 6);
    expect(fitting).toBeLessThan((values * 5) / 6);
  }, 240_000);

  it.each<[string, (pair: Pair, value: unknown) => unknown]>([
    ['keeps unknown fields', (pair, value) => pair.parse(pair.shape, value) && value],
    ['ignores inherited fields', (pair, value) => pair.parse(pair.shape, ownOf(value))],
  ])('control: a guard that %s is detected', (_, broken) => {
    expect(() => agree(20_000, broken)).toThrow();
  });
});

/** Runs guard and schema on the same values and throws where they differ. Returns the number of valid values. */
function agree(numRuns: number, parse: (pair: Pair, value: unknown) => unknown): number {
  let fitting = 0;
  const cases = fc.oneof(...pairs.map((pair) => valueFor(pair.shape).map((value) => ({ pair, value }))));
  fc.assert(
    fc.property(cases, ({ pair, value }) => {
      const expected = pair.schema.safeParse(value);
      const parsed = parse(pair, value);
      if (expected.success !== (parsed !== undefined))
        throw new Error(`${pair.name}: valid for the ${expected.success ? 'schema' : 'guard'} only`);
      if (!expected.success) return;
      fitting += 1;
      expect(withoutAbsent(parsed)).toEqual(withoutAbsent(expected.data));
      expectNoPrototypes(parsed);
    }),
    { numRuns, seed },
  );
  return fitting;
}

const ownOf = (value: unknown): unknown =>
  typeof value === 'object' && value && !Array.isArray(value) ? { ...value } : value;

/** Valid values, nearly valid values, and unrelated values. */
function valueFor(shape: Shape): fc.Arbitrary<unknown> {
  return fc.oneof({ arbitrary: nearly(shape), weight: 40 }, { arbitrary: garbage, weight: 1 });
}

const garbage: fc.Arbitrary<unknown> = fc.oneof(
  fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withSet: true,
    withNullPrototype: true,
    withSparseArray: true,
    withTypedArray: true,
    withBoxedValues: true,
    maxDepth: 2,
  }),
  fc.constantFrom<unknown>(undefined, null, -0, Number.NaN, 1.5, -1, 2 ** 53, Infinity, '', Symbol.iterator),
  fc.constantFrom<unknown>(() => 1, class Thing {}, new Proxy({}, {}), new Error('thing')),
);

function nearly(shape: Shape): fc.Arbitrary<unknown> {
  if (typeof shape === 'string') return fc.oneof(fc.constant(shape), fc.constant(`${shape} `));
  if (shape === 0) return fc.boolean();
  if (shape === -1) return fc.constantFrom<unknown>(new Blob(['film']), { size: 4, type: '' }, 'film');
  if (shape === 0.5)
    return fc.oneof(fc.double({ min: 0, max: 16 }), fc.constantFrom(-0.5, -0, Number.NaN, Infinity));
  if (shape === 1)
    return fc.oneof(fc.nat(), fc.constantFrom(0, Number.MAX_SAFE_INTEGER, 2 ** 53, -1, 0.5, -0));
  if (typeof shape === 'number') {
    const edge = fc.integer({ min: shape - 1, max: shape + 1 }).map((length) => 'x'.repeat(length));
    return fc.oneof({ arbitrary: fc.string({ maxLength: 8 }), weight: 9 }, { arbitrary: edge, weight: 1 });
  }
  if (Array.isArray(shape)) {
    const [item, max] = shape;
    if (max === undefined) return fc.oneof(fc.constant(undefined), valueFor(item));
    const sparse = fc.nat(max + 1).map((length) => new Array<unknown>(length));
    return fc.oneof(
      { arbitrary: fc.array(valueFor(item), { maxLength: 4 }), weight: 9 },
      { arbitrary: fc.array(nearly(item), { minLength: max - 1, maxLength: max + 1 }), weight: 1 },
      { arbitrary: sparse, weight: 1 },
    );
  }
  return objectLike(shape);
}

const strangeKeys = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty', 'extra', '0', ''];

/** Objects of several kinds whose fields are present, absent, own or inherited, with additional unknown fields. */
function objectLike(shape: { readonly [field: string]: Shape }): fc.Arbitrary<unknown> {
  const fields = fc.tuple(
    ...Object.entries(shape).flatMap(([keys, field]) =>
      keys
        .split(' ')
        .map((key) =>
          fc.tuple(
            fc.constant(key),
            valueFor(field),
            fc.oneof(
              { arbitrary: fc.constant(true), weight: 60 },
              { arbitrary: fc.constant(false), weight: 1 },
            ),
          ),
        ),
    ),
  );
  const strangers = fc.array(fc.tuple(fc.constantFrom(...strangeKeys), garbage), { maxLength: 2 });
  const kind = fc.constantFrom('plain', 'plain', 'plain', 'null', 'inherited', 'array', 'map');
  return fc.tuple(fields, strangers, kind).map(([all, extra, made]) => {
    const own: object =
      made === 'array' ? [] : made === 'map' ? new Map() : made === 'null' ? Object.create(null) : {};
    const define = (target: object, key: string, value: unknown) =>
      Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
    for (const [key, value] of extra) define(own, key, value);
    for (const [key, value, isPresent] of all) if (isPresent) define(own, key, value);
    return made === 'inherited' ? Object.create(own) : own;
  });
}

/** zod omits absent fields, whereas the guard may set them to undefined. */
function withoutAbsent(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(withoutAbsent);
  const entries = Object.entries(value).filter(([, field]) => field !== undefined);
  return Object.fromEntries(entries.map(([key, field]) => [key, withoutAbsent(field)]));
}

function expectNoPrototypes(value: unknown): void {
  if (typeof value !== 'object' || value === null || value instanceof Blob) return;
  if (!Array.isArray(value)) expect(Object.getPrototypeOf(value)).toBeNull();
  for (const field of Object.values(value)) expectNoPrototypes(field);
}
