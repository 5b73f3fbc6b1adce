/** Setup of files that use `resource-page.tsx`: run for each of them, since each begins without mocks. */
import { vi } from 'vitest';

vi.doMock('../../app/_console/api/request.ts', async () => {
  const { api, download, bearer } = await import('./resource-page-server.ts');
  const errors = await import('../../app/_console/api/api-error.ts');
  return { ...errors, api, download, bearer, sessionEnd: {}, pageLocale: () => 'zh-CN' };
});
vi.doMock('../../app/_console/resource/data/definitions.ts', async () => {
  const { world } = await import('./resource-page-server.ts');
  return { loadDefinition: async () => world.definition };
});
