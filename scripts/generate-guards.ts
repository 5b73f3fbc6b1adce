/**
 * Generates what host SDK and frame use instead of a validation library: guards for received messages, and the SDK's table of calls.
 *   npx tsx scripts/generate-guards.ts          writes them
 *   npx tsx scripts/generate-guards.ts --check  fails when they are not up to date
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { core, ZodMiniType } from 'zod/mini';
import type { Call } from '../lib/protocol/calls.ts';
import { describeShape } from '../lib/protocol/describe-shape.ts';
import { kinds } from '../lib/protocol/kinds.ts';
import type { Shape } from '../lib/protocol/parse-shape.ts';
import * as schemas from '../lib/protocol/schemas.ts';

const root = resolve(import.meta.dirname, '..');
const banner =
  '// Generated from lib/protocol by scripts/generate-guards.ts. Change the schemas there, then run it again.\n';

interface GuardFile {
  readonly path: string;
  readonly text: string;
}

/** Guards of the host. Self-contained: the SDK has no run-time imports. */
function hostGuards(): GuardFile {
  const parser = readFileSync(resolve(root, 'lib/protocol/parse-shape.ts'), 'utf8');
  return {
    path: 'host-sdk/guards.generated.ts',
    text: [
      banner,
      parser,
      declareShapes({
        helloShape: schemas.hello,
        envelopeShape: schemas.envelope,
        failureShape: schemas.playerFailure,
        snapshotShape: schemas.playerSnapshot,
        statsShape: schemas.playerStats,
      }),
      declareTable({
        ...keyed(kinds.request, dataOf(schemas.frameCalls)),
        ...keyed(kinds.result, resultsOf(schemas.hostCalls)),
        ...keyed(kinds.event, withData(schemas.frameEvents)),
      }),
    ].join('\n'),
  };
}

/** Methods of the player, read by `host-sdk/player-handle.ts`. */
function callTable(): GuardFile {
  const rows = Object.entries<Call<ZodMiniType, ZodMiniType | null>>(schemas.hostCalls)
    .filter(([, call]) => !call.isInternal)
    .map(([name, call]) => `  ${printCall(name, call)},\n`);
  return {
    path: 'host-sdk/calls.generated.ts',
    text: `${banner}
/**
 * Every call that is a method of the player. Its first parameter is the field \`argument\` of the data; without one it is
 * the data. \`seconds\`: time-out where it is not 10.
 */
export const methods: readonly (readonly [name: string, argument?: string | 0, seconds?: number])[] = [
${rows.join('')}];
`,
  };
}

function printCall(name: string, { argument, timeoutMs }: Call<ZodMiniType, ZodMiniType | null>): string {
  const seconds = timeoutMs && timeoutMs / 1_000;
  if (seconds !== undefined && !Number.isInteger(seconds))
    throw new Error(`${name}: timeoutMs is not a whole number of seconds`);
  const field = argument ? `'${argument}'` : 0;
  return `['${name}'${argument || seconds ? `, ${field}` : ''}${seconds ? `, ${seconds}` : ''}]`;
}

/** Guards of the frame. */
function frameGuards(): GuardFile {
  return {
    path: 'lib/protocol/frame-guards.generated.ts',
    text: [
      banner,
      "import type { Shape } from './parse-shape.ts';\n",
      declareShapes({ synShape: schemas.syn, portShape: schemas.port, envelopeShape: schemas.envelope }),
      declareTable({
        ...keyed(kinds.request, dataOf(schemas.hostCalls)),
        ...keyed(kinds.result, resultsOf(schemas.frameCalls)),
        ...keyed(kinds.event, schemas.hostEvents),
      }),
    ].join('\n'),
  };
}

type Schemas = Record<string, core.$ZodType>;

/** `welcome` is never requested by a message. */
function dataOf({ welcome: _, ...calls }: Record<string, { data: core.$ZodType }>): Schemas {
  return Object.fromEntries(Object.entries(calls).map(([name, call]) => [name, call.data]));
}

function resultsOf(calls: Record<string, { result: core.$ZodType | null }>): Schemas {
  const results: Schemas = {};
  for (const [name, { result }] of Object.entries(calls)) if (result) results[name] = result;
  return results;
}

/** Events with data; the others need no shape. */
function withData(events: Schemas): Schemas {
  return Object.fromEntries(
    Object.entries(events).filter(([, schema]) => print(describeShape(schema)) !== '{}'),
  );
}

/** `state3`: name first, so that no name equals a property of Object.prototype. */
function keyed(kind: number, entries: Schemas): Schemas {
  return Object.fromEntries(Object.entries(entries).map(([name, schema]) => [`${name}${kind}`, schema]));
}

function declareShapes(named: Schemas): string {
  return Object.entries(named)
    .map(([name, schema]) => `export const ${name}: Shape = ${print(describeShape(schema))};\n`)
    .join('');
}

/** A table that refers to repeated shapes by name. */
function declareTable(entries: Schemas): string {
  const names = [
    [print(describeShape(schemas.playerFailure)), 'failureShape'],
    [print(describeShape(schemas.playerSnapshot)), 'snapshotShape'],
    [print(describeShape(schemas.playerStats)), 'statsShape'],
  ] as const;
  const lines = Object.entries(entries).map(([key, schema]) => {
    let printed = print(describeShape(schema));
    for (const [shape, name] of names) printed = printed.replaceAll(shape, name);
    return `  ${key}: ${printed},\n`;
  });
  return `/** \`d\` by message name and kind: request 0, result 1, event 3. Results and events not listed carry nothing. */
export const shapes: Readonly<Record<string, Shape | undefined>> = {
${lines.join('')}};
`;
}

function print(shape: Shape): string {
  if (typeof shape === 'string') return `'${shape}'`;
  if (typeof shape === 'number') return String(shape);
  if (Array.isArray(shape)) return `[${shape.map((part) => print(part ?? 0)).join(', ')}]`;
  const fields = Object.entries(shape).map(([key, field]) => `${key}: ${print(field)}`);
  return fields.length > 0 ? `{ ${fields.join(', ')} }` : '{}';
}

/** Expected content of every generated file. */
export function renderGuards(): readonly GuardFile[] {
  return [hostGuards(), callTable(), frameGuards()];
}

/** The generated files that are out of date. */
export function staleGuards(): readonly GuardFile[] {
  return renderGuards().filter(({ path, text }) => {
    try {
      return readFileSync(resolve(root, path), 'utf8') !== text;
    } catch {
      return true; // does not exist yet
    }
  });
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const stale = staleGuards();
  if (process.argv.includes('--check')) {
    for (const { path } of stale)
      console.error(`${path} is out of date. Run npx tsx scripts/generate-guards.ts`);
    process.exitCode = stale.length > 0 ? 1 : 0;
  } else {
    for (const { path, text } of stale) writeFileSync(resolve(root, path), text);
    console.log(
      stale.length > 0 ? `wrote ${stale.map(({ path }) => path).join(', ')}` : 'guards are up to date',
    );
  }
}
