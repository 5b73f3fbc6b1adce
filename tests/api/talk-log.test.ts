import { expect } from 'expect';
import { beforeEach, it } from 'vitest';
import { verifyAuditChain } from '../../lib/domain/audit/operation-log.ts';
import { consoleAdmission } from '../../lib/domain/talk/talk-log.ts';
import { tenantScope } from '../../lib/domain/tenancy/tenant-scope.ts';
import type { TalkAdmission, TalkLog, TalkOutcome } from '../../lib/media/talk-ports.ts';
import { describeCameras, ok } from '../kit/camera-console.ts';
import { testDomain } from '../kit/domain.ts';

const wanted = { deviceSerial: 'DEMO00001', channelNo: 1 };

describeCameras('the talk log', (testConsole) => {
  let admission: TalkAdmission;
  let appKey: string;

  beforeEach(async () => {
    await testConsole().demoToNorth();
    const app = await testConsole().integrator();
    appKey = app.appKey;
    const { data } = await testConsole().call(
      '/api/lapp/live/talk/url',
      { accessToken: app.accessToken, deviceSerial: 'DEMO00001', channelNo: '1' },
      { headers: { 'x-oriel-client-address': '203.0.113.1' } },
    );
    const admitted = await testConsole().talk.gate.admit((data as { stream: string }).stream, wanted);
    if (!admitted.ok) throw new Error(admitted.error.message);
    admission = admitted.value;
  });

  type Begun = Parameters<TalkLog['began']>[0];
  function began(change: Partial<Begun> = {}): ReturnType<TalkLog['began']> {
    const { grantId, clientAddress, targets } = admission;
    return testConsole().talk.log.began({
      ...{ kind: 'talk', grantId, clientAddress, target: targets[0]! },
      ...{ startedAt: testConsole().clock.now() },
      ...change,
    });
  }
  async function ended({ sentMs = 4_200.4, failure = null, ...begun }: Partial<Begun & TalkOutcome> = {}) {
    began(begun)({ sentMs, failure });
    await testConsole().talk.close();
  }
  const rows = () => testConsole().db.selectFrom('talkLog').selectAll().execute();
  const operations = () =>
    testConsole()
      .db.selectFrom('operationLog')
      .select(['title', 'operName', 'operUserId', 'operAddress', 'bizName', 'status', 'errorMsg'])
      .where('title', 'in', ['对讲', '广播', '播放语音消息'])
      .execute();

  it('says which application talked to which camera, from where, when and for how long', async () => {
    const { name } = await testConsole()
      .db.selectFrom('application')
      .select('name')
      .where('appKey', '=', appKey)
      .executeTakeFirstOrThrow();
    await ended();
    const [target] = admission.targets;
    expect(await rows()).toEqual([
      {
        ...{ id: expect.any(String), tenantId: 'default', kind: 'talk' },
        ...{ channelId: target?.channelId, cameraName: target?.name, ...wanted },
        ...{ deptId: testConsole().north, userName: null, applicationName: name },
        ...{
          clientAddress: '203.0.113.1',
          startAt: testConsole().clock.now(),
          endAt: testConsole().clock.now(),
          sentMs: 4_200,
          ...{ owner: null, failureCode: null },
        },
      },
    ]);
    expect(await operations()).toEqual([
      {
        ...{ title: '对讲', operName: name, operUserId: null, operAddress: '203.0.113.1' },
        ...{ bizName: target?.name, status: '0', errorMsg: null },
      },
    ]);
  });

  it('has a talk from its beginning, without an end', async () => {
    const user = await testConsole().signIn({ permissions: ['iot:talkLog:list'] });
    const listed = async () => ok(await user.call('GET', '/iot/talkLog/page')).records;
    const end = began();
    await testConsole().talk.close();
    expect(await listed()).toMatchObject([{ seconds: 0, failureCode: null, endTime: null }]);
    expect(await operations()).toEqual([]);
    testConsole().clock.advance(3_000);
    end({ sentMs: 3_000, failure: null });
    await testConsole().talk.close();
    expect(await listed()).toMatchObject([{ seconds: 3, failureCode: null, endTime: expect.any(String) }]);
    expect(await operations()).toHaveLength(1);
  });

  it('says that the server ended during a talk, once it has started again', async () => {
    began();
    await testConsole().talk.close();
    await testConsole().talk.start();
    expect(await rows()).toMatchObject([{ failureCode: null }]);
    const { database } = testConsole();
    for (const again of [await testDomain(database), await testDomain(database)]) {
      await again.talk.start();
      await again.talk.close();
      again.stop();
    }
    expect(await rows()).toMatchObject([{ failureCode: 'talk.interrupted', owner: null, endAt: null }]);
    expect(await operations()).toMatchObject([
      { title: '对讲', status: '1', errorMsg: 'The server ended during the talk.' },
    ]);
  });

  it('has the failures, and the camera of a broadcast that does not exist', async () => {
    const key = { tenantId: 'default', deviceSerial: 'NEVER', channelNo: 1 };
    await ended({
      kind: 'broadcast',
      target: { key, channelId: null, name: 'NEVER', duplex: 'full' },
      failure: { code: 'talk.unreachable', message: 'no connection' },
      sentMs: 0,
    });
    expect(await rows()).toMatchObject([{ channelId: null, deptId: null, failureCode: 'talk.unreachable' }]);
    expect(await operations()).toMatchObject([
      { title: '广播', bizName: 'NEVER', status: '1', errorMsg: 'no connection' },
    ]);
  });

  it('names the user of the console', async () => {
    const user = await testConsole().signIn({ username: 'speaker' });
    await ended({ kind: 'voice', grantId: consoleAdmission('speaker') });
    expect(await rows()).toMatchObject([{ userName: 'speaker', applicationName: '' }]);
    expect(await operations()).toMatchObject([{ operName: 'speaker', operUserId: user.userId }]);
  });

  it('is part of the chain of the operation log, and written before the server stops', async () => {
    for (let at = 0; at < 20; at += 1) void ended({ sentMs: at });
    await testConsole().talk.close();
    expect(await rows()).toHaveLength(20);
    const { database, clock } = testConsole();
    const verdict = await verifyAuditChain({ database, clock }, tenantScope('default'));
    expect(verdict).toMatchObject({ ok: true });
  });
});
