import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, it } from 'vitest';
import { ApiContext } from '../../app/_console/api/use-api.ts';
import { StorageAlert } from '../../app/_console/shell/storage-alert.tsx';
import { apiWorld, envelope } from '../kit/console-api.ts';

const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
afterEach(() => {
  cleanup();
  queries.clear();
});

function show(state: string | null) {
  const world = apiWorld();
  world.answer = () => envelope({ state });
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <ApiContext value={world.api}>
          <StorageAlert />
        </ApiContext>
      </QueryClientProvider>
    </MantineProvider>,
  );
  return world;
}

it.each([
  ['low', /空间不足/],
  ['full', /磁盘已满.*清理/],
  ['readOnly', /只读/],
  ['failed', /读写出错/],
  ['damaged', /已损坏.*备份/],
  ['recordings', /录像无法写入磁盘/],
  ['objectStore', /无法上传到对象存储/],
  ['files', /上传文件的存储桶无法访问/],
])('a storage that is %s is announced to administrators', async (state, text) => {
  show(state);
  expect(await screen.findByRole('alert')).toHaveTextContent(text);
});

it.each([['ok'], [null]])('nothing is shown for %s', async (state) => {
  const world = show(state);
  await waitFor(() => expect(queries.getQueryData(['storage'])).toEqual({ state }));
  expect(world.calls).toHaveLength(1);
  expect(screen.queryByRole('alert')).toBeNull();
});
