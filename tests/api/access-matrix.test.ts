import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import type { OpenDatabase } from '../../lib/db/client.ts';
import { digest } from '../../lib/domain/crypto/digest.ts';
import { lappRoutes } from '../../lib/http/lapp-calls.ts';
import type { LappRoute } from '../../lib/http/lapp-route.ts';
import { type DatabaseBench, engines } from '../kit/databases.ts';
import { addForeignDevice, type TestDomain, testDomain } from '../kit/domain.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { FakePtz } from '../kit/fake-ptz.ts';

/** Fields of each call besides token and camera. A route that is missing here fails the test. */
const furtherFields: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '/api/lapp/device/info': {},
  '/api/lapp/device/capacity': {},
  '/api/lapp/device/ptz/start': { direction: '0' },
  '/api/lapp/device/ptz/stop': {},
  '/api/lapp/live/url/ezopen': {},
  '/api/lapp/live/url/hls': {},
  '/api/lapp/live/talk/url': {},
  '/api/lapp/voice/query': {},
  '/api/lapp/voice/send': {},
  '/api/lapp/voice/sendonce': {},
  '/api/lapp/video/by/time': { recType: '1', startTime: '0', endTime: '1' },
  '/api/lapp/video/days': { recType: '1', month: '202601' },
  '/api/lapp/alarm/device/list': {},
  '/api/lapp/video/by/id': { alarmId: 'none' },
};

/** What a call needs with these fields, where it depends on them. */
const neededByStore = { ezopen: 'live', channel: 'playback.cloud' } as const;

const own = 'DEMO00001';
const cameras = {
  own: { serial: own, channelNo: 1, is: 'available' },
  'a missing channel': { serial: own, channelNo: 9, is: 'noChannel' },
  'a disabled camera': { serial: 'DEMO00002', channelNo: 1, is: 'unavailable' },
  'a removed camera': { serial: 'GONE0001', channelNo: 1, is: 'unavailable' },
  'an unknown camera': { serial: 'NEVER001', channelNo: 1, is: 'unavailable' },
  'a camera of another tenant': { serial: 'FOREIGN1', channelNo: 1, is: 'unavailable' },
} as const;
type CameraName = keyof typeof cameras;

/** The caller. `covers`: the cameras of its token, null for all. `can`: the token's capabilities, null for all. */
interface Actor {
  readonly token: string;
  readonly isValid: boolean;
  readonly covers: readonly string[] | null;
  readonly can: readonly string[] | null;
}

describe.each(engines)('access to every call, on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let database: OpenDatabase;
  let domain: TestDomain;
  let clock: FakeClock;
  let ptz: FakePtz;
  let routes: readonly LappRoute[];
  let actors: Readonly<Record<string, Actor>>;
  /** Of a voice message, as a viewer lists it. */
  let fileUrl: string;

  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    database = await bench.open();
    clock = new FakeClock();
    ptz = new FakePtz(clock);
    domain = await testDomain(database, { clock, openPtz: async () => ptz });
    routes = lappRoutes(domain.lapp, clock).filter(({ policy }) => policy.caller === 'token');
    const main = { kind: 'demo', scene: 'yard' } as const;
    await domain.operator.run('camera.add', { serial: 'GONE0001', name: 'gone', main });
    actors = await makeActors();
    const { token: accessToken = '' } = actors['a token without restrictions'] ?? {};
    const { data } = await domain.call('/api/lapp/voice/query', { accessToken, default: 'true' });
    fileUrl = (data as { fileUrl: string }[])[0]?.fileUrl ?? '';
    await domain.operator.run('camera.disable', { serial: 'DEMO00002' });
    await domain.operator.run('camera.remove', { serial: 'GONE0001' });
  });

  async function makeActors(): Promise<Readonly<Record<string, Actor>>> {
    await addForeignDevice(database, 'FOREIGN1');
    const app = await domain.integrator();
    const offApp = await domain.integrator();
    const issue = async (request: object): Promise<string> =>
      (await domain.operator.run('token.issue', { appKey: app.appKey, ...request })).accessToken;
    const revoked = await domain.operator.run('token.issue', { appKey: app.appKey });
    await domain.operator.run('token.revoke', { grantId: revoked.grantId });
    const short = await issue({ expireSeconds: 60 });
    await domain.operator.run('app.disable', { appKey: offApp.appKey });
    await clock.advance(60_000);
    const everything = { isValid: true, covers: null, can: null };
    const nothing = { ...everything, isValid: false };
    return {
      'a token without restrictions': { ...everything, token: app.accessToken },
      'no token': { ...nothing, token: '' },
      'an invalid token': { ...nothing, token: 'x'.repeat(43) },
      'an expired token': { ...nothing, token: short },
      'a revoked token': { ...nothing, token: revoked.accessToken },
      'a token of a disabled application': { ...nothing, token: offApp.accessToken },
      'a token for this camera': { ...everything, covers: [own], token: await issue({ cameras: [own] }) },
      'a token for another camera': {
        ...everything,
        covers: ['DEMO00002'],
        token: await issue({ cameras: ['DEMO00002'] }),
      },
      'a token for another channel': {
        ...everything,
        covers: [`${own}:2`],
        token: await issue({ cameras: [`${own}:2`] }),
      },
      'a talk-only token': {
        ...everything,
        can: ['talk'],
        token: await issue({ capabilities: ['talk'] }),
      },
      'a playback-only token': {
        ...everything,
        can: ['playback.cloud'],
        token: await issue({ capabilities: ['playback.cloud'] }),
      },
      'a live-only token': {
        ...everything,
        can: ['live'],
        token: await issue({ capabilities: ['live'] }),
      },
    };
  }

  /** The error code that the policy requires. Null: access is granted, and the handler itself decides. */
  function requiredCode({ policy }: LappRoute, actor: Actor, name: CameraName): string | null {
    if (policy.caller !== 'token') throw new Error('not a call that requires a token');
    const { serial, channelNo, is } = cameras[name];
    if (actor.token === '') return '10001';
    if (!actor.isValid) return '10002';
    const isOfDevice = policy.camera === 'deviceSerial';
    if (policy.camera === 'none') {
      const isAllowed =
        policy.capability === null ||
        policy.capability === 'byStore' ||
        (actor.can?.includes(policy.capability) ?? true);
      return isAllowed ? null : '10031';
    }
    const covers = (entry: string) =>
      isOfDevice ? entry.split(':')[0] === serial : entry === serial || entry === `${serial}:${channelNo}`;
    const isCovered = actor.covers === null || actor.covers.some(covers);
    const needed =
      policy.capability === 'byStore' && policy.camera !== 'deviceSerial'
        ? neededByStore[policy.camera]
        : policy.capability;
    const isCapable = needed === null || (actor.can?.includes(needed) ?? true);
    if (!isCovered || !isCapable) return '10031';
    if (is === 'unavailable') return '20002';
    return is === 'noChannel' && !isOfDevice ? '20032' : null;
  }

  function formOf({ path, policy }: LappRoute, token: string, name: CameraName): Record<string, string> {
    const { serial, channelNo } = cameras[name];
    const camera =
      policy.caller === 'token' && policy.camera === 'ezopen'
        ? { ezopen: `ezopen://open.ys7.com/${serial}/${channelNo}.live` }
        : { deviceSerial: serial, channelNo: String(channelNo) };
    const message = path === '/api/lapp/voice/send' ? { fileUrl } : {};
    return { accessToken: token, ...camera, ...furtherFields[path], ...message };
  }

  it('follows the policy of each route, for every token and every camera, and rejected calls have no effect', async () => {
    expect(routes.map(({ path }) => path).sort()).toEqual(Object.keys(furtherFields).sort());
    const wrong: string[] = [];
    const refusals = new Map<string, Set<string>>();
    let cells = 0;
    for (const route of routes) {
      for (const [actorName, actor] of Object.entries(actors)) {
        for (const name of Object.keys(cameras) as CameraName[]) {
          const before = ptz.commands.length;
          const { code, text } = await domain.call(route.path, formOf(route, actor.token, name));
          const wanted = requiredCode(route, actor, name);
          const isAllowed = !['10001', '10002', '10031', '20002', '20032'].includes(code);
          cells += 1;
          if (wanted === null ? !isAllowed : code !== wanted) {
            wrong.push(`${route.path}, ${actorName}, ${name}: ${code} instead of ${wanted ?? 'access'}`);
          }
          if (wanted !== null && ptz.commands.length > before)
            wrong.push(`${route.path}, ${actorName}: the camera moved`);
          // One response text per error code, so a response does not reveal whether a camera exists.
          if (['10002', '10031', '20002'].includes(code)) {
            refusals.set(code, (refusals.get(code) ?? new Set()).add(text));
          }
        }
      }
    }
    process.stdout.write(`access matrix: ${cells} cells\n`);
    expect(wrong).toEqual([]);
    expect(Object.fromEntries([...refusals].map(([code, texts]) => [code, texts.size]))).toEqual({
      '10002': 1,
      '10031': 1,
      '20002': 1,
    });
    expect(ptz.commands).not.toEqual([]);
  });

  it('a token of another organisation opens the cameras of that organisation only', async () => {
    const createdAt = clock.now();
    const tenantId = 'foreign';
    const token = 'f'.repeat(43);
    await database.db
      .insertInto('application')
      .values({
        id: 'foreignapp',
        tenantId,
        name: 'theirs',
        appKey: 'e'.repeat(32),
        secretHash: digest('theirs'),
        secretRotatedAt: createdAt,
        allowedOrigins: '[]',
        tokenPolicy: '{"maxTokenSeconds":604800,"capabilities":null}',
        enabled: 1,
        createdAt,
      })
      .execute();
    await database.db
      .insertInto('accessTokenGrant')
      .values({
        id: 'f'.repeat(32),
        tenantId,
        applicationId: 'foreignapp',
        tokenHash: digest(token),
        cameras: null,
        capabilities: '["live","ptz","playback.cloud","talk","voice"]',
        createdAt,
        expiresAt: createdAt + 3_600_000,
        revokedAt: null,
      })
      .execute();
    for (const route of routes) {
      // Voice messages are those of the organisation: `voice.test.ts`.
      if (route.policy.caller === 'token' && route.policy.camera === 'none') continue;
      const ours = await domain.call(route.path, formOf(route, token, 'own'));
      const missing = await domain.call(route.path, formOf(route, token, 'an unknown camera'));
      expect([route.path, ours.code, ours.text]).toEqual([route.path, '20002', missing.text]);
      const theirs = await domain.call(route.path, formOf(route, token, 'a camera of another tenant'));
      expect(['10002', '10031', '20002', '20032']).not.toContain(theirs.code);
    }
    expect(ptz.commands).toEqual([]);
  });
});
