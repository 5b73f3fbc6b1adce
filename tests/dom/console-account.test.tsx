import { MantineProvider } from '@mantine/core';
import { cleanNotifications, Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { expect } from 'expect';
import { Activity, useState } from 'react';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import { ApiContext } from '../../app/_console/api/use-api.ts';
import AccountCenter from '../../app/_console/pages/account/account-center.tsx';
import AccountSettings from '../../app/_console/pages/account/account-settings.tsx';
import { SessionContext } from '../../app/_console/session/use-session.tsx';
import { PageContext } from '../../app/_console/shell/page/page-context.ts';
import { ConfirmHost } from '../../app/_console/ui/dialogs/confirm-host.tsx';
import { maxUploadBytes } from '../../lib/contracts/admin/upload-kinds.ts';
import { envelope, failure, type SeenCall } from '../kit/console-api.ts';
import { sessionWorld } from '../kit/console-session.ts';

const profile = {
  userId: 1,
  userName: 'admin',
  nickName: '管理员',
  phonenumber: '13800000000',
  email: 'a@example.cn',
  sex: '2',
  avatar: '',
  deptName: '研发部',
  roleNames: ['超级管理员'],
  postNames: [],
  loginIp: null,
  loginDate: null,
  pwdUpdateDate: null,
  createTime: '2026-01-01 08:00:00',
  totpEnabled: false,
  version: 3,
};
const session = (id: string, current: boolean) => ({
  id,
  ipaddr: '192.0.2.1',
  browser: current ? 'Chrome 156' : 'Firefox 140',
  os: 'Linux',
  device: 'PC',
  rememberMe: false,
  current,
  loginTime: '2026-01-01 08:00:00',
  lastAccess: '2026-01-01 09:00:00',
  expiresAt: '2026-01-08 08:00:00',
});

let world: ReturnType<typeof sessionWorld>;
let queries: QueryClient;
let me: typeof profile;
let sessions: ReturnType<typeof session>[];
let opened: string[];

beforeEach(async () => {
  me = profile;
  opened = [];
  sessions = [session('a'.repeat(32), true), session('b'.repeat(32), false)];
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  world = sessionWorld();
  const base = '/system/user/profile';
  world.server.extra.set(base, (call) => {
    if (call.method === 'PUT') me = { ...me, ...bodyOf(call), version: me.version + 1 };
    return envelope(call.method === 'PUT' ? null : me);
  });
  world.server.extra.set(`${base}/sessions`, () => envelope(sessions));
  for (const path of ['/iot/application/page', '/iot/camera/page', '/system/notice/list']) {
    world.server.extra.set(path, () => envelope({ records: [], total: 0 }));
  }
  await world.signedIn();
});
afterEach(() => {
  cleanup();
  cleanNotifications();
  queries.clear();
});

const bodyOf = (call: SeenCall) => JSON.parse(String(call.body)) as Record<string, unknown>;
const callsTo = (method: string, path: string) =>
  world.calls.filter((call) => call.method === method && call.url.endsWith(`/api/admin${path}`));

function Page({ children, at }: { readonly children: React.ReactNode; readonly at: string }) {
  const [query, setQuery] = useState(new URLSearchParams(at));
  return (
    <PageContext
      value={{
        path: '/account',
        query,
        isActive: true,
        setQuery,
        setTitle: () => undefined,
        setUnsaved: () => undefined,
        open: (path) => void opened.push(path),
        close: () => undefined,
      }}
    >
      {children}
    </PageContext>
  );
}

function open(page: React.ReactNode, at = ''): void {
  render(
    <MantineProvider env="test">
      <QueryClientProvider client={queries}>
        <Notifications />
        <ConfirmHost />
        <ApiContext value={world.api}>
          <SessionContext value={world.session}>
            <Page at={at}>{page}</Page>
          </SessionContext>
        </ApiContext>
      </QueryClientProvider>
    </MantineProvider>,
  );
}

const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const type = async (label: string, value: string) =>
  fireEvent.input(await field(label), { target: { value } });
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));

describe('the account page', () => {
  it('shows the user and the recent sign-ins', async () => {
    open(<AccountCenter />);
    expect(await screen.findByText('超级管理员')).toBeVisible();
    expect(screen.getByText('研发部')).toBeVisible();
    expect(await screen.findByText('Firefox 140 · Linux')).toBeVisible();
    await press('编辑资料');
    expect(opened).toEqual(['/account/settings']);
  });

  it('has tabs App, Article and Project with real data', async () => {
    world.server.extra.set('/iot/application/page', () =>
      envelope({ records: [{ id: 'x', name: '示例应用', appKey: 'k' }], total: 1 }),
    );
    open(<AccountCenter />);
    expect(await screen.findByText('示例应用')).toBeVisible();
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['应用', '文章', '项目']);
    fireEvent.click(screen.getByRole('tab', { name: '项目' }));
    expect(await screen.findByText('暂无数据')).toBeVisible();
  });

  it('requests nothing the user may not see', async () => {
    world.server.user = { ...world.server.user, roleCodes: [], permissions: [] };
    await world.session.reload();
    open(<AccountCenter />);
    expect(await screen.findByText('暂无数据')).toBeVisible();
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['文章']);
    expect(world.calls.filter(({ url }) => url.includes('/iot/'))).toEqual([]);
  });

  it('has the tabs that a role may see, also if the address names another one', async () => {
    world.server.user = { ...world.server.user, roleCodes: [], permissions: ['iot:camera:list'] };
    await world.session.reload();
    open(<AccountCenter />, 'tab=app');
    expect(await screen.findByText('暂无数据')).toBeVisible();
    expect(screen.getAllByRole('tab').map((tab) => tab.textContent)).toEqual(['文章', '项目']);
    expect(screen.getByRole('tab', { name: '文章' })).toHaveAttribute('aria-selected', 'true');
  });
});

describe('personal settings', () => {
  it('save the profile with the version that was read', async () => {
    open(<AccountSettings />);
    await type('昵称', ' 新名字 ');
    await press('保存');
    await waitFor(() => expect(callsTo('PUT', '/system/user/profile')).toHaveLength(1));
    expect(bodyOf(callsTo('PUT', '/system/user/profile')[0]!)).toEqual({
      nickName: '新名字',
      phonenumber: '13800000000',
      email: 'a@example.cn',
      sex: '2',
      version: 3,
    });
    expect(await screen.findByText('已保存')).toBeVisible();
  });

  it('mark the fields that the server rejects', async () => {
    open(<AccountSettings />);
    await type('邮箱', 'nonsense');
    world.server.extra.set('/system/user/profile', () =>
      failure(40000, '请输入正确的邮箱', { errors: [{ path: 'email', message: '请输入正确的邮箱' }] }),
    );
    await press('保存');
    expect(await screen.findByText('请输入正确的邮箱')).toBeVisible();
    expect(await field('邮箱')).toHaveAttribute('aria-invalid', 'true');
  });

  it('set up two-step verification: the QR code is rendered locally and confirmed by its first code', async () => {
    const secret = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
    world.server.extra.set('/system/user/profile/totp', (call) =>
      envelope(
        call.method === 'POST' ? { secret, uri: `otpauth://totp/Oriel:admin?secret=${secret}` } : null,
      ),
    );
    open(<AccountSettings />, 'tab=security');
    await press('启用');
    await type('当前密码', 'Correct-horse-1');
    await press('开始设置');
    const qrCode = await screen.findByRole('img', { name: '动态验证码密钥的二维码' });
    await waitFor(() => expect(qrCode.querySelector('path')?.getAttribute('d')).toMatch(/^M\d+ \d+h1v1h-1z/));
    await type('动态验证码', '123456');
    fireEvent.click(screen.getAllByRole('button', { name: '启用' }).at(-1)!);
    await waitFor(() => expect(callsTo('PUT', '/system/user/profile/totp')).toHaveLength(1));
    expect(bodyOf(callsTo('PUT', '/system/user/profile/totp')[0]!)).toEqual({ secret, code: '123456' });
  });

  it('end another session after a confirmation', async () => {
    open(<AccountSettings />, 'tab=security');
    const path = `/system/user/profile/sessions/${'b'.repeat(32)}`;
    world.server.extra.set(path, () => {
      sessions = sessions.slice(0, 1);
      return envelope(null);
    });
    await press('退出 Firefox 140 · Linux');
    expect(await screen.findByText('确定让该设备退出登录吗？之后需要重新登录。')).toBeVisible();
    expect(callsTo('DELETE', path)).toEqual([]);
    await press('确定');
    await waitFor(() => expect(screen.queryByText('Firefox 140 · Linux')).toBeNull());
  });

  it('reject images above 2 MB: 图片大小限制 2MB！', async () => {
    open(<AccountSettings />, 'tab=avatar');
    await screen.findByRole('button', { name: '选择图片' });
    const chooser = document.querySelector<HTMLInputElement>('input[type=file]')!;
    const large = { name: 'a.png', type: 'image/png', size: maxUploadBytes + 1 };
    fireEvent.change(chooser, { target: { files: [large] } });
    expect(await screen.findByText('图片大小限制 2MB！')).toBeVisible();
  });

  it('keep the chosen image while their tab is hidden, and release it with the page', async () => {
    vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null);
    const close = vi.fn();
    vi.stubGlobal('createImageBitmap', async () => ({ width: 10, height: 10, close }));
    let show: (isShown: boolean) => void = () => undefined;
    function Tab() {
      const [isShown, setShown] = useState(true);
      show = setShown;
      return (
        <Activity mode={isShown ? 'visible' : 'hidden'}>
          <AccountSettings />
        </Activity>
      );
    }
    open(<Tab />, 'tab=avatar');
    await screen.findByRole('button', { name: '选择图片' });
    const chooser = document.querySelector<HTMLInputElement>('input[type=file]')!;
    fireEvent.change(chooser, { target: { files: [new File(['x'], 'a.png', { type: 'image/png' })] } });
    await screen.findByRole('application');
    await act(async () => show(false));
    await act(async () => show(true));
    expect(close).not.toHaveBeenCalled();
    cleanup();
    expect(close).toHaveBeenCalledTimes(1);
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });
});
