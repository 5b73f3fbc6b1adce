import { QueryObserver } from '@tanstack/react-query';
import { act, cleanup, render, screen } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, it } from 'vitest';
import { createQueryClient } from '../../app/_console/api/query-client.ts';
import { OfflineBanner } from '../../app/_console/shell/offline-banner.tsx';
import { watchConnection } from '../../app/_console/shell/use-reconnect.ts';
import { answered, apiWorld, envelope } from '../kit/console-api.ts';

let world: ReturnType<typeof apiWorld>;
let isDown: boolean;
let stop: () => void;

beforeEach(() => {
  world = apiWorld();
  isDown = true;
  world.answer = () => (isDown ? Promise.reject(new TypeError('Failed to fetch')) : envelope('rows'));
});
afterEach(() => {
  stop();
  cleanup();
});

const sent = (path: string) => world.calls.filter(({ url }) => url.endsWith(path)).length;
const asked = () => sent('/get-user-info');
const advance = (ms: number) =>
  act(async () => {
    await world.clock.advance(ms);
    await answered();
  });

/** A list whose query is observed, as that of a visible page. */
async function openList() {
  const queries = createQueryClient();
  stop = watchConnection(queries, world.api, world.clock);
  render(<OfflineBanner />);
  const list = new QueryObserver(queries, {
    queryKey: ['list'],
    queryFn: ({ signal }) => world.api.get<string>('/list', { signal }),
  });
  const end = list.subscribe(() => undefined);
  const watched = stop;
  stop = () => {
    end();
    watched();
  };
  await act(answered);
  return { list, queries };
}

it('asks a server that does not respond with growing delays, and then repeats what failed', async () => {
  const { list } = await openList();
  expect(screen.getByRole('status')).toHaveTextContent('服务器没有响应，正在自动重试…');
  const after = [];
  for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
    await advance(seconds * 1_000 - 1);
    const before = asked();
    await advance(1);
    after.push(asked() - before);
  }
  expect(after).toEqual([1, 1, 1, 1, 1, 1, 1]);
  // The list itself is not repeated meanwhile, so its page does not change.
  expect(sent('/list')).toBe(1);
  isDown = false;
  await advance(30_000);
  expect(list.getCurrentResult().data).toBe('rows');
  expect(screen.queryByRole('status')).toBeNull();
  const total = asked();
  await advance(120_000);
  expect(asked()).toBe(total);
});

it.each([
  ['the browser is online again', () => window.dispatchEvent(new Event('online'))],
  ['the page becomes visible', () => document.dispatchEvent(new Event('visibilitychange'))],
])('asks at once when %s', async (_, happen) => {
  const { list } = await openList();
  isDown = false;
  happen();
  await advance(0);
  expect(list.getCurrentResult().data).toBe('rows');
});

it('keeps the rows of a refresh that failed', async () => {
  isDown = false;
  const { list, queries } = await openList();
  expect(list.getCurrentResult().data).toBe('rows');
  isDown = true;
  await act(() => queries.invalidateQueries());
  expect(list.getCurrentResult()).toMatchObject({ data: 'rows', isError: true });
  isDown = false;
  await advance(1_000);
  expect(list.getCurrentResult()).toMatchObject({ data: 'rows', isError: false });
});

it('asks nothing while the page is hidden', async () => {
  await openList();
  Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
  try {
    await advance(60_000);
    expect(asked()).toBe(0);
  } finally {
    Object.defineProperty(document, 'visibilityState', { value: 'visible', configurable: true });
  }
});

it('continues with longer delays if the server responds, but the list does not', async () => {
  await openList();
  world.answer = ({ url }) =>
    url.endsWith('/list') ? new Response('bad gateway', { status: 502 }) : envelope(null);
  await advance(1_000);
  expect([asked(), sent('/list')]).toEqual([1, 2]);
  await advance(1_999);
  expect(asked()).toBe(1);
  await advance(1);
  expect([asked(), sent('/list')]).toEqual([2, 3]);
});

it('ignores requests that the server rejected', async () => {
  world.answer = () => Response.json({ code: 500, message: '坏了', data: null });
  await openList();
  await advance(60_000);
  expect(asked()).toBe(0);
  expect(screen.queryByRole('status')).toBeNull();
});
