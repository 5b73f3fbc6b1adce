/** Values of a query or of a form-encoded body. Empty ones (undefined, null, '') are left out. */
export type QueryValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly QueryValue[]
  | { readonly [key: string]: QueryValue };
export type Query = Readonly<Record<string, QueryValue>>;

/** `{a: {b: 'c'}, ids: [1, 2]}` is `a[b]=c&ids[]=1&ids[]=2`. */
export function queryPairs(query: Query): readonly (readonly [string, string])[] {
  return Object.entries(query).flatMap(([key, value]) => pairsOf(key, value));
}

export function queryText(query: Query): string {
  return queryPairs(query)
    .map(([key, value]) => `${encodeKey(key)}=${encodeURIComponent(value)}`)
    .join('&');
}

function pairsOf(key: string, value: QueryValue): readonly (readonly [string, string])[] {
  if (value === undefined || value === null || value === '') return [];
  if (Array.isArray(value)) return value.flatMap((each: QueryValue) => pairsOf(`${key}[]`, each));
  if (typeof value === 'object') {
    return Object.entries(value).flatMap(([sub, each]) => pairsOf(`${key}[${sub}]`, each));
  }
  return [[key, String(value)]];
}

/** Leaves brackets unescaped, as servers of this family expect. */
function encodeKey(key: string): string {
  return encodeURIComponent(key).replaceAll('%5B', '[').replaceAll('%5D', ']');
}
