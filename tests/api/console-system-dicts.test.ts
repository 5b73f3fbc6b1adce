import { expect } from 'expect';
import { it } from 'vitest';
import { sampleImage } from '../kit/sample-images.ts';
import { signedUpload } from '../kit/signed-upload.ts';
import { describeSystem, get, ok, outcome } from '../kit/system-console.ts';

describeSystem('dictionaries and settings', (testConsole) => {
  const addEntry = (values: object) =>
    testConsole().founder.call('POST', '/system/dict/data', {
      body: {
        dictType: 'sys_notice_type',
        dictLabel: '快讯',
        dictValue: '9',
        dictSort: 1,
        status: '0',
        ...values,
      },
    });
  const entries = (type: string) => get(testConsole().founder, `/system/dict/data/type/${type}`);

  it('return the active entries of a type, in order, with a tag', async () => {
    const { founder } = testConsole();
    const first = await founder.call('GET', '/system/dict/data/type/sys_notice_type');
    expect(first.data).toEqual([
      { dictLabel: '通知', dictValue: '1', listClass: 'info', cssClass: null, isDefault: 'Y' },
      { dictLabel: '公告', dictValue: '2', listClass: 'success', cssClass: null, isDefault: 'N' },
    ]);
    const etag = first.headers.get('etag') ?? '';
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    const request = new Request('http://oriel.test/api/admin/system/dict/data/type/sys_notice_type', {
      headers: { authorization: `Bearer ${founder.bearer}`, 'if-none-match': etag },
    });
    const again = await testConsole().handle(request);
    expect([again.status, await again.text()]).toEqual([304, '']);
    ok(await addEntry({}));
    expect((await entries('sys_notice_type')).map((entry: { dictLabel: string }) => entry.dictLabel)).toEqual(
      ['通知', '快讯', '公告'],
    );
  });

  it('return several types in one call, in the language of the user', async () => {
    const { founder } = testConsole();
    const all = await get(founder, '/system/dict/data/types', { types: 'sys_yes_no,sys_user_sex,no_such' });
    expect(Object.keys(all)).toEqual(['sys_yes_no', 'sys_user_sex', 'no_such']);
    expect(all.no_such).toEqual([]);
    const english = ok(
      await founder.call('GET', '/system/dict/data/type/sys_yes_no', {
        headers: { 'accept-language': 'en-US' },
      }),
    );
    expect(english.map((entry: { dictLabel: string }) => entry.dictLabel)).toEqual(['Yes', 'No']);
  });

  it('have unique labels and values in a type, and one default', async () => {
    expect(outcome(await addEntry({ dictLabel: '通知' }))).toEqual(['U0210', '字典标签已存在']);
    expect(outcome(await addEntry({ dictValue: '1' }))).toEqual(['U0210', '字典键值已存在']);
    expect(outcome(await addEntry({ dictType: 'no_such_type' }))).toEqual([40000, '字典类型不存在']);
    ok(await addEntry({ isDefault: 'Y' }));
    const defaults = (await entries('sys_notice_type')).filter(
      (entry: { isDefault: string }) => entry.isDefault === 'Y',
    );
    expect(defaults).toMatchObject([{ dictValue: '9' }]);
  });

  it('rename a type with its entries, and keep types that are in use or built in', async () => {
    const { founder } = testConsole();
    const { dictId } = ok(
      await founder.call('POST', '/system/dict/type', {
        body: { dictName: '车型', dictType: 'car_kind', status: '0' },
      }),
    );
    ok(await addEntry({ dictType: 'car_kind', dictLabel: '卡车', dictValue: 'truck' }));
    expect(await entries('car_kind')).toHaveLength(1);
    const body = { dictId, version: 1, dictType: 'vehicle_kind' };
    ok(await founder.call('PUT', '/system/dict/type', { body }));
    expect(await entries('car_kind')).toEqual([]);
    expect(await entries('vehicle_kind')).toMatchObject([{ dictValue: 'truck' }]);
    expect(outcome(await founder.call('DELETE', `/system/dict/type/${dictId}`))).toEqual([
      'U0200',
      '车型有 1 个字典项，不能删除',
    ]);
    const types = await get(founder, '/system/dict/type/optionselect');
    const builtIn = types.find((type: { dictType: string }) => type.dictType === 'sys_yes_no').dictId;
    expect(outcome(await founder.call('DELETE', `/system/dict/type/${builtIn}`))).toEqual([
      'U0200',
      '内置字典不允许删除',
    ]);
    const renamed = { dictId: builtIn, version: 1, dictType: 'other' };
    expect((await founder.call('PUT', '/system/dict/type', { body: renamed })).code).toBe('U0200');
    ok(
      await founder.call('PUT', '/system/dict/type/changeStatus', {
        body: { dictId, version: 2, status: '1' },
      }),
    );
    expect(await entries('vehicle_kind')).toEqual([]);
    ok(await founder.call('DELETE', '/system/dict/type/refreshCache'));
  });

  it('keep values that rows have: neither deleted nor renamed, and told where they are', async () => {
    const { founder, user } = testConsole();
    await user({ sex: '0' });
    await user({ sex: '0' });
    const entry = async (dictType: string, dictValue: string) => {
      const { records } = await get(founder, '/system/dict/data/page', { dictType });
      return records.find((row: { dictValue: string }) => row.dictValue === dictValue);
    };
    const { dictCode, version } = await entry('sys_user_sex', '0');
    const links = [{ text: '用户（2）', address: '/system/user?sex=0' }];
    const removed = await founder.call('DELETE', `/system/dict/data/${dictCode}`);
    expect(outcome(removed)).toEqual(['U0200', '男正在使用中：用户（2），不能删除']);
    expect(removed.links).toEqual(links);
    const renamed = await founder.call('PUT', '/system/dict/data', {
      body: { dictCode, version, dictValue: 'm' },
      headers: { 'accept-language': 'en-US' },
    });
    expect(outcome(renamed)).toEqual(['U0200', 'Male is in use: User (2). Its value cannot be changed.']);
    expect(renamed.errors).toEqual([expect.objectContaining({ path: 'dictValue' })]);
    expect(renamed.links).toEqual([{ text: 'User (2)', address: '/system/user?sex=0' }]);
    // What is not the value can be changed, and a value that no row has is free.
    ok(await founder.call('PUT', '/system/dict/data', { body: { dictCode, version, dictLabel: '男性' } }));
    const free = await entry('sys_user_sex', '1');
    ok(
      await founder.call('PUT', '/system/dict/data', {
        body: { dictCode: free.dictCode, version: free.version, dictValue: 'f' },
      }),
    );
    ok(await founder.call('DELETE', `/system/dict/data/${free.dictCode}`));
  });

  it('are not kept by logs, whose rows then show the value', async () => {
    const { founder, user } = testConsole();
    await user();
    const { records } = await get(founder, '/system/dict/data/page', { dictType: 'sys_oper_type' });
    const insert = records.find((row: { dictValue: string }) => row.dictValue === '1');
    ok(await founder.call('DELETE', `/system/dict/data/${insert.dictCode}`));
    const found = await get(founder, '/monitor/operlog/page', { businessType: '1' });
    expect(found.records[0]).toMatchObject({ title: '用户', businessType: '1' });
    const { blob } = await founder.call('POST', '/monitor/operlog/export', {
      form: { format: 'csv', columns: 'title,businessType', businessType: '1' },
    });
    expect(new TextDecoder().decode(blob!).split('\r\n')[1]).toBe('用户,1');
  });

  it('keep an active value of what a form requires', async () => {
    const { founder } = testConsole();
    const { records } = await get(founder, '/system/dict/data/page', { dictType: 'sys_notice_type' });
    const [first, second] = records;
    const both = `/system/dict/data/${first.dictCode},${second.dictCode}`;
    const message = ['U0200', '公告的公告类型必填，至少保留一个启用的字典项'];
    expect(outcome(await founder.call('DELETE', both))).toEqual(message);
    const off = records.map(({ dictCode, version }: { dictCode: number; version: number }) => ({
      ...{ dictCode, version, status: '1' },
    }));
    // One of them remains.
    const path = '/system/dict/data/changeStatus/batch';
    expect(ok(await founder.call('PUT', path, { body: off }))).toEqual({
      done: [first.dictCode],
      refused: [{ id: second.dictCode, code: message[0], message: message[1] }],
    });
    const types = await get(founder, '/system/dict/type/optionselect');
    const { dictId } = types.find(({ dictType }: { dictType: string }) => dictType === 'sys_notice_type');
    const type = { dictId, version: 1, status: '1' };
    expect(outcome(await founder.call('PUT', '/system/dict/type/changeStatus', { body: type }))).toEqual([
      ...['U0200', '公告的公告类型必填，不能停用此字典'],
    ]);
    ok(await founder.call('DELETE', `/system/dict/data/${first.dictCode}`));
    expect(outcome(await founder.call('DELETE', `/system/dict/data/${second.dictCode}`))).toEqual(message);
    const body = { dictCode: second.dictCode, version: second.version, status: '1' };
    expect(outcome(await founder.call('PUT', '/system/dict/data/changeStatus', { body }))).toEqual(message);
  });

  it('are checked again when a removed row is restored', async () => {
    const { founder } = testConsole();
    const { records } = await get(founder, '/system/dict/data/page', { dictType: 'sys_notice_type' });
    const body = { noticeTitle: '停水', noticeType: '2', noticeContent: '<p>今晚</p>', status: '0' };
    const { noticeId } = ok(await founder.call('POST', '/system/notice', { body }));
    ok(await founder.call('DELETE', `/system/notice/${noticeId}`));
    ok(await founder.call('DELETE', `/system/dict/data/${records[1].dictCode}`));
    const restored = await founder.call('PUT', '/system/notice/restore', { body: { ids: [noticeId] } });
    expect(outcome(restored)).toEqual([40000, '公告类型不在可选范围内']);
  });

  it('are counted for every definition that has one', () => {
    const { adminConsole } = testConsole();
    const uncounted = adminConsole.resources
      .filter(({ definition }) => Object.values(definition.fields).some(({ kind }) => kind === 'dict'))
      .filter(({ service }) => !service.countOf)
      .map(({ definition }) => definition.key);
    expect(uncounted).toEqual([]);
  });

  it('return public settings only by key', async () => {
    const { signIn, founder } = testConsole();
    const unprivileged = await signIn({ noRole: true });
    expect(await get(unprivileged, '/system/config/configKey/sys.account.registerUser')).toBe('false');
    for (const key of ['sys.login.maxRetry', 'no.such.key', 'constructor']) {
      expect([key, (await unprivileged.call('GET', `/system/config/configKey/${key}`)).code]).toEqual([
        key,
        404,
      ]);
    }
    expect((await founder.call('GET', '/system/config/configKey/__proto__')).code).toBe(40000);
  });

  it('distinguish refreshCache from an id: fixed segments take precedence (T1)', async () => {
    const { founder } = testConsole();
    const before = (await get(founder, '/system/config/page')).total;
    ok(await founder.call('DELETE', '/system/config/refreshCache'));
    expect((await get(founder, '/system/config/page')).total).toBe(before);
    for (const id of ['refreshcache', '1;2', '1,', ',1', '1,,2', 'x', '-1', '1.0']) {
      expect([id, (await founder.call('DELETE', `/system/config/${encodeURIComponent(id)}`)).code]).toEqual([
        id,
        40000,
      ]);
    }
  });

  it('apply from the next call on', async () => {
    const { founder, adminConsole, clock } = testConsole();
    const { settings } = adminConsole;
    const scope = (await adminConsole.sessions.authenticate(founder.bearer)).scope;
    expect(await settings.get(scope, 'sys.login.maxRetry')).toBe(5);
    const { records } = await get(founder, '/system/config/page', { configKey: 'sys.login.maxRetry' });
    const { configId, version } = records[0];
    ok(await founder.call('PUT', '/system/config', { body: { configId, version, configValue: '7' } }));
    expect(await settings.get(scope, 'sys.login.maxRetry')).toBe(7);
    // A change by another process is visible within a few seconds.
    await testConsole()
      .db.updateTable('setting')
      .set({ configValue: '9' })
      .where('configKey', '=', 'sys.login.maxRetry')
      .execute();
    await clock.advance(6_000);
    expect(await settings.get(scope, 'sys.login.maxRetry')).toBe(9);
    await testConsole()
      .db.updateTable('setting')
      .set({ configValue: 'many' })
      .where('configKey', '=', 'sys.login.maxRetry')
      .execute();
    await clock.advance(6_000);
    expect(await settings.get(scope, 'sys.login.maxRetry')).toBe(5);
  });

  it('accept values of their type only', async () => {
    const { founder } = testConsole();
    const set = async (key: string, configValue: string) => {
      const { records } = await get(founder, '/system/config/page', { configKey: key });
      const { configId, version } = records[0];
      return founder.call('PUT', '/system/config', { body: { configId, version, configValue } });
    };
    const answers = [
      await set('sys.login.maxRetry', 'viele'),
      await set('sys.login.maxRetry', '99'),
      await set('iot.presence.seconds', '5'),
      await set('iot.presence.seconds', '-1'),
      await set('iot.presence.seconds', '59.5'),
      await set('sys.login.lockMinutes', '2.5'),
      await set('sys.account.chrtype', '5'),
      await set('sys.account.registerUser', 'yes'),
      await set('site.locales', '[]'),
      await set('site.locales', '["fr-FR"]'),
      await set('site.locales', '{'),
      await set('site.timeZone', 'Mars/Base'),
      await set('sys.login.blackIPList', '<script>'),
    ];
    expect(answers.map(outcome)).toEqual([
      [40000, '参数键值必须是数字'],
      [40000, '参数键值应在 3 到 20 之间'],
      [40000, '参数键值应在 60 到 86400 之间，或为 0'],
      [40000, '参数键值应在 60 到 86400 之间，或为 0'],
      [40000, '参数键值应在 60 到 86400 之间，或为 0'],
      [40000, '参数键值必须是整数'],
      [40000, '参数键值不在可选范围内'],
      [40000, '参数键值必须是 true 或 false'],
      [40000, '语言不在可选范围内'],
      [40000, '语言不在可选范围内'],
      [40000, '参数键值必须是 JSON'],
      [40000, '时区不存在'],
      [40000, '地址格式不正确'],
    ]);
    ok(await set('site.locales', '["zh-CN","en-US"]'));
    ok(await set('sys.login.blackIPList', '10.0.0.0/8;198.51.100.*'));
  });

  it('reject a block list that contains the address of the user', async () => {
    const { founder, adminConsole } = testConsole();
    const { records } = await get(founder, '/system/config/page', { configKey: 'sys.login.blackIPList' });
    const { configId } = records[0];
    const set = async (configValue: string) => {
      const { version } = (await founder.call('GET', `/system/config/${configId}`)).data;
      return founder.call('PUT', '/system/config', { body: { configId, version, configValue } });
    };
    const { scope } = await adminConsole.sessions.authenticate(founder.bearer);
    const list = () => adminConsole.settings.get(scope, 'sys.login.blackIPList');
    const before = await list();
    for (const value of ['0.0.0.0/0', '192.0.2.10', '10.0.0.0/8; 192.0.2.*', '192.0.2.0/24']) {
      const answer = await set(value);
      expect([value, ...outcome(answer)]).toEqual([value, 40000, '不能包含您当前的地址，否则您将无法再登录']);
      expect(answer.errors).toEqual([expect.objectContaining({ path: 'configValue' })]);
    }
    expect(await list()).toBe(before);
    for (const value of ['192.0.2.11;192.0.3.*', '2001:db8::/32', '']) ok(await set(value));
  });

  it('cannot delete built-in records', async () => {
    const { founder } = testConsole();
    const { records } = await get(founder, '/system/config/page', { configKey: 'site.title' });
    const { configId, version } = records[0];
    expect(outcome(await founder.call('DELETE', `/system/config/${configId}`))).toEqual([
      'U0200',
      '内置参数【site.title】不能删除',
    ]);
    const body = { configId, version, configKey: 'site.name' };
    expect(outcome(await founder.call('PUT', '/system/config', { body }))).toEqual([
      'U0200',
      '内置参数的键名和类型不允许修改',
    ]);
  });

  it('are the name, logo, colour and contact of the organisation; the logo is an uploaded image that is kept', async () => {
    const { founder, db } = testConsole();
    const set = async (configKey: string, configValue: string) => {
      const { records } = await get(founder, '/system/config/page', { configKey });
      const { configId, version } = records[0];
      return founder.call('PUT', '/system/config', { body: { configId, version, configValue } });
    };
    const image = await sampleImage('png');
    const { url } = ok(await signedUpload(founder, { ...image, bytes: Uint8Array.from(image.bytes) }));
    for (const logo of ['https://elsewhere.example/a.png', 'javascript:alert(1)'])
      expect(outcome(await set('site.logo', logo))).toEqual([40000, '请上传图片']);
    for (const color of ['red', '#12', '#12345g', 'url(x)'])
      expect(outcome(await set('site.color', color))).toEqual([40000, '颜色应为 #RRGGBB']);
    expect(outcome(await set('site.support', 'x'.repeat(101)))).toEqual([40000, '不能超过 100 个字']);
    ok(await set('site.title', '福清交通云'));
    ok(await set('site.logo', url));
    ok(await set('site.color', '#0b6e4f'));
    ok(await set('site.support', '客服电话 400-000-0000'));
    expect((await get(founder, '/get-user-info')).brand).toEqual({
      name: '福清交通云',
      logo: url,
      color: '#0b6e4f',
      support: '客服电话 400-000-0000',
    });
    const uses = () => db.selectFrom('uploadUse').select('bizType').execute();
    expect(await uses()).toEqual([{ bizType: 'system.config' }]);
    ok(await set('site.logo', ''));
    expect(await uses()).toEqual([]);
  });

  it('store secrets and never return them', async () => {
    const { founder, db, adminConsole } = testConsole();
    const secret = 'hush-hush-4711';
    const body = { configName: '密钥', configKey: 'my.secret', valueType: 'secret', configValue: secret };
    const { configId } = ok(await founder.call('POST', '/system/config', { body }));
    const scope = (await adminConsole.sessions.authenticate(founder.bearer)).scope;
    const shown = await founder.call('GET', `/system/config/${configId}`);
    expect(shown.data).toMatchObject({ configValue: '******', valueType: 'secret' });
    const everywhere = JSON.stringify([
      await db.selectFrom('setting').selectAll().execute(),
      await db.selectFrom('operationLog').selectAll().execute(),
      (await founder.call('GET', '/system/config/page', { query: { pageSize: '100' } })).text,
    ]);
    expect(everywhere).not.toContain(secret);
    const row = () =>
      db.selectFrom('setting').select('configValue').where('id', '=', configId).executeTakeFirstOrThrow();
    expect((await row()).configValue).toMatch(/^v1\./);
    expect(await adminConsole.settings.secret(scope, 'my.secret')).toBe(secret);
    // Saving the masked value leaves the secret unchanged.
    ok(
      await founder.call('PUT', '/system/config', {
        body: { configId, version: 1, configName: '改名', configValue: '******' },
      }),
    );
    expect(await adminConsole.settings.secret(scope, 'my.secret')).toBe(secret);
    const asText = { configId, version: 2, valueType: 'string' };
    expect(outcome(await founder.call('PUT', '/system/config', { body: asText }))).toEqual([
      40000,
      '请重新填写参数键值',
    ]);
    const visible = { configId, version: 2, visible: '1' };
    expect((await founder.call('PUT', '/system/config', { body: visible })).code).toBe(40000);
    ok(
      await founder.call('PUT', '/system/config', { body: { configId, version: 2, configValue: 'new-one' } }),
    );
    expect(await adminConsole.settings.secret(scope, 'my.secret')).toBe('new-one');
  });

  it('return 34 provinces and 372 cities, with a tag', async () => {
    const unprivileged = await testConsole().signIn({ noRole: true });
    const answer = await unprivileged.call('GET', '/sys/area/tree');
    expect(answer.data).toHaveLength(34);
    const shanghai = answer.data.find((node: { name: string }) => node.name === '上海市');
    expect(shanghai).toEqual({
      id: 310_000,
      parentId: 0,
      name: '上海市',
      isShow: true,
      disabled: false,
      cityNum: 1,
      children: [
        {
          id: 310_100,
          parentId: 310_000,
          name: '上海市',
          isShow: true,
          disabled: false,
          cityNum: 1,
          children: [],
        },
      ],
    });
    expect(answer.headers.get('etag')).toMatch(/^"/);
  });
});
