import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import type { OpenDatabase } from '../../lib/db/client.ts';
import { MediaTickets } from '../../lib/domain/access/media-ticket.ts';
import { databaseTicketLedger } from '../../lib/domain/access/ticket-ledger.ts';
import { systemEntropy } from '../../lib/domain/crypto/entropy.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';
import { type TestDomain, testDomain } from '../kit/domain.ts';
import { FakeClock } from '../kit/fake-clock.ts';

const wanted = { deviceSerial: 'DEMO00001', channelNo: 1, profile: 'main', video: 'asSent' } as const;

describe.each(engines)('the live gate on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let database: OpenDatabase;
  let domain: TestDomain;
  let app: Awaited<ReturnType<TestDomain['integrator']>>;

  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    database = await bench.open();
    domain = await testDomain(database);
    app = await domain.integrator();
  });

  const ticket = async (serial = 'DEMO00001', camera = '1.hd.live', accessToken = app.accessToken) => {
    const ezopen = `ezopen://open.ys7.com/${serial}/${camera}`;
    const { data } = await domain.call('/api/lapp/live/url/ezopen', { ezopen, accessToken });
    return (data as { token: string }).token;
  };
  const admit = async (
    text: string,
    over: Partial<{ -readonly [K in keyof typeof wanted]: unknown }> = {},
  ) => {
    const admission = await domain.gate.admit(text, { ...wanted, ...over } as typeof wanted);
    return admission.ok ? 'admitted' : `${admission.error.status} ${admission.error.code}`;
  };
  const enter = async (...path: Parameters<typeof ticket>) => {
    const [deviceSerial = 'DEMO00001'] = path;
    const admission = await domain.gate.admit(await ticket(...path), { ...wanted, deviceSerial });
    if (!admission.ok) throw new Error(admission.error.message);
    return admission.value;
  };

  it('admits to the stream of the ticket, until the token expires', async () => {
    const admission = await enter();
    const { id } = await database.db
      .selectFrom('application')
      .select('id')
      .where('appKey', '=', app.appKey)
      .executeTakeFirstOrThrow();
    expect(admission).toEqual({
      key: { ...wanted, tenantId: 'default' },
      grantId: expect.any(String),
      applicationId: id,
      expiresAt: app.expireTime,
    });
    expect(await domain.sources.find(admission.key)).toEqual({
      kind: 'demo',
      scene: 'yard',
      profile: 'main',
    });
  });

  it('admits to the transcoded form of the same stream', async () => {
    expect(await admit(await ticket(), { video: 'h264' })).toBe('admitted');
  });

  it.each([
    ['another device', { deviceSerial: 'DEMO00002' }],
    ['a device that is not there', { deviceSerial: 'MISSING' }],
    ['another channel', { channelNo: 2 }],
    ['the other profile', { profile: 'sub' }],
  ])('rejects a ticket for %s with 403 10031, and does not use it up', async (_, over) => {
    const text = await ticket();
    expect(await admit(text, over)).toBe('403 10031');
    expect(await admit(text)).toBe('admitted');
  });

  it('admits a ticket once, and one of many clients that present it at the same time', async () => {
    const text = await ticket();
    const answers = await Promise.all(Array.from({ length: 20 }, () => admit(text)));
    expect(answers.filter((answer) => answer === 'admitted')).toHaveLength(1);
    expect(new Set(answers)).toEqual(new Set(['admitted', '401 10002']));
    expect(await admit(text)).toBe('401 10002');
  });

  it('rejects a ticket 60 s after it was issued', async () => {
    const [young, old] = [await ticket(), await ticket()];
    await domain.clock.advance(59_999);
    expect(await admit(young)).toBe('admitted');
    await domain.clock.advance(1);
    expect(await admit(old)).toBe('401 10002');
  });

  it.each(['', 'x', 'omt1.a.b.c'])('rejects the text %j with 401 10002', async (text) => {
    expect(await admit(text)).toBe('401 10002');
  });

  it('rejects an access token in place of a ticket, and a ticket in place of an access token', async () => {
    expect(await admit(app.accessToken)).toBe('401 10002');
    const answer = await domain.call('/api/lapp/device/info', {
      accessToken: await ticket(),
      deviceSerial: 'DEMO00001',
    });
    expect(answer.code).not.toBe('200');
  });

  it('rejects a ticket of another installation', async () => {
    const stranger = new MediaTickets([{ kid: 'media1', key: systemEntropy.bytes(32) }], systemEntropy);
    const { profile, channelNo, deviceSerial } = wanted;
    const subject = { grantId: app.grantId, tenantId: 'default', deviceSerial, channelNo, profile };
    expect(await admit(stranger.issue(subject, domain.clock.now(), app.expireTime).ticket)).toBe('401 10002');
  });

  it('rejects a well-signed ticket whose tenant is not its grant’s', async () => {
    const own = new MediaTickets(domain.secrets.mediaKeys, systemEntropy);
    const { profile, channelNo, deviceSerial } = wanted;
    const subject = { grantId: app.grantId, tenantId: 'other', deviceSerial, channelNo, profile };
    expect(await admit(own.issue(subject, domain.clock.now(), app.expireTime).ticket)).toBe('401 10002');
  });

  /** Events that revoke access, and the error code for a ticket issued before the event. */
  const endings = [
    [
      'the token is revoked',
      '401 10002',
      () => domain.operator.run('token.revoke', { grantId: app.grantId }),
    ],
    [
      'the application is disabled',
      '401 10002',
      () => domain.operator.run('app.disable', { appKey: app.appKey }),
    ],
    [
      'the camera is disabled',
      '404 20002',
      () => domain.operator.run('camera.disable', { serial: 'DEMO00001' }),
    ],
    [
      'the camera is removed',
      '404 20002',
      () => domain.operator.run('camera.remove', { serial: 'DEMO00001' }),
    ],
    [
      'the channel is disabled',
      '404 20002',
      () => database.db.updateTable('channel').set({ enabled: 0 }).execute(),
    ],
    [
      'the organisation is disabled',
      '401 10002',
      () => database.db.updateTable('tenant').set({ enabled: 0 }).execute(),
    ],
    ['the grant is deleted', '401 10002', () => database.db.deleteFrom('accessTokenGrant').execute()],
  ] as const;

  it.each(endings)('ends a running stream and rejects a ticket once %s', async (_, refusal, end) => {
    const unused = await ticket();
    const { grantId, key } = await enter();
    expect(await domain.gate.ended([grantId])).toEqual(new Set());
    await end();
    expect(await domain.gate.ended([grantId])).toEqual(new Set([grantId]));
    expect(await admit(unused)).toBe(refusal);
    if (refusal.startsWith('404')) expect(await domain.sources.find(key)).toBeNull();
  });

  it('ends a stream when its token expires, to the millisecond', async () => {
    const { appKey } = app;
    const short = await domain.operator.run('token.issue', { appKey, expireSeconds: 60 });
    const { grantId, expiresAt } = await enter('DEMO00001', '1.hd.live', short.accessToken);
    expect(expiresAt).toBe(domain.clock.now() + 60_000);
    await domain.clock.advance(59_999);
    expect(await domain.gate.ended([grantId])).toEqual(new Set());
    await domain.clock.advance(1);
    expect(await domain.gate.ended([grantId])).toEqual(new Set([grantId]));
  });

  it('ends one camera of a token and does not affect the other', async () => {
    const [one, two] = [await enter('DEMO00001'), await enter('DEMO00002')];
    await domain.operator.run('camera.disable', { serial: 'DEMO00001' });
    expect(await domain.gate.ended([one.grantId, two.grantId])).toEqual(new Set([one.grantId]));
  });

  it('ends one token and does not affect another on the same camera', async () => {
    const other = await domain.operator.run('token.issue', { appKey: app.appKey });
    const [one, two] = [await enter(), await enter('DEMO00001', '1.hd.live', other.accessToken)];
    await domain.operator.run('token.revoke', { grantId: app.grantId });
    expect(await domain.gate.ended([one.grantId, two.grantId])).toEqual(new Set([one.grantId]));
  });

  it('reports unknown ids as ended, and checks many at once', async () => {
    const { grantId } = await enter();
    const strange = ['', 'x', `${grantId}/1`, grantId.replace('DEMO00001', 'MISSING'), app.grantId];
    const many = Array.from({ length: 2_000 }, (_, index) =>
      grantId.replace('/1/live', `/${(index % 254) + 2}/live`),
    );
    const ended = await domain.gate.ended([grantId, ...strange, ...many]);
    expect(ended).toEqual(new Set([...strange, ...many]));
  });

  it.each([
    ['a token is revoked', () => domain.operator.run('token.revoke', { grantId: app.grantId })],
    ['its application is disabled', () => domain.operator.run('app.disable', { appKey: app.appKey })],
  ])('notifies at once, with the ids it issued, when %s', async (_, end) => {
    const [one, two] = [await enter('DEMO00001'), await enter('DEMO00002')];
    const [reported, isNotified, isNotNotified]: string[][] = [[], [], []];
    domain.gate.onRevoked((id) => reported!.push(id));
    domain.gate.onRevoked((id) => isNotified!.push(id));
    domain.gate.onRevoked((id) => isNotNotified!.push(id))();
    await end();
    expect(new Set(reported)).toEqual(new Set([one.grantId, two.grantId]));
    expect(isNotified).toEqual(reported);
    expect(isNotNotified).toEqual([]);
  });

  it('notifies the media plane which camera was changed, removed, enabled or disabled', async () => {
    const reported: unknown[] = [];
    const stop = domain.sources.onChanged((change) => reported.push(change));
    await domain.operator.run('camera.add', {
      serial: 'NEW',
      channelNo: 3,
      name: '新',
      main: { kind: 'demo', scene: 'yard' },
    });
    await domain.operator.run('camera.disable', { serial: 'NEW' });
    await domain.operator.run('camera.remove', { serial: 'NEW' });
    const change = { tenantId: 'default', deviceSerial: 'NEW', channelNo: 3 };
    expect(reported).toEqual([change, change, change]);
    stop();
    await domain.operator.run('camera.disable', { serial: 'DEMO00001' });
    expect(reported).toHaveLength(3);
  });
});

describe.each(engines)('the ledger of several processes on $engine', ({ start }) => {
  let bench: DatabaseBench;
  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());

  it('accepts one of many concurrent uses, in any process', async () => {
    const { db } = await bench.open();
    const clock = new FakeClock();
    const ledgers = [databaseTicketLedger(db, clock), databaseTicketLedger(db, clock)];
    const [now, end] = [clock.now(), clock.now() + 60_000];
    const won = await Promise.all(Array.from({ length: 20 }, (_, n) => ledgers[n % 2]!.claim('a', now, end)));
    expect(won.filter(Boolean)).toHaveLength(1);
    expect(await ledgers[0]!.claim('b', now, end)).toBe(true);
  });

  it('deletes tickets long after they expired', async () => {
    const { db } = await bench.open();
    const clock = new FakeClock();
    const ledger = databaseTicketLedger(db, clock);
    await ledger.claim('old', clock.now(), clock.now() + 60_000);
    await clock.advance(12 * 60_000);
    await ledger.claim('new', clock.now(), clock.now() + 60_000);
    const kept = await db.selectFrom('usedTicket').select('jti').execute();
    expect(kept).toEqual([{ jti: 'new' }]);
  });
});
