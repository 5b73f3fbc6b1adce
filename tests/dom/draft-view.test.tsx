import { screen as page, waitFor } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, describe, it } from 'vitest';
import { ApiError } from '../../app/_console/api/api-error.ts';
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import { leavePages, server, showConsolePage } from '../kit/console-page-view.tsx';

// After the import above, which replaces the API.
const { DraftView } = await import('../../app/t/draft-view.tsx');

afterEach(leavePages);

const code = 'ab'.repeat(16);
const opened = {
  ...{ themeName: '大厅', version: 3, theme: { ...builtInThemes.voice, themeName: '大厅' } },
  expireInMs: 3_600_000,
  player: { appKey: 'key', camera: { accessToken: 'at.1', path: 'DEMO00001/1' } },
};
const players = () => [...document.querySelectorAll('iframe')].map(({ title }) => title);

describe('the page of a link to a draft', () => {
  it('shows the draft in every size, and when the link ends', async () => {
    server.on('POST /themeDraft/open', () => opened);
    showConsolePage(<DraftView code={code} />);
    expect(await page.findByRole('heading', { name: '大厅' })).toBeVisible();
    expect(page.getByText(/^未发布的草稿 · 此链接于 .+ 结束$/)).toBeVisible();
    await waitFor(() => expect(players()).toEqual(['桌面', '平板', '手机横屏', '手机竖屏', '全屏']));
    expect(server.to('POST /themeDraft/open').map(({ body }) => body)).toEqual([{ code }]);
  });

  it('shows the buttons without video if there is no demo camera', async () => {
    server.on('POST /themeDraft/open', () => ({ ...opened, player: { appKey: 'key', camera: null } }));
    showConsolePage(<DraftView code={code} />);
    expect(await page.findByText('此系统没有演示摄像头，播放器只显示按钮。')).toBeVisible();
    await waitFor(() => expect(players()).toHaveLength(5));
    expect(page.getByRole('radio', { name: '录像' })).toBeDisabled();
  });

  it('appears when the server responds again', async () => {
    server.on('POST /themeDraft/open', () => new ApiError('network', ''));
    showConsolePage(<DraftView code={code} />);
    expect(await page.findByText('无法连接服务器，正在重试')).toBeVisible();
    server.on('POST /themeDraft/open', () => opened);
    await waitFor(() => expect(players()).toHaveLength(5));
    expect(page.queryByRole('alert')).toBeNull();
  });

  it('shows why there is nothing to see, and no player', async () => {
    const message = '链接无效或已结束，请向发送者确认';
    server.on('POST /themeDraft/open', () => new ApiError('U0200', message));
    showConsolePage(<DraftView code={code} />);
    expect(await page.findByText(message)).toBeVisible();
    expect(players()).toEqual([]);
  });
});
