import { createHash } from 'node:crypto';
import { expect } from 'expect';
import { it } from 'vitest';
import { packagePartBytes } from '../../lib/contracts/admin/app-package.ts';
import { appVersion } from '../../lib/contracts/admin/resources/app-version.resource.ts';
import { sampleApk, sampleArchive, sendPart, uploadPackage } from '../kit/app-package.ts';
import { rowMakers } from '../kit/console-rows.ts';
import { describeResource } from '../kit/resource-suite.ts';
import { describeSystem, describeSystemOnBoth, get, ok, outcome } from '../kit/system-console.ts';

describeResource(appVersion, {
  body: (number) => ({
    ...{ appCode: 'oriel', platform: 'android', versionName: `1.0.${number}`, versionCode: number },
    ...{ storeUrl: 'https://store.example/oriel', content: '修复问题', grayPercent: 20 },
  }),
  change: { content: '修复更多问题', grayPercent: 50, updateType: '1' },
});

const base = {
  ...{ appCode: 'oriel', platform: 'android', versionName: '1.0.0', versionCode: 1 },
  ...{ storeUrl: 'market://details?id=example', content: '新内容' },
};

describeSystemOnBoth('app versions', (testConsole) => {
  const send = (values: object = {}) =>
    testConsole().founder.call('POST', '/app/version', { body: { ...base, ...values } });
  const add = async (values: object = {}): Promise<number> => ok(await send(values)).id;
  const act = (action: 'publish' | 'withdraw', id: number) =>
    testConsole().founder.call('PUT', `/app/version/${action}`, { body: { id } });
  const release = async (values: object = {}): Promise<number> => {
    const id = await add(values);
    ok(await act('publish', id));
    return id;
  };
  const change = async (id: number, values: object) => {
    const { version } = await get(testConsole().founder, `/app/version/${id}`);
    return testConsole().founder.call('PUT', '/app/version', { body: { id, version, ...values } });
  };
  const check = (query: Record<string, string> = {}) =>
    testConsole().anonymous.call('GET', '/app/version/latest', {
      query: { appCode: 'oriel', platform: 'android', versionCode: '0', ...query },
    });
  const offered = async (query: Record<string, string> = {}) => {
    const { hasUpdate, isForced, version } = ok(await check(query));
    return hasUpdate ? [version.versionCode, isForced] : null;
  };

  it('are drafts, then published, then withdrawn, and only published ones are offered', async () => {
    const { founder } = testConsole();
    const id = await add();
    const states = async () => {
      const { status, publishTime } = await get(founder, `/app/version/${id}`);
      return [status, publishTime !== null, (await offered()) !== null];
    };
    expect(await states()).toEqual(['0', false, false]);
    expect(outcome(await act('withdraw', id))).toEqual(['U0200', '该版本没有发布']);
    ok(await act('publish', id));
    expect(await states()).toEqual(['1', true, true]);
    expect(outcome(await act('publish', id))).toEqual(['U0200', '该版本已发布']);
    expect(outcome(await founder.call('DELETE', `/app/version/${id}`))).toEqual([
      'U0200',
      '已发布的版本须先下架',
    ]);
    ok(await act('withdraw', id));
    expect(await states()).toEqual(['2', true, false]);
    ok(await act('publish', id));
    expect(await states()).toEqual(['1', true, true]);
    const history = await get(founder, `/app/version/${id}/history`);
    expect(history.map(({ diff }: { diff: { field: string }[] }) => diff.map(({ field }) => field))).toEqual(
      expect.arrayContaining([['status', 'publishTime']]),
    );
    ok(await act('withdraw', id));
    ok(await founder.call('DELETE', `/app/version/${id}`));
  });

  it('need the permission to publish, which adding and editing do not include', async () => {
    const { signIn } = testConsole();
    const id = await add();
    const verbs = ['list', 'query', 'add', 'edit', 'remove', 'export'];
    const clerk = await signIn({ permissions: verbs.map((verb) => `app:version:${verb}`) });
    for (const action of ['publish', 'withdraw']) {
      expect((await clerk.call('PUT', `/app/version/${action}`, { body: { id } })).code).toBe(403);
    }
    const publisher = await signIn({ permissions: ['app:version:publish'] });
    ok(await publisher.call('PUT', '/app/version/publish', { body: { id } }));
  });

  it('have codes that are unique and increase within an app and a platform', async () => {
    await release({ versionCode: 5 });
    const draft = await add({ versionCode: 7, versionName: '1.0.7' });
    expect(outcome(await send({ versionCode: 4 }))).toEqual([40000, '版本序号须大于已发布的 5']);
    expect(outcome(await send({ versionCode: 7 }))).toEqual(['U0210', '该应用和平台已有此版本序号']);
    // A draft may be older than another draft; but not once that one is published.
    const older = await add({ versionCode: 6, versionName: '1.0.6' });
    ok(await act('publish', draft));
    expect(outcome(await act('publish', older))).toEqual([40000, '版本序号须大于已发布的 7']);
    ok(await change(older, { versionCode: 8 }));
    ok(await act('publish', older));
    ok(await send({ platform: 'pc', versionCode: 1 }));
  });

  it('need an address, a valid version name and a minimum that is not greater', async () => {
    expect(outcome(await send({ storeUrl: null }))).toEqual([40000, '安装包地址和应用商店地址至少填写一个']);
    for (const [field, value] of [
      ['storeUrl', 'javascript:alert(1)'],
      ['packageUrl', 'http://store.example/a.apk'],
      ['packageUrl', '/api/admin/files/a.apk'],
      ['versionName', '1.0'],
      ['versionName', '1.0.0-beta'],
      ['sha256', 'AB'],
      ['grayPercent', 101],
    ] as const) {
      const { code, errors } = await send({ [field]: value });
      expect([field, code, errors.map(({ path }) => path)]).toEqual([field, 40000, [field]]);
    }
    expect(outcome(await send({ minVersionCode: 2 }))).toEqual([40000, '最低版本序号不能大于版本序号']);
    expect((await send({ appCode: 'unknown' })).code).toBe(40000);
  });

  it('keep what was downloaded once they were published; the roll-out can be changed', async () => {
    const id = await release({ grayPercent: 0 });
    for (const values of [
      { versionName: '2.0.0' },
      { versionCode: 9 },
      { packageUrl: 'https://a.example/b' },
    ]) {
      expect(outcome(await change(id, values))).toEqual([40000, '发布过的版本不能修改此项，请新增版本']);
    }
    expect(await offered({ deviceId: 'a' })).toBeNull();
    ok(await change(id, { grayPercent: 100, content: '更多' }));
    expect(await offered({ deviceId: 'a' })).toEqual([1, false]);
  });

  it('are offered to apps of their platform with an older version', async () => {
    await release({ versionCode: 3 });
    await release({ versionCode: 4, versionName: '1.0.4', platform: 'ios' });
    expect(await offered()).toEqual([3, false]);
    expect(await offered({ versionCode: '2' })).toEqual([3, false]);
    expect(await offered({ versionCode: '3' })).toBeNull();
    expect(await offered({ platform: 'ios' })).toEqual([4, false]);
    expect(await offered({ appCode: 'another' })).toBeNull();
    expect((await check({ platform: 'symbian' })).code).toBe(40000);
    expect((await check({ versionCode: '-1' })).code).toBe(40000);
    expect((await check({ deviceId: 'a b' })).code).toBe(40000);
  });

  it('are forced when the installed version is too old, or a version since then was forced', async () => {
    await release({ versionCode: 2, updateType: '1' });
    await release({ versionCode: 3, versionName: '1.0.3' });
    expect(await offered({ versionCode: '1' })).toEqual([3, true]);
    expect(await offered({ versionCode: '2' })).toEqual([3, false]);
    await release({ versionCode: 9, versionName: '1.0.9', minVersionCode: 5 });
    expect(await offered({ versionCode: '4' })).toEqual([9, true]);
    expect(await offered({ versionCode: '5' })).toEqual([9, false]);
  });

  it('reach a share of the devices at first; others keep what they were offered', async () => {
    await release({ versionCode: 2 });
    const id = await release({ versionCode: 3, versionName: '1.0.3', grayPercent: 40 });
    const devices = Array.from({ length: 40 }, (_, at) => `phone-${at}`);
    const answers = async () => {
      const codes = new Map<string, number>();
      for (const deviceId of devices) codes.set(deviceId, (await offered({ deviceId }))?.[0] as number);
      return codes;
    };
    const first = await answers();
    expect(new Set(first.values())).toEqual(new Set([2, 3]));
    expect(await answers()).toEqual(first);
    ok(await change(id, { grayPercent: 80 }));
    const wider = await answers();
    expect([...first].filter(([device, code]) => code === 3 && wider.get(device) !== 3)).toEqual([]);
    expect([...wider.values()].filter((code) => code === 3).length).toBeGreaterThan(
      [...first.values()].filter((code) => code === 3).length,
    );
    // Without a device, an app is offered what all devices are.
    expect(await offered()).toEqual([2, false]);
  });

  it('are answered with fields for apps only, and can be cached', async () => {
    const { founder, handle } = testConsole();
    const id = await release({ updateType: '2' });
    const answer = await check();
    expect(ok(answer)).toEqual({
      hasUpdate: true,
      isForced: false,
      version: {
        ...{ versionName: '1.0.0', versionCode: 1, updateType: '2', minVersionCode: null },
        ...{ packageUrl: null, storeUrl: 'market://details?id=example', packageSize: null, sha256: null },
        content: '新内容',
        publishTime: (await get(founder, `/app/version/${id}`)).publishTime,
      },
    });
    expect(answer.headers.get('cache-control')).toBe('public, max-age=60');
    const again = await handle(
      new Request(
        'http://console.test/api/admin/app/version/latest?appCode=oriel&platform=android&versionCode=0',
        { headers: { 'if-none-match': answer.headers.get('etag') ?? '' } },
      ),
    );
    expect(again.status).toBe(304);
  });

  it('of other organisations are not offered', async () => {
    const { db, signIn } = testConsole();
    await signIn({ tenantId: 'elsewhere' });
    const id = await rowMakers['app.version']?.make(db, { tenantId: 'elsewhere', deptId: 0 });
    await db
      .updateTable('appVersion')
      .set({ status: '1', publishAt: 1 })
      .where('id', '=', Number(id))
      .execute();
    expect(await offered({ platform: 'pc' })).toBeNull();
  });
});

describeSystem('checks for updates', (testConsole) => {
  it('are limited by address: 检查更新过于频繁，请稍后再试', async () => {
    const { anonymous, clock } = testConsole();
    const check = () =>
      anonymous.call('GET', '/app/version/latest', {
        query: { appCode: 'oriel', platform: 'android', versionCode: '0' },
      });
    for (let count = 0; count < 600; count += 1) ok(await check());
    expect(outcome(await check())).toEqual([429, '检查更新过于频繁，请稍后再试']);
    await clock.advance(60_000);
    ok(await check());
  });
});

describeSystemOnBoth('packages of apps', (testConsole) => {
  const start = (values: object) =>
    testConsole().founder.call('POST', '/app/package/start', {
      body: { fileName: 'a.apk', platform: 'android', size: 10, ...values },
    });
  const download = (url: string) => testConsole().anonymous.call('GET', url.replace('/api/admin', ''));

  it('are uploaded in parts; the server finds size and digest, and serves them once published', async () => {
    const { founder } = testConsole();
    const bytes = sampleApk(2 * packagePartBytes + 17);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const found = ok(await uploadPackage(founder, bytes, { fileName: 'C:\\tmp\\oriel-1.apk' }));
    expect(found).toEqual({
      fileName: 'oriel-1.apk',
      url: expect.stringMatching(/^\/api\/admin\/app\/package\/[0-9a-f]{32}\.apk$/),
      ...{ size: bytes.length, sha256 },
    });
    const { id } = ok(
      await founder.call('POST', '/app/version', {
        body: { ...base, storeUrl: null, packageUrl: found.url, packageSize: 1, sha256: '0'.repeat(64) },
      }),
    );
    expect(await get(founder, `/app/version/${id}`)).toMatchObject({ packageSize: bytes.length, sha256 });
    expect((await download(found.url)).code).toBe(404);
    ok(await founder.call('PUT', '/app/version/publish', { body: { id } }));
    const answer = await download(found.url);
    expect(
      createHash('sha256')
        .update(answer.blob ?? new Uint8Array())
        .digest('hex'),
    ).toBe(sha256);
    const header = (name: string) => answer.headers.get(name);
    expect([header('content-type'), header('content-disposition'), header('content-length')]).toEqual([
      'application/vnd.android.package-archive',
      'attachment; filename="oriel-1.0.0.apk"; filename*=UTF-8\'\'oriel-1.0.0.apk',
      String(bytes.length),
    ]);
    expect(header('content-security-policy')).toBe("default-src 'none'; sandbox");
    ok(await founder.call('PUT', '/app/version/withdraw', { body: { id } }));
    expect((await download(found.url)).code).toBe(404);
  });

  it('are refused with another content, another type, too large, or out of order', async () => {
    const { founder, signIn } = testConsole();
    const wrong = '文件内容不是该平台的安装包';
    for (const [fileName, platform, bytes] of [
      ['a.apk', 'android', sampleArchive('index.html')],
      ['a.apk', 'android', Uint8Array.from(Buffer.from('<script>alert(1)</script>'))],
      ['a.apk', 'android', sampleApk().slice(0, -22)],
      ['a.exe', 'pc', sampleApk()],
      ['a.hap', 'harmony', sampleApk()],
    ] as const) {
      const answer = await uploadPackage(founder, bytes as Uint8Array<ArrayBuffer>, { fileName, platform });
      expect([fileName, ...outcome(answer)]).toEqual([fileName, 40000, wrong]);
    }
    expect(outcome(await start({ fileName: 'a.zip' }))).toEqual([40000, '该平台的安装包须为 apk 文件']);
    expect(outcome(await start({ fileName: 'a.ipa', platform: 'ios' }))).toEqual([
      40000,
      'iOS 不支持上传安装包，请填写应用商店地址',
    ]);
    expect((await start({ size: 100 * 1_048_576 + 1 })).code).toBe(40000);
    const { packageId } = ok(await start({ size: 2 * packagePartBytes }));
    const whole = Uint8Array.from(Buffer.alloc(packagePartBytes));
    const lost = [40000, '上传的内容不连续，请重新上传'];
    expect(outcome(await sendPart(founder, packageId, 1, whole))).toEqual(lost);
    expect(outcome(await sendPart(founder, packageId, 0, whole.slice(1)))).toEqual(lost);
    ok(await sendPart(founder, packageId, 0, whole));
    // Sent again, because the response was lost.
    ok(await sendPart(founder, packageId, 0, whole));
    const finish = (client = founder) => client.call('POST', '/app/package/finish', { body: { packageId } });
    expect(outcome(await finish())).toEqual([40000, '安装包没有上传完']);
    const other = await signIn({ permissions: ['app:version:add'] });
    expect((await finish(other)).code).toBe(404);
    expect((await sendPart(other, packageId, 1, whole)).code).toBe(404);
  });

  it('are of one platform, and exist', async () => {
    const { founder } = testConsole();
    const { url } = ok(await uploadPackage(founder, sampleApk()));
    const send = (values: object) => founder.call('POST', '/app/version', { body: { ...base, ...values } });
    expect(outcome(await send({ packageUrl: url, platform: 'pc' }))).toEqual([40000, '安装包不属于该平台']);
    expect(outcome(await send({ packageUrl: url.replace(/[0-9a-f]{32}/, 'f'.repeat(32)) }))).toEqual([
      40000,
      '安装包已失效，请重新上传',
    ]);
  });

  it('are deleted after a day without a version that uses them', async () => {
    const { founder, db, clock, adminConsole } = testConsole();
    const kept = ok(await uploadPackage(founder, sampleApk()));
    ok(await founder.call('POST', '/app/version', { body: { ...base, packageUrl: kept.url } }));
    ok(await uploadPackage(founder, sampleApk(5)));
    ok(await start({ size: 5 }));
    const left = async () =>
      (await db.selectFrom('appPackage').select('name').execute()).map(({ name }) => name);
    await adminConsole.apps.packages.forgetUnused();
    expect(await left()).toHaveLength(3);
    const day = 24 * 60 * 60_000;
    await db
      .updateTable('appPackage')
      .set({ usedAt: clock.now() - day - 1 })
      .execute();
    await adminConsole.apps.packages.forgetUnused();
    expect(await left()).toEqual([kept.url.split('/').at(-1)]);
    const parts = await db.selectFrom('appPackagePart').select('position').execute();
    expect(parts).toHaveLength(1);
  });
});
