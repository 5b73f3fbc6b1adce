import type { AdminRoute } from './admin-route.ts';

export type Found =
  | { readonly kind: 'route'; readonly route: AdminRoute; readonly params: Readonly<Record<string, string>> }
  | { readonly kind: 'otherMethod'; readonly methods: readonly string[] }
  | { readonly kind: 'nothing' };

interface Pattern {
  readonly route: AdminRoute;
  /** Fixed text, or the name of a `{name}` parameter. */
  readonly segments: readonly ({ readonly fixed: string } | { readonly param: string })[];
  /** `0` for each fixed segment, `1` for each parameter: sorts fixed segments first, from left to right. */
  readonly rank: string;
}

/**
 * Finds calls by path. A fixed segment takes precedence over `{name}`, from left to right. Throws when two calls have
 * the same path, or one has no policy, so that such a server does not start.
 */
export function routeTable(routes: readonly AdminRoute[]) {
  const bySize = new Map<number, Pattern[]>();
  const known = new Set<string>();
  for (const route of routes) {
    const { method, path, policy } = route.call;
    const name = `${method} ${path.replace(/\{\w+\}/g, '{}')}`;
    if (!policy) throw new Error(`${name} has no policy`);
    if (known.has(name)) throw new Error(`${name} is defined twice`);
    known.add(name);
    const segments = path
      .slice(1)
      .split('/')
      .map((text) => {
        const param = /^\{(\w+)\}$/.exec(text)?.[1];
        return param === undefined ? { fixed: text } : { param };
      });
    const rank = segments.map((segment) => ('param' in segment ? '1' : '0')).join('');
    const same = bySize.get(segments.length);
    if (same) same.push({ route, segments, rank });
    else bySize.set(segments.length, [{ route, segments, rank }]);
  }
  for (const patterns of bySize.values())
    patterns.sort((left, right) => (left.rank < right.rank ? -1 : Number(left.rank > right.rank)));

  /** `path`: relative to the API's base, as received. */
  return function find(method: string, path: string): Found {
    const sent = path.startsWith('/') ? decoded(path.slice(1).split('/')) : null;
    if (sent === null) return { kind: 'nothing' };
    const fitting = (bySize.get(sent.length) ?? []).filter(({ segments }) => fits(segments, sent));
    const best = fitting.find(({ route }) => route.call.method === method);
    if (best) return { kind: 'route', route: best.route, params: paramsOf(best.segments, sent) };
    const methods = [...new Set(fitting.map(({ route }) => route.call.method))];
    return methods.length > 0 ? { kind: 'otherMethod', methods } : { kind: 'nothing' };
  };
}

function fits(segments: Pattern['segments'], sent: readonly string[]): boolean {
  return segments.every((segment, index) =>
    'fixed' in segment ? segment.fixed === sent[index] : sent[index] !== '',
  );
}

function paramsOf(segments: Pattern['segments'], sent: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    segments.flatMap((segment, index) => ('param' in segment ? [[segment.param, sent[index] ?? '']] : [])),
  );
}

/** Null for an invalid path. */
function decoded(segments: readonly string[]): readonly string[] | null {
  try {
    const texts = segments.map((segment) => decodeURIComponent(segment));
    return texts.some((text) => /[\p{Cc}/\\]/u.test(text) || text.length > 2_048) ? null : texts;
  } catch {
    return null;
  }
}
