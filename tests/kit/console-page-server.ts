/** The server of console pages in jsdom: calls are recorded and answered by the test. */
import { ApiError } from '../../app/_console/api/api-error.ts';
import type { CallOptions } from '../../app/_console/api/create-api.ts';

export interface PageCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}
type Answer = (call: PageCall) => unknown;

/** Responses by method and path, and the recorded calls. */
export const server = {
  calls: [] as PageCall[],
  answers: new Map<string, Answer>(),
  reloads: 0,
  /** Number of requests for the menu. */
  menuReloads: 0,
  cityReloads: 0,
  /** An `ApiError` that `answer` returns or throws is thrown to the caller. */
  on(call: string, answer: Answer): void {
    server.answers.set(call, answer);
  },
  to: (call: string) => server.calls.filter(({ method, path }) => `${method} ${path}` === call),
};

async function request(
  method: PageCall['method'],
  path: string,
  body: unknown,
  query: unknown,
): Promise<unknown> {
  const call = { method, path, body, query: (query ?? {}) as PageCall['query'] };
  server.calls.push(call);
  const answer = server.answers.get(`${method} ${path}`);
  const given = answer ? await answer(call) : defaults(path);
  if (given instanceof ApiError) throw given;
  return given;
}

function defaults(path: string): unknown {
  if (path.startsWith('/preference/')) return null;
  if (path.startsWith('/savedView/') || path.endsWith('/options')) return [];
  if (path.endsWith('/page')) return pageOf([]);
  return new ApiError('404', `no response set for ${path}`);
}

export const pageOf = (records: readonly unknown[]) => ({
  records,
  total: records.length,
  pageNum: 1,
  pageSize: 10,
});

/** In place of `app/_console/api/request.ts`. */
export const pageRequest = {
  api: {
    get: (path: string, options: CallOptions = {}) => request('GET', path, undefined, options.query),
    post: (path: string, body?: unknown) => request('POST', path, body, undefined),
    put: (path: string, body?: unknown) => request('PUT', path, body, undefined),
    delete: (path: string, options: CallOptions & { body?: unknown } = {}) =>
      request('DELETE', path, options.body, options.query),
    upload: (path: string, form: FormData) => request('POST', path, form, undefined),
    postForm: async (url: string, form: FormData) => {
      await request('POST', url, form, undefined);
      return { status: 200, body: new Blob() };
    },
  },
  download: () => Promise.resolve(),
  bearer: { hasToken: true },
  sessionEnd: {},
  pageLocale: () => 'zh-CN',
};
