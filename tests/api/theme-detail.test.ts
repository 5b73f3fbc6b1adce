import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import { builtInThemes } from '../../lib/contracts/theme/built-in-themes.ts';
import type { OpenDatabase } from '../../lib/db/client.ts';
import { operatorScope } from '../../lib/domain/tenancy/operator-scope.ts';
import { tenantScope } from '../../lib/domain/tenancy/tenant-scope.ts';
import { themeDetailHandler, themeDetailPath } from '../../lib/http/theme-detail-handler.ts';
import { redactText } from '../../lib/server/redact.ts';
import { anyEngine, type DatabaseBench } from '../kit/databases.ts';
import { addForeignDevice, type TestDomain, testDomain, testOrigin } from '../kit/domain.ts';
import { recordLog } from '../kit/record-log.ts';

const own = 'a1B2c3D4e5F6a7B8c9D0e1F2a3B4c5D6';
const foreign = 'f'.repeat(32);

describe.each(anyEngine)('GET /console/jssdk/ezopen/template/getDetail on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let database: OpenDatabase;
  let domain: TestDomain;
  let token: string;
  let record: ReturnType<typeof recordLog>;
  let handle: (request: Request) => Promise<Response>;

  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    database = await bench.open();
    record = recordLog();
    domain = await testDomain(database);
    token = (await domain.integrator()).accessToken;
    handle = themeDetailHandler({ services: domain.lapp, clock: domain.clock, log: record.log });
    await domain.themes.create(operatorScope, { ...builtInThemes.voice, themeName: '门口' }, own);
  });

  async function request(
    query: Readonly<Record<string, string>>,
    headers: Readonly<Record<string, string>> = {},
    method = 'GET',
  ) {
    const address = `${testOrigin}${themeDetailPath}?${new URLSearchParams(query)}`;
    const response = await handle(new Request(address, { method, headers }));
    const body = method === 'HEAD' ? {} : ((await response.json()) as Record<string, never>);
    return { status: response.status, headers: response.headers, body };
  }
  const bearer = (text: string, from = '192.0.2.1') => ({
    authorization: `Bearer ${text}`,
    'x-oriel-client-address': from,
  });

  it('returns meta.code 0 and the theme, for a token in the header or in the query', async () => {
    const expected = {
      meta: { code: 0, message: '操作成功!' },
      data: {
        ...builtInThemes.voice,
        themeName: '门口',
        themeId: own,
        createTime: domain.clock.now(),
        updateTime: domain.clock.now(),
      },
    };
    for (const answer of [
      await request({ id: own }, bearer(token)),
      await request({ id: own, accessToken: token }),
    ]) {
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual(expected);
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
      expect(answer.headers.get('access-control-allow-origin')).toBeNull();
    }
  });

  it('prefers the header to the query', async () => {
    expect((await request({ id: own, accessToken: 'wrong' }, bearer(token))).body).toMatchObject({
      meta: { code: 0 },
    });
    expect((await request({ id: own, accessToken: token }, bearer('wrong'))).body).toMatchObject({
      meta: { code: 10002 },
    });
  });

  it.each([
    ['no token', own, '', 10002],
    ['a wrong token', own, 'wrong', 10002],
    ['a theme that is not there', 'b'.repeat(32), null, 404],
    ['a built-in theme’s name', 'pcLive', null, 10001],
    ['no id', '', null, 10001],
    ['an invalid id', "' or 1=1 --", null, 10001],
    ['an id of 33 characters', `${own}x`, null, 10001],
  ])('returns HTTP 200 and a code for %s, in Chinese and in English', async (_, id, wrong, code) => {
    const chinese = await request({ id }, bearer(wrong ?? token));
    const english = await request({ id, lang: 'en' }, bearer(wrong ?? token));
    for (const answer of [chinese, english]) {
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({ meta: { code, message: expect.any(String) } });
    }
    expect(JSON.stringify(chinese.body)).toMatch(/\p{Script=Han}/u);
    expect(JSON.stringify(english.body)).not.toMatch(/\p{Script=Han}/u);
  });

  it('never shows the theme of another organisation', async () => {
    await addForeignDevice(database, 'OTHER0001');
    await domain.themes.create(tenantScope('foreign'), builtInThemes.pcLive, foreign);
    expect((await request({ id: foreign }, bearer(token))).body).toEqual({
      meta: { code: 404, message: '主题不存在' },
    });
  });

  it('rejects a revoked and an expired token', async () => {
    const { grantId, accessToken } = await domain.integrator();
    await domain.operator.run('token.revoke', { grantId });
    expect((await request({ id: own }, bearer(accessToken))).body).toMatchObject({ meta: { code: 10002 } });
    domain.clock.setWall(domain.clock.now() + 604_800_001);
    expect((await request({ id: own }, bearer(token))).body).toMatchObject({ meta: { code: 10002 } });
  });

  it('limits guessing by address, except for clients with a valid token', async () => {
    for (let guess = 0; guess < 60; guess += 1) await request({ id: own }, bearer(`guess${guess}`));
    const refused = await request({ id: own }, bearer('one-more'));
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ meta: { code: 10029 } });
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await request({ id: own }, bearer(token))).body).toMatchObject({ meta: { code: 0 } });
    expect((await request({ id: own }, bearer('other', '192.0.2.2'))).status).toBe(200);
  });

  it('is read only', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const answer = await request({ id: own }, bearer(token), method);
      expect([method, answer.status, answer.headers.get('allow')]).toEqual([method, 405, 'GET, HEAD']);
    }
    expect((await request({ id: own }, bearer(token), 'HEAD')).status).toBe(200);
  });

  it('reveals nothing of an internal failure, and neither log nor response contains the token', async () => {
    const failing = themeDetailHandler({
      services: {
        ...domain.lapp,
        authenticate: (secret) => Promise.reject(new Error(`lost /x?accessToken=${secret}&id=1`)),
      },
      clock: domain.clock,
      log: record.log,
    });
    const address = `${testOrigin}${themeDetailPath}?id=${own}&accessToken=${token}`;
    const response = await failing(new Request(address));
    expect(response.status).toBe(500);
    expect(await response.text()).not.toContain(token);
    expect(record.lines).toHaveLength(1);
    expect(redactText(record.lines.join())).not.toContain(token);
  });
});
