/**
 * What a scheduled job calls: the name of a registered handler and literal arguments, for instance
 * `log.purge("login", 180)`. It is read by this tokenizer and never evaluated.
 */
export type JobArgument = string | number | boolean | null;

export interface JobTarget {
  readonly handler: string;
  readonly args: readonly JobArgument[];
}

export const maxTargetLength = 500;
const maxArguments = 10;

const handlerName = /^[a-z][A-Za-z0-9]*(?:\.[a-z][A-Za-z0-9]*)?$/;
const token =
  /\s*(?:(?<mark>[(),])|(?<text>"(?:[^"\\]|\\["\\])*"|'(?:[^'\\]|\\['\\])*')|(?<number>-?(?:0|[1-9]\d{0,14})(?:\.\d{1,9})?)|(?<word>[A-Za-z][A-Za-z0-9.]*))\s*/y;

const words: ReadonlyMap<string, JobArgument> = new Map<string, JobArgument>([
  ['true', true],
  ['false', false],
  ['null', null],
]);

type Token = { readonly kind: 'mark' | 'text' | 'number' | 'word'; readonly source: string };

function tokensOf(source: string): readonly Token[] | null {
  const tokens: Token[] = [];
  token.lastIndex = 0;
  while (token.lastIndex < source.length) {
    const groups = token.exec(source)?.groups;
    if (!groups) return null;
    for (const kind of ['mark', 'text', 'number', 'word'] as const) {
      const found = groups[kind];
      if (found !== undefined) tokens.push({ kind, source: found });
    }
  }
  return tokens;
}

/** Null if it is anything but one name and literals. */
export function parseJobTarget(source: string): JobTarget | null {
  if (source.length > maxTargetLength) return null;
  const tokens = tokensOf(source);
  const [name, open, ...rest] = tokens ?? [];
  if (name?.kind !== 'word' || !handlerName.test(name.source)) return null;
  if (open?.source !== '(' || rest.pop()?.source !== ')') return null;
  const args: JobArgument[] = [];
  for (const [at, one] of rest.entries()) {
    if (at % 2 === 1) {
      if (one.source !== ',') return null;
      continue;
    }
    const value = literalOf(one);
    if (value === undefined || args.length === maxArguments) return null;
    args.push(value);
  }
  // A comma at the end leaves an even number of tokens.
  return rest.length > 0 && rest.length % 2 === 0 ? null : { handler: name.source, args };
}

function literalOf({ kind, source }: Token): JobArgument | undefined {
  if (kind === 'number') return Number(source);
  if (kind === 'text') return source.slice(1, -1).replace(/\\(.)/g, '$1');
  return kind === 'word' ? words.get(source) : undefined;
}

export function formatJobTarget({ handler, args }: JobTarget): string {
  const texts = args.map((arg) =>
    typeof arg === 'string' ? `"${arg.replace(/["\\]/g, '\\$&')}"` : String(arg),
  );
  return `${handler}(${texts.join(', ')})`;
}
