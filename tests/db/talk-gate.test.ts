import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import type { OpenDatabase } from '../../lib/db/client.ts';
import { TalkTickets } from '../../lib/domain/access/talk-ticket.ts';
import { systemEntropy } from '../../lib/domain/crypto/entropy.ts';
import type { TalkTarget } from '../../lib/media/talk-ports.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';
import { type TestDomain, testDomain } from '../kit/domain.ts';

const wanted = { deviceSerial: 'DEMO00001', channelNo: 1 };

describe.each(engines)('the talk gate on $engine', ({ start }) => {
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

  async function ticket(change: Record<string, string> = {}, init: RequestInit = {}): Promise<string> {
    const form = { accessToken: app.accessToken, deviceSerial: 'DEMO00001', channelNo: '1', ...change };
    const { data } = await domain.call('/api/lapp/live/talk/url', form, init);
    return (data as { stream: string }).stream;
  }
  const admit = async (text: string, change: Partial<typeof wanted> = {}) => {
    const admission = await domain.talk.gate.admit(text, { ...wanted, ...change });
    return admission.ok ? 'admitted' : `${admission.error.status} ${admission.error.code}`;
  };
  async function enter(change: Record<string, string> = {}) {
    const admission = await domain.talk.gate.admit(await ticket(change), wanted);
    if (!admission.ok) throw new Error(admission.error.message);
    return admission.value;
  }

  it('admits to the camera of the ticket, until the token expires', async () => {
    const text = await ticket({}, { headers: { 'x-oriel-client-address': '203.0.113.1' } });
    expect(await domain.talk.gate.admit(text, wanted)).toEqual({
      ok: true,
      value: {
        targets: [
          {
            key: { tenantId: 'default', ...wanted },
            channelId: expect.any(String),
            name: expect.any(String),
            duplex: 'full',
            useId: expect.any(String),
          },
        ],
        grantId: expect.any(String),
        expiresAt: app.expireTime,
        clientAddress: '203.0.113.1',
      },
    });
  });

  it.each([
    ['in another case', { deviceSerial: 'demo00001' }],
    ['with channel 0', { channelNo: 0 }],
  ])('admits a session that names the camera %s', async (_, change) => {
    expect(await admit(await ticket(), change)).toBe('admitted');
  });

  it.each([
    ['another device', { deviceSerial: 'DEMO00002' }],
    ['another device with channel 0', { deviceSerial: 'DEMO00002', channelNo: 0 }],
    ['another channel', { channelNo: 2 }],
  ])('rejects a session for %s with 403 10031, and does not use the ticket up', async (_, change) => {
    const text = await ticket();
    expect(await admit(text, change)).toBe('403 10031');
    expect(await admit(text)).toBe('admitted');
  });

  it('admits a ticket once, and one of many clients that present it at the same time', async () => {
    const text = await ticket({ cameras: 'DEMO00002:1' });
    const answers = await Promise.all(Array.from({ length: 20 }, () => admit(text)));
    expect(answers.filter((answer) => answer === 'admitted')).toHaveLength(1);
    expect(new Set(answers)).toEqual(new Set(['admitted', '401 10002']));
  });

  it('rejects a ticket 60 s after it was issued', async () => {
    const [young, old] = [await ticket(), await ticket()];
    await domain.clock.advance(59_999);
    expect(await admit(young)).toBe('admitted');
    await domain.clock.advance(1);
    expect(await admit(old)).toBe('401 10002');
  });

  it('rejects what is no talk ticket of this installation with 401 10002', async () => {
    const stranger = new TalkTickets([{ kid: 'media1', key: systemEntropy.bytes(32) }], systemEntropy);
    const subject = {
      ...{ grantId: app.grantId, tenantId: 'default', ...wanted, hasOthers: false, clientAddress: '' },
    };
    const foreign = stranger.issue(subject, domain.clock.now(), app.expireTime).ticket;
    const { data } = await domain.call('/api/lapp/live/url/ezopen', {
      accessToken: app.accessToken,
      ezopen: 'ezopen://open.ys7.com/DEMO00001/1.live',
    });
    const live = (data as { token: string }).token;
    const own = await ticket();
    const changed = `${own.slice(0, -1)}${own.endsWith('A') ? 'B' : 'A'}`;
    for (const text of ['', 'x', app.accessToken, foreign, live, changed]) {
      expect(await admit(text)).toBe('401 10002');
    }
    // And the other way round.
    const stream = { deviceSerial: 'DEMO00001', channelNo: 1, profile: 'main', video: 'asSent' } as const;
    expect(await domain.gate.admit(own, stream)).toMatchObject({ ok: false, error: { status: 401 } });
  });

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
  ] as const;

  it.each(endings)('ends a talk and rejects a ticket once %s', async (_, refusal, end) => {
    const unused = await ticket();
    const { grantId } = await enter();
    expect(await domain.talk.gate.ended([grantId])).toEqual(new Set());
    await end();
    expect(await domain.talk.gate.ended([grantId])).toEqual(new Set([grantId]));
    expect(await admit(unused)).toBe(refusal);
  });

  it('notifies at once of a revoked token, and of a changed camera that it may have ended', async () => {
    const one = await enter();
    const all = await enter({ cameras: 'DEMO00002:1' });
    const [revoked, doubts]: unknown[][] = [[], []];
    domain.talk.gate.onRevoked((id) => revoked?.push(id));
    domain.talk.gate.onDoubt(() => doubts?.push(1));
    await domain.operator.run('camera.disable', { serial: 'DEMO00002' });
    expect(doubts).not.toEqual([]);
    expect(revoked).toEqual([]);
    await domain.operator.run('token.revoke', { grantId: app.grantId });
    const uses = [...one.targets, ...all.targets].map(({ useId }) => useId);
    expect(new Set(revoked)).toEqual(new Set([...uses, one.grantId, all.grantId]));
  });

  describe('a broadcast', () => {
    const named = ({ targets }: { targets: readonly TalkTarget[] }) =>
      targets.map(({ key, channelId }) => [key.deviceSerial, key.channelNo, channelId !== null]);

    it('has the camera of the ticket first, then the others, each once', async () => {
      const admission = await enter({ cameras: 'demo00002:1,DEMO00001:1,DEMO00002:1' });
      expect(named(admission)).toEqual([
        ['DEMO00001', 1, true],
        ['DEMO00002', 1, true],
      ]);
    });

    it('has a camera that does not exist or is disabled as a target that is not found', async () => {
      await domain.operator.run('camera.disable', { serial: 'DEMO00002' });
      const admission = await enter({ cameras: 'DEMO00002:1,NEVER:1' });
      expect(named(admission)).toEqual([
        ['DEMO00001', 1, true],
        ['DEMO00002', 1, false],
        ['NEVER', 1, false],
      ]);
      for (const { key } of admission.targets.slice(1))
        expect(await domain.talk.sources.find(key)).toBeNull();
      expect(await domain.talk.gate.ended([admission.grantId])).toEqual(new Set());
    });

    it.each([
      ['DEMO00001', 'DEMO00002'],
      ['DEMO00002', 'DEMO00001'],
    ])('ends for a camera that is disabled, and as a whole with the last one: first %s', async (...order) => {
      const { targets, grantId } = await enter({ cameras: 'DEMO00002:1' });
      const useOf = (serial: string) => targets.find(({ key }) => key.deviceSerial === serial)!.useId!;
      const uses = order.map(useOf);
      const ended = () => domain.talk.gate.ended([...uses, grantId]);
      await domain.operator.run('camera.disable', { serial: order[0] });
      expect(await ended()).toEqual(new Set([uses[0]]));
      await domain.operator.run('camera.disable', { serial: order[1] });
      expect(await ended()).toEqual(new Set([...uses, grantId]));
    });
  });

  it('finds the source of a camera, unless talk is off for it', async () => {
    const key = { tenantId: 'default', ...wanted };
    expect(await domain.talk.sources.find(key)).toEqual({ kind: 'demo', scene: 'yard', profile: 'main' });
    await database.db.updateTable('channel').set({ talk: 'off' }).execute();
    expect(await domain.talk.sources.find(key)).toBeNull();
  });
});
