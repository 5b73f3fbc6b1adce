/** Setup of files that use `console-page-view.tsx`: run for each of them, since each begins without mocks. */
import { vi } from 'vitest';

vi.doMock('../../app/_console/api/request.ts', async () => ({
  ...(await import('../../app/_console/api/api-error.ts')),
  ...(await import('./console-page-server.ts')).pageRequest,
}));
// The editor has tests of its own.
vi.doMock('../../app/_console/resource/widgets/editor.tsx', () => ({ default: () => null }));
