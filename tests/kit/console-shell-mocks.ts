/** Setup of files that use `console-shell.tsx`: run for each of them, since each begins without mocks. */
import { vi } from 'vitest';

vi.doMock('../../app/_console/api/request.ts', async () => {
  const { server } = await import('./console-shell-server.ts');
  return {
    ...(await import('../../app/_console/api/api-error.ts')),
    api: {
      get: async (path: string, options?: { query?: Record<string, string> }) => {
        server.requested.push(`${path}?${new URLSearchParams(options?.query)}`);
        return server.answer(path);
      },
      put: async (path: string, body: unknown) => void server.stored.push([path, body]),
    },
    bearer: {},
    download: {},
    sessionEnd: {},
    pageLocale: () => 'zh-CN',
  };
});
