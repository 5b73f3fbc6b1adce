import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import {
  organisationCookie,
  organisationOfCookies,
  organisationOfPath,
} from '../../lib/contracts/organisation-address.ts';
import { operatorScope } from '../../lib/domain/tenancy/operator-scope.ts';
import { tenantScope } from '../../lib/domain/tenancy/tenant-scope.ts';
import { type CameraConsole, cameraConsole, ok } from '../kit/camera-console.ts';
import { testPassword } from '../kit/console.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';
import { otherOrganisation } from '../kit/other-organisation.ts';

const acme = { name: '安达安防', logo: '', color: '#7c2d12', support: '安达客服 400-111-1111' };
const operator = { name: '福清交通云', logo: '', color: '#0b6e4f', support: '' };

describe.each(engines)('the brand of an organisation on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let app: CameraConsole;
  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    app = await cameraConsole(await bench.open());
    await otherOrganisation(app.db, 'acme', acme);
    await otherOrganisation(app.db, 'plain');
    await otherOrganisation(app.db, 'closed', { name: '停用的组织' });
    await app.db.updateTable('tenant').set({ enabled: 0 }).where('id', '=', 'closed').execute();
    await app.setSetting('site.title', operator.name);
    await app.setSetting('site.color', operator.color);
  });

  it('is on its sign-in page; unknown, disabled and unbranded organisations show that of the operator', async () => {
    const { brands } = app.adminConsole;
    expect(await brands.ofCode('acme')).toEqual(acme);
    for (const code of ['default', 'plain', 'closed', 'nobody', '', 'ACME', "x' or 1=1"])
      expect([code, await brands.ofCode(code)]).toEqual([code, operator]);
  });

  it('is in the console of its users; without one they see that of the operator', async () => {
    const brandOf = async (tenantId: string) => {
      const user = await app.signIn({ tenantId });
      return (await user.call('GET', '/get-user-info')).data.brand;
    };
    expect(await brandOf('acme')).toEqual(acme);
    expect(await brandOf('plain')).toEqual(operator);
  });

  it('is in the player of its applications', async () => {
    const { brands } = app.adminConsole;
    const { appKey } = await app.integrator();
    expect(await brands.ofApplication(appKey)).toEqual(await brands.of(operatorScope));
    await app.db.deleteFrom('accessTokenGrant').execute();
    await app.db
      .updateTable('application')
      .set({ tenantId: 'acme' } as object)
      .execute();
    expect(await brands.ofApplication(appKey)).toEqual(await brands.of(tenantScope('acme')));
    expect(await brands.ofApplication('missing')).toEqual(operator);
  });

  it('is on the page of its share links, once the link is open', async () => {
    const { id: channelId } = await app.db
      .selectFrom('channel')
      .select('id')
      .where('deviceSerial', '=', 'DEMO00001')
      .executeTakeFirstOrThrow();
    const expireTime = new Date(app.clock.now() + 12 * 3_600_000)
      .toISOString()
      .slice(0, 19)
      .replace('T', ' ');
    const body = { name: '门口', channelId, store: 'live', expireTime };
    const { shareCode } = ok(await app.admin.call('POST', '/iot/share', { body }));
    const open = async () =>
      ok(await app.anonymous.call('POST', '/share/open', { body: { code: shareCode } }));
    expect((await open()).brand).toEqual(operator);
    const { username } = await app.signIn({ tenantId: 'acme' });
    await app.db
      .updateTable('recordingShare')
      .set({ tenantId: 'acme', createdBy: username } as object)
      .execute();
    expect((await open()).brand).toEqual(acme);
  });

  it('stays in the browser after signing in, so that the sign-in page shows it again', async () => {
    const { username } = await app.signIn({ tenantId: 'acme' });
    const { headers } = await app.anonymous.call('POST', '/login', {
      body: { accountNo: username, password: testPassword },
    });
    const [cookie] = headers.getSetCookie().filter((one) => one.startsWith('oriel_org='));
    expect(cookie).toBe('oriel_org=acme; Max-Age=31536000; Path=/; HttpOnly; SameSite=Lax');
    expect(organisationOfCookies(`a=b; ${cookie}`)).toBe('acme');
  });
});

describe('the address of an organisation', () => {
  it.each([
    ['/o/acme', 'acme'],
    ['/o/Nord_2-b', 'Nord_2-b'],
    ['/o/', null],
    ['/o/a/b', null],
    ['/o/-a', null],
    [`/o/${'a'.repeat(65)}`, null],
    ['/o/a;Secure', null],
    ['/o/a%0d%0ab', null],
  ])('%s is that of %s', (path, code) => {
    expect(organisationOfPath(path)).toBe(code);
  });

  it('is kept in a cookie that contains nothing but a code', () => {
    expect(organisationCookie('acme', true)).toMatch(/^oriel_org=acme; .*; Secure$/);
    expect(organisationCookie('a; Domain=x', false)).toBe(
      'oriel_org=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax',
    );
    for (const header of [null, '', 'oriel_org=', 'xoriel_org=acme', 'oriel_org=a<b', 'oriel_org="acme"'])
      expect([header, organisationOfCookies(header)]).toEqual([header, null]);
  });
});
