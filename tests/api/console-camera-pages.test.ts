import { expect } from 'expect';
import { describe, it } from 'vitest';
import { allCameraPermissions, describeCameras, ok, streamOf } from '../kit/camera-console.ts';
import { addForeignDevice } from '../kit/domain.ts';

/** Fictitious, with the check character that the first 17 characters require. */
const creditCode = '91350100M000100Y43';

describeCameras('companies, devices and channels in the console', (testConsole) => {
  const addDevice = async (body: Record<string, unknown>): Promise<string> =>
    ok(await testConsole().admin.call('POST', '/iot/device', { body: { name: '门口', ...body } })).id;
  const addCompany = async (body: Record<string, unknown>): Promise<string> =>
    ok(await testConsole().admin.call('POST', '/iot/company', { body })).id;
  const addChannel = async (deviceId: string, body: Record<string, unknown> = {}): Promise<string> =>
    ok(await testConsole().admin.call('POST', '/iot/camera', { body: { deviceId, name: '大门', ...body } }))
      .id;
  const get = async (path: string) => ok(await testConsole().admin.call('GET', path));

  describe('companies', () => {
    it('keep their values, and count their devices', async () => {
      const id = await addCompany({
        name: '东方仓储有限公司',
        creditCode,
        contactName: '王小明',
        contactPhone: '13800001234',
        deviceQuota: 2,
      });
      expect(id).toMatch(/^[0-9a-f]{32}$/);
      await addDevice({ serial: 'CAM1', companyId: id });
      expect(await get(`/iot/company/${id}`)).toMatchObject({
        name: '东方仓储有限公司',
        creditCode,
        deviceQuota: 2,
        deviceCount: 1,
        status: '0',
        version: 1,
      });
    });

    it('reject a credit code with a wrong check character', async () => {
      const body = { name: '东方仓储', creditCode: '91350100M000100Y44' };
      const answer = await testConsole().admin.call('POST', '/iot/company', { body });
      expect(answer).toMatchObject({ code: 40000, errors: [{ path: 'creditCode' }] });
    });

    it('have a unique name and credit code', async () => {
      await addCompany({ name: '东方仓储', creditCode });
      const again = await testConsole().admin.call('POST', '/iot/company', { body: { name: '东方仓储' } });
      expect(again).toMatchObject({ code: 'U0210', errors: [{ path: 'name' }] });
      const sameCode = await testConsole().admin.call('POST', '/iot/company', {
        body: { name: '西方仓储', creditCode },
      });
      expect(sameCode).toMatchObject({ code: 'U0210', errors: [{ path: 'creditCode' }] });
    });

    it('mask contact and phone without the permission, and reveal them only with it', async () => {
      const id = await addCompany({ name: '东方仓储', contactName: '王小明', contactPhone: '13800001234' });
      const clerk = await testConsole().signIn({
        permissions: ['iot:company:query', 'iot:company:list'],
        maskScope: 3,
      });
      const seen = ok(await clerk.call('GET', `/iot/company/${id}`));
      expect(seen).toMatchObject({ contactName: '王**', contactPhone: '138****1234' });
      const reveal = { body: { field: 'contactPhone' } };
      expect((await clerk.call('POST', `/iot/company/${id}/reveal`, reveal)).code).toBe(403);
      expect(ok(await testConsole().admin.call('POST', `/iot/company/${id}/reveal`, reveal))).toBe(
        '13800001234',
      );
    });

    it('are not deleted while they have devices: 企业下还有设备，不能删除', async () => {
      const id = await addCompany({ name: '东方仓储' });
      const deviceId = await addDevice({ serial: 'CAM1', companyId: id });
      const refusal = await testConsole().admin.call('DELETE', `/iot/company/${id}`);
      expect(refusal).toMatchObject({ code: 'U0200', message: '企业下还有设备，不能删除' });
      ok(await testConsole().admin.call('DELETE', `/iot/device/${deviceId}`));
      ok(await testConsole().admin.call('DELETE', `/iot/company/${id}`));
      expect((await testConsole().admin.call('GET', `/iot/company/${id}`)).code).toBe(404);
    });

    it('reject devices above their limit, however many are added at once', async () => {
      const companyId = await addCompany({ name: '东方仓储', deviceQuota: 2 });
      const answers = await Promise.all(
        [1, 2, 3, 4, 5].map((each) =>
          testConsole().admin.call('POST', '/iot/device', {
            body: { serial: `CAM${each}`, name: '门', companyId },
          }),
        ),
      );
      expect(answers.filter(({ code }) => code === 20001)).toHaveLength(2);
      expect(answers.find(({ code }) => code !== 20001)?.message).toBe('企业的设备数量已达上限');
      const quota = { id: companyId, version: 1, deviceQuota: 1 };
      expect((await testConsole().admin.call('PUT', '/iot/company', { body: quota })).code).toBe(40000);
    });
  });

  describe('devices', () => {
    it('have a serial number unique in the whole system: 设备已被别人添加', async () => {
      await addForeignDevice(testConsole(), 'THEIRS');
      const add = (serial: string) =>
        testConsole().admin.call('POST', '/iot/device', { body: { serial, name: '门' } });
      expect(await add('THEIRS')).toMatchObject({ code: 'U0210', message: '设备已被别人添加' });
      expect(await add('DEMO00001')).toMatchObject({ code: 'U0210', message: '设备已被自己添加' });
      expect((await add('坏 序列号')).code).toBe(40000);
    });

    it('with a serial number outside the data scope are reported as 序列号已被使用, by form and by file', async () => {
      await addDevice({ serial: 'CAM1', deptId: testConsole().north });
      const southern = await testConsole().signIn({
        permissions: allCameraPermissions,
        dataScope: 3,
        deptId: testConsole().south,
      });
      const add = (serial: string) =>
        southern.call('POST', '/iot/device', { body: { serial, name: '门', deptId: testConsole().south } });
      const inUse = { path: 'serial', message: '序列号已被使用' };
      expect(await add('CAM1')).toMatchObject({ code: 'U0210', message: inUse.message, errors: [inUse] });
      ok(await add('CAM2'));
      expect(await add('CAM2')).toMatchObject({ code: 'U0210', message: '设备已被自己添加' });
      const bytes = '设备序列号,设备名称,产品类型\r\nCAM1,一号,摄像机\r\nCAM2,二号,摄像机\r\n';
      const { errors } = ok(
        await southern.call('POST', '/iot/device/importData', {
          file: { name: 'devices.csv', type: 'text/csv', bytes },
        }),
      );
      expect(errors.map(({ message }: { message: string }) => message)).toEqual([
        inUse.message,
        '设备已被自己添加',
      ]);
    });

    it('never change their serial number, whatever a body contains', async () => {
      const id = await addDevice({ serial: 'CAM1' });
      const body = { id, version: 1, name: '后门', serial: 'CAM2', tenantId: 'other', createBy: 'x' };
      ok(await testConsole().admin.call('PUT', '/iot/device', { body }));
      expect(await get(`/iot/device/${id}`)).toMatchObject({ serial: 'CAM1', name: '后门', version: 2 });
    });

    it('store their verification code encrypted, and never show it', async () => {
      const id = await addDevice({ serial: 'CAM1', validCode: 'ABCDEF', isEncrypt: true });
      const row = await testConsole()
        .db.selectFrom('device')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirst();
      expect(row?.validCodeSealed).toMatch(/^v1\./);
      const shown = await testConsole().admin.call('GET', `/iot/device/${id}`);
      expect(shown.text).not.toContain('ABCDEF');
      expect(shown.data).toMatchObject({ hasValidCode: true, isEncrypt: true });
      const log = await testConsole().db.selectFrom('operationLog').selectAll().execute();
      expect(JSON.stringify(log)).not.toContain('ABCDEF');
      const { accessToken } = await testConsole()
        .operator.run('app.create', { name: '示例', origins: [] })
        .then(({ appKey }) => testConsole().operator.run('token.issue', { appKey }));
      await addChannel(id);
      const live = (code: string) =>
        testConsole().call('/api/lapp/live/url/ezopen', {
          accessToken,
          ezopen: `ezopen://${code}@oriel/CAM1/1.hd.live`,
        });
      expect((await live('WRONG')).code).toBe('400036');
      // The verification code is correct; the error is that the camera has no source.
      expect((await live('ABCDEF')).code).toBe('20007');
    });

    it('are not encrypted without a code', async () => {
      const answer = await testConsole().admin.call('POST', '/iot/device', {
        body: { serial: 'CAM1', name: '门', isEncrypt: true },
      });
      expect(answer).toMatchObject({ code: 40000, message: '加密设备必须设置验证码' });
    });

    it('end their streams when they are disabled or deleted', async () => {
      const id = await addDevice({ serial: 'CAM1' });
      await addChannel(id);
      const reported: unknown[] = [];
      testConsole().sources.onChanged((change) => reported.push(change));
      ok(
        await testConsole().admin.call('PUT', '/iot/device/changeStatus', {
          body: { id, status: '1', version: 1 },
        }),
      );
      const change = { tenantId: 'default', deviceSerial: 'CAM1', channelNo: 1 };
      expect(reported).toEqual([change]);
      ok(await testConsole().admin.call('DELETE', `/iot/device/${id}`));
      expect(reported).toEqual([change, change]);
      expect((await testConsole().operator.run('camera.list', {})).map(({ serial }) => serial)).not.toContain(
        'CAM1',
      );
    });

    it('are online while a stream is live, offline while streams fail, and 从未上线 if never checked', async () => {
      testConsole().streams.push(streamOf('DEMO00001', 'live'), streamOf('DEMO00002', 'retrying'));
      await addDevice({ serial: 'CAM1' });
      const { records } = await get('/iot/device/page?orderByColumn=serial&isAsc=asc');
      const status = records.map(({ serial, onlineStatus }: Record<string, string>) => [
        serial,
        onlineStatus,
      ]);
      expect(status).toEqual([
        ['CAM1', '0'],
        ['DEMO00001', '1'],
        ['DEMO00002', '2'],
      ]);
      await testConsole().clock.advance(60_000);
      await new Promise((resolve) => setTimeout(resolve, 50));
      const [seen] = (await get('/iot/device/page?serial=DEMO00001')).records;
      expect(seen.lastOnlineTime).toMatch(/^2025-10-\d\d \d\d:\d\d:\d\d$/);
    });

    it('are visible to users of their department only: 404 for others', async () => {
      const id = await addDevice({ serial: 'CAM1', deptId: testConsole().north });
      const northern = await testConsole().signIn({
        permissions: allCameraPermissions,
        dataScope: 3,
        deptId: testConsole().north,
      });
      const southern = await testConsole().signIn({
        permissions: allCameraPermissions,
        dataScope: 3,
        deptId: testConsole().south,
      });
      const list = async (user: typeof northern) =>
        ok(await user.call('GET', '/iot/device/page')).records.map(
          ({ serial }: { serial: string }) => serial,
        );
      expect(await list(northern)).toEqual(['CAM1']);
      expect(await list(southern)).toEqual([]);
      expect((await southern.call('GET', `/iot/device/${id}`)).code).toBe(404);
      expect((await southern.call('PUT', '/iot/device', { body: { id, version: 1, name: 'x' } })).code).toBe(
        404,
      );
      expect((await southern.call('DELETE', `/iot/device/${id}`)).code).toBe(404);
      // A device cannot be moved to a department outside the user's scope, nor be made available to all departments.
      for (const deptId of [testConsole().south, null]) {
        const body = { id, version: 1, deptId };
        expect((await northern.call('PUT', '/iot/device', { body })).code).not.toBe(20001);
      }
      const own = ok(await northern.call('POST', '/iot/device', { body: { serial: 'CAM2', name: '新' } }));
      expect(ok(await northern.call('GET', `/iot/device/${own.id}`)).deptId).toBe(testConsole().north);
    });

    it('take the department of their company; a company outside the data scope is rejected', async () => {
      const companyId = await addCompany({ name: '北方仓储', deptId: testConsole().north });
      const id = await addDevice({ serial: 'CAM1', companyId });
      expect(await get(`/iot/device/${id}`)).toMatchObject({ companyId, deptId: testConsole().north });
      const southern = await testConsole().signIn({
        permissions: allCameraPermissions,
        dataScope: 3,
        deptId: testConsole().south,
      });
      const body = { serial: 'CAM2', name: '门', companyId, deptId: testConsole().south };
      const answer = await southern.call('POST', '/iot/device', { body });
      expect(answer).toMatchObject({ code: 40000, errors: [{ path: 'companyId' }] });
    });

    it('are imported from files, none of them if a row is invalid', async () => {
      const csv = (rows: string[]) => `设备序列号,设备名称,产品类型\r\n${rows.join('\r\n')}\r\n`;
      const bring = (rows: string[]) =>
        testConsole().admin.call('POST', '/iot/device/importData', {
          file: { name: 'devices.csv', type: 'text/csv', bytes: csv(rows) },
        });
      const bad = ok(await bring(['NEW1,一号,摄像机', 'DEMO00001,二号,摄像机']));
      expect(bad).toMatchObject({ created: 0 });
      expect(JSON.stringify(bad.errors)).toContain('设备已被自己添加');
      expect(ok(await bring(['NEW1,一号,摄像机', 'NEW2,二号,录像机']))).toMatchObject({ created: 2 });
      const file = await testConsole().admin.call('POST', '/iot/device/export', {
        form: [
          ['format', 'csv'],
          ['columns[]', 'serial'],
          ['columns[]', 'channelCount'],
        ],
      });
      const text = Buffer.from(file.blob ?? []).toString('utf8');
      expect(text).toContain('NEW2');
      expect(text).toMatch(/DEMO00001,1/);
    });

    it('write user and change to the operation log, in the same transaction', async () => {
      const id = await addDevice({ serial: 'CAM1' });
      ok(await testConsole().admin.call('PUT', '/iot/device', { body: { id, version: 1, name: '后门' } }));
      const history = ok(await testConsole().admin.call('GET', `/iot/device/${id}/history`));
      expect(history.map(({ businessType }: { businessType: number }) => businessType)).toEqual([2, 1]);
      expect(history[0].diff).toContainEqual(
        expect.objectContaining({ field: 'name', from: '门口', to: '后门' }),
      );
    });

    it('report a change by the command line as an edit conflict', async () => {
      const { id } = (await get('/iot/device/page?serial=DEMO00001')).records[0];
      await testConsole().operator.run('camera.disable', { serial: 'DEMO00001' });
      const answer = await testConsole().admin.call('PUT', '/iot/device', {
        body: { id, version: 1, name: 'x' },
      });
      expect(answer).toMatchObject({ code: 'U0210', message: '数据已被他人修改，请刷新后重试' });
    });
  });

  describe('channels', () => {
    it('have an address to play, and the department of their device', async () => {
      const deviceId = await addDevice({ serial: 'CAM1', deptId: testConsole().north });
      const id = await addChannel(deviceId, { channelNo: 2, ptzType: '1' });
      expect(await get(`/iot/camera/${id}`)).toMatchObject({
        deviceSerial: 'CAM1',
        channelNo: 2,
        ptzType: '1',
        ezopen: 'ezopen://oriel/CAM1/2.hd.live',
        mainSource: null,
        onlineStatus: '0',
        viewers: 0,
      });
      const southern = await testConsole().signIn({
        permissions: allCameraPermissions,
        dataScope: 3,
        deptId: testConsole().south,
      });
      expect((await southern.call('GET', `/iot/camera/${id}`)).code).toBe(404);
      // The camera moves to the new department with its device.
      ok(
        await testConsole().admin.call('PUT', '/iot/device', {
          body: { id: deviceId, version: 1, deptId: testConsole().south },
        }),
      );
      expect((await southern.call('GET', `/iot/camera/${id}`)).code).toBe(20001);
      const body = { deviceId, name: '侧门', channelNo: 3 };
      expect((await southern.call('POST', '/iot/camera', { body })).code).toBe(20001);
    });

    it('have a unique number in their device: 该设备已有此通道号', async () => {
      const deviceId = await addDevice({ serial: 'CAM1' });
      await addChannel(deviceId);
      const again = await testConsole().admin.call('POST', '/iot/camera', { body: { deviceId, name: '又' } });
      expect(again).toMatchObject({ code: 'U0210', message: '该设备已有此通道号' });
    });

    it('cannot be added to a device outside the data scope', async () => {
      const deviceId = await addDevice({ serial: 'CAM1', deptId: testConsole().north });
      const southern = await testConsole().signIn({
        permissions: allCameraPermissions,
        dataScope: 3,
        deptId: testConsole().south,
      });
      const answer = await southern.call('POST', '/iot/camera', { body: { deviceId, name: '偷' } });
      expect(answer).toMatchObject({ code: 40000, errors: [{ path: 'deviceId' }] });
    });

    const plan = {
      enabled: true,
      days: [
        { day: 1, from: '00:00', to: '08:00' },
        { day: 1, from: '08:00', to: '24:00' },
      ],
      keepDays: 30,
      preRecordSec: 5,
    };

    it('store a schedule for the recorder', async () => {
      const id = await addChannel(await addDevice({ serial: 'CAM1' }), { recordPlan: plan });
      expect((await get(`/iot/camera/${id}`)).recordPlan).toEqual(plan);
    });

    it.each([
      ['spans that overlap', { ...plan, days: [plan.days[1], { day: 1, from: '23:00', to: '24:00' }] }],
      ['a span that ends before it begins', { ...plan, days: [{ day: 1, from: '09:00', to: '08:00' }] }],
      ['an invalid day', { ...plan, days: [{ day: 8, from: '08:00', to: '09:00' }] }],
      ['an invalid time', { ...plan, days: [{ day: 1, from: '8:00', to: '25:00' }] }],
      ['days to keep that are none', { ...plan, keepDays: 0 }],
      ['an unknown field', { ...plan, path: '/etc' }],
      ['a text', 'always'],
    ])('reject a schedule with %s', async (_, recordPlan) => {
      const deviceId = await addDevice({ serial: 'CAM1' });
      const answer = await testConsole().admin.call('POST', '/iot/camera', {
        body: { deviceId, name: '门', recordPlan },
      });
      expect(answer.code).toBe(40000);
      expect(answer.errors[0]?.path).toMatch(/^recordPlan/);
    });

    it('end their streams when they are disabled or deleted', async () => {
      const id = await addChannel(await addDevice({ serial: 'CAM1' }));
      const reported: unknown[] = [];
      testConsole().sources.onChanged((change) => reported.push(change));
      ok(
        await testConsole().admin.call('PUT', '/iot/camera/changeStatus', {
          body: { id, status: '1', version: 1 },
        }),
      );
      ok(await testConsole().admin.call('DELETE', `/iot/camera/${id}`));
      const change = { tenantId: 'default', deviceSerial: 'CAM1', channelNo: 1 };
      expect(reported).toEqual([change, change]);
    });
  });

  it('require the permission of each call', async () => {
    const restricted = await testConsole().signIn({ permissions: ['iot:device:query'] });
    const { id } = (await get('/iot/device/page')).records[0];
    expect((await restricted.call('GET', `/iot/device/${id}`)).code).toBe(20001);
    for (const [method, path, body] of [
      ['GET', '/iot/device/page', undefined],
      ['POST', '/iot/device', { serial: 'X', name: 'x' }],
      ['PUT', '/iot/device', { id, version: 1, name: 'x' }],
      ['DELETE', `/iot/device/${id}`, undefined],
      ['GET', '/iot/company/page', undefined],
      ['GET', '/iot/camera/page', undefined],
      ['GET', '/iot/camera/status', undefined],
      ['POST', '/iot/camera/preview', { id }],
    ] as const) {
      expect((await restricted.call(method, path, { body })).code).toBe(403);
    }
  });
});
