import { useQuery } from '@tanstack/react-query';
import { fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { expect } from 'expect';
import { type ComponentProps, useState } from 'react';
import { afterEach, beforeEach, describe, it, vi } from 'vitest';
import { ApiError } from '../../app/_console/api/api-error.ts';
import type { RecordPlan } from '../../lib/contracts/admin/record-plan.ts';
import { leavePages, server, showConsolePage } from '../kit/console-page-view.tsx';

// jsdom cannot measure the chart, so it is replaced here; the chart has tests of its own.
vi.doMock('../../app/_console/pages/dashboard/hour-chart.tsx', () => ({
  default: () => null,
}));
const { default: CameraSources } = await import('../../app/_console/pages/camera/camera-sources.tsx');
const { default: ConnectCamera } = await import('../../app/_console/pages/camera/connect-camera.tsx');
const { RecordPlanInput } = await import('../../app/_console/pages/camera/record-plan-input.tsx');
const { default: Dashboard } = await import('../../app/_console/pages/dashboard/dashboard.tsx');
await import('../../app/_console/pages/dashboard/hour-chart.tsx');
const { default: ApiDocs } = await import('../../app/_console/pages/api-docs/api-docs-page.tsx');

afterEach(leavePages);

const press = (name: string | RegExp, inside: HTMLElement = document.body) =>
  fireEvent.click(within(inside).getByRole('button', { name }));
const type = (label: string, value: string, inside: HTMLElement = document.body) =>
  fireEvent.change(within(inside).getByLabelText(label), { target: { value } });

const id = 'c'.repeat(32);
const camera = { id, name: '大门', deviceId: 'd'.repeat(32), channelNo: 1, version: 1 };
const main = {
  profile: 'main',
  kind: 'rtsp',
  label: 'rtsp://10.0.0.9:554/…',
  hasPassword: true,
  scene: null,
  transport: 'auto',
  updateTime: '2026-01-01 08:00:00',
};
const sources = (...more: object[]) => ({ sources: [main, ...more], onvif: null, scenes: ['plaza', 'gate'] });

describe('the sources of a camera', () => {
  const put = `PUT /iot/camera/${id}/source/main`;
  beforeEach(() => {
    server.on(`GET /iot/camera/${id}/sources`, () => sources());
    server.on(put, () => sources());
  });
  const card = (name: string) => page.getByRole('region', { name });
  const open = async (permissions?: readonly string[]) => {
    const end = { isClosed: false };
    const onClose = () => {
      end.isClosed = true;
    };
    const view = showConsolePage(
      <CameraSources camera={camera} onClose={onClose} />,
      permissions ? { permissions } : {},
    );
    await page.findAllByText(main.label);
    return { view, end };
  };
  const change = async () => {
    await open();
    press('更改 主码流（高清）');
    return card('主码流（高清）');
  };
  const body = () => server.to(put).at(-1)?.body;

  it("show other editors, and the user's own other window", async () => {
    const path = `/iot/camera/${id}/editing`;
    const zhangSan = [{ name: '张三', since: '2024-05-06 09:03:20', isSelf: false }];
    for (const method of ['GET', 'PUT']) server.on(`${method} ${path}`, () => zhangSan);
    server.on(`DELETE ${path}`, () => null);
    await open();
    await page.findByText(/张三正在编辑/);
    press('更改 主码流（高清）');
    await page.findByText('您可以继续修改：以最后保存的为准。');
    expect(server.to(`DELETE ${path}`)).toEqual([]);
    press('取消', card('主码流（高清）'));
    await waitFor(() => expect(server.to(`DELETE ${path}`)).toHaveLength(1));
    expect(server.to(`PUT ${path}`)).toHaveLength(1);
  });

  it('accept a new password alone and keep the stored address and user name', async () => {
    const form = await change();
    expect(within(form).getByLabelText('地址')).toHaveAttribute('placeholder', '已保存，留空表示不修改');
    expect(within(form).getByRole('button', { name: '保存' })).toHaveProperty('disabled', true);
    type('密码', 'CANARY78', form);
    press('保存', form);
    await waitFor(() => expect(body()).toEqual({ kind: 'rtsp', password: 'CANARY78' }));
  });

  it('accept another transport alone', async () => {
    const form = await change();
    const choice = within(form).getByLabelText('传输方式');
    expect(
      within(choice)
        .getAllByRole('option')
        .map(({ textContent }) => textContent),
    ).toEqual(['自动', 'TCP', 'UDP', '组播']);
    fireEvent.change(choice, { target: { value: 'udp' } });
    press('保存', form);
    await waitFor(() => expect(body()).toEqual({ kind: 'rtsp', transport: 'udp' }));
  });

  it('have the picture in the list taken again when they are saved', async () => {
    let taken = 0;
    function PictureInList() {
      useQuery({
        queryKey: ['cameraThumbnail', id],
        queryFn: () => {
          taken += 1;
          return null;
        },
        staleTime: Number.POSITIVE_INFINITY,
      });
      return null;
    }
    showConsolePage(
      <>
        <PictureInList />
        <CameraSources camera={camera} onClose={() => {}} />
      </>,
    );
    await page.findAllByText(main.label);
    press('更改 主码流（高清）');
    const form = card('主码流（高清）');
    type('地址', 'rtsp://10.0.0.9/2', form);
    expect(taken).toBe(1);
    press('保存', form);
    await waitFor(() => expect(taken).toBe(2));
  });

  it('never show credentials, and keep the stored ones if left blank', async () => {
    const form = await change();
    const [name, password] = [within(form).getByLabelText('用户名'), within(form).getByLabelText('密码')];
    expect([name, password].map((input) => (input as HTMLInputElement).value)).toEqual(['', '']);
    expect(name).toHaveAttribute('placeholder', '已保存，留空表示不修改');
    type('地址', 'rtsp://10.0.0.9/2', form);
    press('保存', form);
    await waitFor(() => expect(body()).toEqual({ kind: 'rtsp', url: 'rtsp://10.0.0.9/2' }));
  });

  it('accept new credentials, and can remove the stored ones', async () => {
    const form = await change();
    type('地址', 'rtsp://10.0.0.9/2', form);
    type('用户名', 'root', form);
    type('密码', 'CANARY77', form);
    press('保存', form);
    await waitFor(() =>
      expect(body()).toEqual({
        kind: 'rtsp',
        url: 'rtsp://10.0.0.9/2',
        username: 'root',
        password: 'CANARY77',
      }),
    );
    // After saving, the password is no longer shown.
    await waitFor(() => expect(within(card('主码流（高清）')).queryByLabelText('密码')).toBeNull());
    press('更改 主码流（高清）');
    expect(within(card('主码流（高清）')).getByLabelText('密码')).toHaveValue('');
    fireEvent.click(within(card('主码流（高清）')).getByLabelText('移除用户名和密码'));
    type('地址', 'rtsp://10.0.0.9/3', card('主码流（高清）'));
    press('保存', card('主码流（高清）'));
    await waitFor(() =>
      expect(body()).toEqual({ kind: 'rtsp', url: 'rtsp://10.0.0.9/3', username: '', password: '' }),
    );
  });

  it.each([
    ['主码流（高清）', '用户名', 'root'],
    ['云台（ONVIF）', '地址 *', 'http://10.0.0.9/onvif'],
  ])('%s: input is never discarded without confirmation', async (name, label, value) => {
    const { view, end } = await open();
    press(`更改 ${name}`);
    expect(view.isUnsaved()).toBe(false);
    type(label, value, card(name));
    await waitFor(() => expect(view.isUnsaved()).toBe(true));
    fireEvent.keyDown(card(name), { key: 'Escape' });
    const why = await page.findByText('有未保存的修改，确定放弃吗？');
    expect(end.isClosed).toBe(false);
    press('确定', why.closest('[role="dialog"]') as HTMLElement);
    await waitFor(() => expect(end.isClosed).toBe(true));
  });

  it('close without confirmation if nothing was changed or the change was discarded', async () => {
    const { view, end } = await open();
    press('更改 主码流（高清）');
    type('用户名', 'root', card('主码流（高清）'));
    await waitFor(() => expect(view.isUnsaved()).toBe(true));
    press('取消', card('主码流（高清）'));
    await waitFor(() => expect(view.isUnsaved()).toBe(false));
    fireEvent.keyDown(card('主码流（高清）'), { key: 'Escape' });
    await waitFor(() => expect(end.isClosed).toBe(true));
  });

  it('move the focus into the form and back', async () => {
    const form = await change();
    await waitFor(() => expect(form.contains(document.activeElement)).toBe(true));
    press('取消', form);
    await waitFor(() =>
      expect(document.activeElement).toBe(page.getByRole('button', { name: '更改 主码流（高清）' })),
    );
  });

  it('are read-only without iot:camera:edit', async () => {
    await open(['iot:camera:query']);
    expect(page.queryByRole('button', { name: /^更改/ })).toBeNull();
    expect(page.getByRole('button', { name: '检测' })).toBeVisible();
  });

  it('ask for confirmation before the substream is removed', async () => {
    server.on(`GET /iot/camera/${id}/sources`, () => sources({ ...main, profile: 'sub' }));
    server.on(`DELETE /iot/camera/${id}/source/sub`, () => sources());
    await open();
    fireEvent.click(await page.findByRole('button', { name: '移除 子码流（标清）' }));
    const why = await page.findByText(/移除后需要重新填写/);
    expect(server.to(`DELETE /iot/camera/${id}/source/sub`)).toEqual([]);
    press('确定', why.closest('[role="dialog"]') as HTMLElement);
    await waitFor(() => expect(server.to(`DELETE /iot/camera/${id}/source/sub`)).toHaveLength(1));
    await waitFor(() => expect(card('子码流（标清）').textContent).toContain('未设置'));
  });

  it('explain why a camera does not respond, with advice', async () => {
    server.on('POST /iot/camera/check', () => ({
      profiles: [
        {
          profile: 'main',
          ok: false,
          code: 'source.auth',
          message: '摄像机拒绝登录',
          advice: [{ code: 'login', severity: 'problem', message: '请核对用户名和密码' }],
          firstFrameMs: null,
          video: null,
          audio: null,
        },
        {
          profile: 'sub',
          ok: true,
          code: null,
          message: null,
          advice: [],
          firstFrameMs: 412.4,
          video: {
            codec: 'H.264',
            width: 640,
            height: 360,
            fps: 25,
            bitrateKbps: 512,
            keyFrameIntervalMs: 2_000,
          },
          audio: null,
        },
      ],
      onvif: null,
    }));
    await open();
    press('检测');
    await page.findByText('主码流（高清）：摄像头响应异常');
    expect(page.getByText('摄像机拒绝登录')).toBeVisible();
    expect(page.getByText('请核对用户名和密码')).toBeVisible();
    expect(page.getByText(/H\.264 640×360 · 25 fps · 512 kbit\/s · 首帧 412 毫秒/)).toBeVisible();
  });
});

describe('接入摄像头', () => {
  it('sends device, channel and sources in one call, a demo source too', async () => {
    server.on('GET /iot/camera/scenes', () => ['plaza']);
    server.on('POST /iot/camera/connect', () => ({ id }));
    let isClosed = false;
    const view = showConsolePage(<ConnectCamera onClose={() => (isClosed = true)} />);
    fireEvent.click(await page.findByLabelText('演示摄像机'));
    type('名称 *', ' 广场 ');
    fireEvent.click(page.getByRole('combobox', { name: '场景' }));
    fireEvent.click(await page.findByRole('option', { name: 'plaza' }));
    expect(view.isUnsaved()).toBe(true);
    press('接入摄像头');
    await waitFor(() => expect(isClosed).toBe(true));
    expect(server.to('POST /iot/camera/connect')[0]?.body).toEqual({
      name: '广场',
      main: { kind: 'demo', scene: 'plaza' },
    });
  });

  it('shows rejected values at their fields, and keeps the input', async () => {
    server.on(
      'POST /iot/camera/connect',
      () => new ApiError('40000', '序列号已存在', { errors: [{ path: 'serial', message: '序列号已存在' }] }),
    );
    showConsolePage(<ConnectCamera onClose={() => undefined} />);
    type('名称 *', '广场');
    type('设备序列号', 'A1');
    type('地址 *', 'rtsp://10.0.0.9/1');
    press('接入摄像头');
    // At its field, and not above it as well.
    expect(await page.findAllByText('序列号已存在')).toHaveLength(1);
    expect(page.queryByRole('alert')).toBeNull();
    expect(page.getByLabelText('设备序列号')).toHaveValue('A1');
  });
});

describe('drawers and dialogs of pages', () => {
  function Opener() {
    const [isOpen, setOpen] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setOpen(true)}>
          打开
        </button>
        {isOpen && <ConnectCamera onClose={() => setOpen(false)} />}
      </>
    );
  }

  it('return the focus to the element that opened them', async () => {
    showConsolePage(<Opener />);
    const opener = page.getByRole('button', { name: '打开' });
    opener.focus();
    fireEvent.click(opener);
    const dialog = await page.findByRole('dialog', { name: '接入摄像头' });
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true));
    press('取消', dialog);
    await waitFor(() => expect(document.activeElement).toBe(opener));
  });
});

describe('the record plan of a camera', () => {
  function Form({
    reported,
    row = null,
  }: {
    readonly reported: (plan: RecordPlan) => void;
    readonly row?: ComponentProps<typeof RecordPlanInput>['row'];
  }) {
    const [plan, setPlan] = useState<RecordPlan | ''>('');
    return (
      <RecordPlanInput
        values={{ recordPlan: plan }}
        errors={{}}
        row={row}
        set={(_field, value) => {
          setPlan(value as RecordPlan);
          reported(value as RecordPlan);
        }}
      />
    );
  }

  it('records always, by weekly time ranges, or around alarms, and limits what is kept', () => {
    let plan: RecordPlan | null = null;
    showConsolePage(<Form reported={(next) => (plan = next)} />);
    fireEvent.click(page.getByLabelText('启用计划'));
    expect(plan).toEqual({ enabled: true, mode: 'always', days: [], keepDays: 7, preRecordSec: 5 });
    expect(page.queryByText('添加时段')).toBeNull();
    fireEvent.click(page.getByLabelText('按周计划'));
    press('添加时段');
    fireEvent.change(page.getAllByLabelText('开始')[0]!, { target: { value: '08:00' } });
    fireEvent.change(page.getAllByLabelText('结束')[0]!, { target: { value: '18:30' } });
    expect(plan).toMatchObject({ mode: 'schedule', days: [{ day: 1, from: '08:00', to: '18:30' }] });
    fireEvent.change(page.getByLabelText('结束'), { target: { value: '07:00' } });
    expect(page.getByText('结束时间必须晚于开始时间')).toBeVisible();
    press('全天');
    expect(page.queryByText('结束时间必须晚于开始时间')).toBeNull();
    expect(plan!.days).toHaveLength(7);
    press('删除 星期一 00:00');
    expect(plan!.days).toHaveLength(6);
    fireEvent.click(page.getByLabelText('报警时'));
    fireEvent.change(page.getByLabelText('延录（秒）'), { target: { value: '45' } });
    fireEvent.change(page.getByLabelText('最大容量（GiB）'), { target: { value: '20' } });
    expect(plan).toMatchObject({ mode: 'alarm', preRecordSec: 5, postRecordSec: 45, maxGb: 20 });
    expect(page.queryByText('存储卡录像')).toBeNull();
  });

  it('is a grid of hours, which is disabled while nothing is recorded', () => {
    let plan: RecordPlan | null = null;
    showConsolePage(<Form reported={(next) => (plan = next)} />);
    expect(page.getByLabelText('保留天数')).toBeDisabled();
    fireEvent.click(page.getByLabelText('启用计划'));
    expect(page.getByLabelText('保留天数')).toBeEnabled();
    fireEvent.click(page.getByLabelText('按周计划'));
    const hour = (name: string) => page.getByRole('button', { name });
    fireEvent.click(hour('星期一 8:00'));
    // A drag over the next two.
    fireEvent.pointerDown(hour('星期一 9:00'));
    fireEvent.pointerEnter(hour('星期一 10:00'));
    fireEvent.pointerUp(hour('星期一 10:00'));
    fireEvent.pointerEnter(hour('星期一 11:00'));
    expect(plan!.days).toEqual([{ day: 1, from: '08:00', to: '11:00' }]);
    expect(hour('星期一 9:00')).toHaveAttribute('aria-pressed', 'true');
    hour('星期一 8:00').focus();
    fireEvent.keyDown(hour('星期一 8:00'), { key: 'ArrowDown' });
    expect(hour('星期二 8:00')).toHaveFocus();
    fireEvent.click(page.getByLabelText('启用计划'));
    expect(hour('星期一 8:00')).toBeDisabled();
  });

  it('has a memory card for demo cameras', () => {
    let plan: RecordPlan | null = null;
    const row = { mainSource: 'demo:yard' } as ComponentProps<typeof RecordPlanInput>['row'];
    showConsolePage(<Form row={row} reported={(next) => (plan = next)} />);
    fireEvent.click(page.getByRole('switch', { name: /存储卡录像/ }));
    expect(plan).toMatchObject({ card: true, enabled: false });
  });
});

describe('the dashboard', () => {
  const nothing = {
    time: '2026-01-01 08:00:00',
    devices: null,
    channels: null,
    streams: null,
    errors: null,
    alarms: null,
    logins: null,
    storage: null,
  };

  it('explains how to start if the user has no dashboard data', async () => {
    server.on('GET /dashboard', () => nothing);
    showConsolePage(<Dashboard />, { permissions: [] });
    await page.findByText('您的角色没有首页数据，请从菜单选择页面');
    expect(page.getByText(/^您好，管理员/)).toBeVisible();
    expect(server.to('GET /dashboard/series')).toEqual([]);
  });

  it('shows only data the user may see', async () => {
    server.on('GET /dashboard', () => ({
      ...nothing,
      devices: { total: 9, online: 4, offline: 3, unknown: 2, disabled: 1, companies: 1 },
    }));
    showConsolePage(<Dashboard />);
    const card = await page.findByRole('region', { name: '设备' });
    expect(card.textContent).toContain('9');
    expect(card.textContent).toContain('在线 4');
    expect(page.queryByRole('region', { name: '存储' })).toBeNull();
  });

  it('counts the unacknowledged alarms, for users who may list them', async () => {
    const devices = { total: 9, online: 4, offline: 3, unknown: 2, disabled: 1, companies: 1 };
    server.on('GET /dashboard', () => ({ ...nothing, devices }));
    server.on('GET /iot/alarm/summary', () => ({
      open: 1000,
      newest: { id: 'a'.repeat(32), cameraName: '大门', title: '人形检测', time: '2026-01-01 07:59:30' },
    }));
    showConsolePage(<Dashboard />, { permissions: ['iot:alarm:list'] });
    const card = await page.findByRole('region', { name: '未处理的报警' });
    expect(card.textContent).toContain('1000+');
    expect(card.textContent).toContain('最新：大门 人形检测（2026-01-01 07:59:30）');
  });

  it('does not request alarms for other users', async () => {
    const devices = { total: 9, online: 4, offline: 3, unknown: 2, disabled: 1, companies: 1 };
    server.on('GET /dashboard', () => ({ ...nothing, devices }));
    showConsolePage(<Dashboard />, { permissions: ['iot:device:list'] });
    await page.findByRole('region', { name: '设备' });
    expect(server.to('GET /iot/alarm/summary')).toEqual([]);
  });

  it('can be reloaded after a failure', async () => {
    server.on('GET /dashboard', () => new ApiError('500', '系统未知错误，请反馈给管理员'));
    showConsolePage(<Dashboard />);
    const again = await page.findByRole('button', { name: '重试' });
    server.on('GET /dashboard', () => nothing);
    fireEvent.click(again);
    await page.findByText('您的角色没有首页数据，请从菜单选择页面');
  });
});

describe('接口文档', () => {
  const envelope = (data: object) => ({
    type: 'object',
    properties: { code: { type: ['integer', 'string'] }, data },
    required: ['code', 'data'],
  });
  const document = {
    openapi: '3.1.0',
    paths: {
      '/system/post/{id}': {
        get: {
          tags: ['system/post'],
          summary: '岗位详情',
          'x-permissions': ['system:post:query'],
          parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'integer' } }],
          responses: {
            200: {
              content: {
                'application/json': { schema: envelope({ $ref: '#/components/schemas/Post' }) },
              },
            },
          },
        },
      },
      '/login': { post: { tags: ['login'], summary: '登录', 'x-permissions': null } },
    },
    components: {
      schemas: {
        Post: {
          type: 'object',
          properties: { postName: { type: 'string', maxLength: 50 } },
          required: ['postName'],
        },
      },
    },
  };

  it('lists the calls that the server describes, and shows one with its permission and schema', async () => {
    server.on('GET /v3/api-docs', () => document);
    const view = showConsolePage(<ApiDocs />);
    await page.findByText(/共 2 个/);
    type('按路径或说明查找', '岗位');
    await waitFor(() => expect(page.queryByText('登录')).toBeNull());
    press(/岗位详情/);
    expect(view.query().get('call')).toBe('GET /system/post/{id}');
    const detail = page.getByRole('region', { name: 'GET /system/post/{id}' });
    expect(within(detail).getByText('system:post:query')).toBeVisible();
    expect(within(detail).getByText('postName')).toBeVisible();
    expect(within(detail).getByText('..50')).toBeVisible();
  });

  it('runs a read-only call as the current user', async () => {
    server.on('GET /v3/api-docs', () => document);
    server.on('GET /system/post/7', () => ({ postName: '经理' }));
    showConsolePage(<ApiDocs />, {
      query: new URLSearchParams({ call: 'GET /system/post/{id}' }).toString(),
    });
    fireEvent.change(await page.findByRole('textbox', { name: 'id' }), { target: { value: '7' } });
    press('发送');
    await page.findByText(/"postName": "经理"/);
  });

  it('shows calls without a permission as open', async () => {
    server.on('GET /v3/api-docs', () => document);
    showConsolePage(<ApiDocs />, { query: new URLSearchParams({ call: 'POST /login' }).toString() });
    await page.findByText('无需登录');
  });
});
