import { expect } from 'expect';
import { beforeEach, describe, it } from 'vitest';
import { createDownload } from '../../app/_console/api/download.ts';
import { apiWorld, endedSession, envelope, failure, silence } from '../kit/console-api.ts';

let world: ReturnType<typeof apiWorld>;
let saved: { name: string; text: string }[];

beforeEach(() => {
  world = apiWorld();
  saved = [];
});

const download = (signal?: AbortSignal) =>
  createDownload({
    api: world.api,
    notifier: world.notices,
    locale: () => 'zh-CN',
    save: (file, name) => void file.text().then((text) => saved.push({ name, text })),
  })(
    '/system/post/export',
    { name: 'a b', columns: ['postName', 'status'] },
    '岗位.csv',
    signal ? { signal } : {},
  );

const visibleNotices = () =>
  [...world.notices.visible.values()].map(({ kind, message }) => `${kind} ${message}`);

describe('downloading', () => {
  it('POSTs a form, shows 正在下载数据，请稍候, saves the file, then 下载成功', async () => {
    world.token = 'short-lived';
    world.answer = () => new Response('岗位名称\n', { headers: { 'content-type': 'text/csv' } });
    const done = download();
    expect(visibleNotices()).toEqual(['loading 正在下载数据，请稍候']);
    await done;
    await world.clock.advance(0);
    expect(visibleNotices()).toEqual(['success 下载成功']);
    expect(saved).toEqual([{ name: '岗位.csv', text: '岗位名称\n' }]);
    const [call] = world.calls;
    expect(call?.method).toBe('POST');
    expect(call?.headers.get('content-type')).toBe('application/x-www-form-urlencoded');
    expect(call?.headers.get('authorization')).toBe('Bearer short-lived');
    expect([...new URLSearchParams(String(call?.body))]).toEqual([
      ['name', 'a b'],
      ['columns[]', 'postName'],
      ['columns[]', 'status'],
    ]);
  });

  it.each([
    ['its msg', () => failure(601, '导出过于频繁'), '导出过于频繁'],
    ['the words of its code', () => failure(403), '当前操作没有权限'],
  ])('shows a JSON body as an error: %s', async (_, answer, message) => {
    world.answer = answer;
    await expect(download()).rejects.toThrow(message);
    expect([visibleNotices(), saved]).toEqual([[`error ${message}`], []]);
  });

  it.each([
    ['the connection breaks', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['the server answers with an HTTP error', () => new Response('', { status: 502 })],
    ['the JSON is invalid', () => new Response('{', { headers: { 'content-type': 'application/json' } })],
  ])('shows 下载文件出现错误，请联系管理员！ when %s', async (_, answer) => {
    world.answer = answer as () => Response;
    await expect(download()).rejects.toThrow();
    expect(visibleNotices()).toEqual(['error 下载文件出现错误，请联系管理员！']);
  });

  it('shows where the file will be if the server makes it in the background', async () => {
    world.answer = () => envelope(null, { message: '共 5,100 行，正在后台导出，完成后可在通知铃铛中下载' });
    expect(await download()).toBe('deferred');
    expect([visibleNotices(), saved]).toEqual([
      ['info 共 5,100 行，正在后台导出，完成后可在通知铃铛中下载'],
      [],
    ]);
  });

  it('handles an ended session as every call does', async () => {
    world.token = 'short-lived';
    world.answer = () => endedSession();
    await expect(download()).rejects.toThrow('登录状态已过期，请重新登录');
    expect(world.expired).toBe(1);
  });

  it('shows nothing more after it was cancelled', async () => {
    world.network = silence;
    const leaving = new AbortController();
    const done = download(leaving.signal);
    await world.clock.advance(1);
    leaving.abort();
    await expect(done).rejects.toThrow();
    expect(visibleNotices()).toEqual([]);
  });
});
