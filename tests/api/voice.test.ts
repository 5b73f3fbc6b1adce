import { expect } from 'expect';
import { afterAll, beforeAll, beforeEach, describe, it } from 'vitest';
import type { OpenDatabase } from '../../lib/db/client.ts';
import { voiceHandler } from '../../lib/http/voice-handler.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { err, ok } from '../../lib/kernel/result.ts';
import { voiceAudio } from '../../lib/media/talk/voice-audio.ts';
import type { Pcm, TalkPlane } from '../../lib/media/talk-ports.ts';
import { anyEngine, type DatabaseBench } from '../kit/databases.ts';
import { type TestDomain, testDomain, testOrigin } from '../kit/domain.ts';
import { FakeClock } from '../kit/fake-clock.ts';

const query = '/api/lapp/voice/query';
const send = '/api/lapp/voice/send';
const sendOnce = '/api/lapp/voice/sendonce';
const camera = { deviceSerial: 'DEMO00001', channelNo: '1' };

/** A recording of a tone, as a WAV file. */
function recording(seconds: number, rate: 16_000 | 48_000 = 16_000): Uint8Array<ArrayBuffer> {
  const samples = Int16Array.from(
    { length: Math.round(seconds * rate) },
    (_, at) => 9_000 * Math.sin(at / 5),
  );
  return Uint8Array.from(voiceAudio.write({ rate, samples }));
}

interface Voice {
  readonly voiceName: string;
  readonly fileUrl: string;
  readonly duration: number;
}

describe.each(anyEngine)('voice messages by the open-platform API on $engine', ({ start }) => {
  let bench: DatabaseBench;
  let database: OpenDatabase;
  let domain: TestDomain;
  let clock: FakeClock;
  let app: Awaited<ReturnType<TestDomain['integrator']>>;
  let played: { readonly by: Parameters<TalkPlane['play']>[0]; readonly audio: Pcm }[];
  let outcome: Awaited<ReturnType<TalkPlane['play']>>;
  let spoken: string[];
  let speech: Uint8Array | null;

  beforeAll(async () => {
    bench = await start();
  });
  afterAll(() => bench.stop());
  beforeEach(async () => {
    database = await bench.open();
    clock = new FakeClock();
    played = [];
    outcome = ok(undefined);
    spoken = [];
    speech = recording(2);
    domain = await testDomain(database, {
      clock,
      voiceMedia: {
        audio: voiceAudio,
        async play(by, audio) {
          played.push({ by, audio });
          return outcome;
        },
        async speech(text) {
          spoken.push(text);
          return speech;
        },
      },
    });
    app = await domain.integrator();
  });

  async function list(change: Record<string, string> = {}) {
    const answer = await domain.call(query, { accessToken: app.accessToken, pageStart: '0', ...change });
    const { page, ext } = JSON.parse(answer.text);
    return { ...answer, voices: answer.data as Voice[], page, ext };
  }
  const first = async () => (await list({ default: 'true' })).voices[0]!;
  const sendVoice = (fileUrl: string, change: Record<string, string> = {}) =>
    domain.call(send, { accessToken: app.accessToken, ...camera, fileUrl, ...change });

  function upload(file: Uint8Array<ArrayBuffer> | null, change: Record<string, string> = {}) {
    const body = new FormData();
    const fields = { accessToken: app.accessToken, ...camera, ...change };
    for (const [name, value] of Object.entries(fields)) body.set(name, value);
    if (file) body.set('voiceFile', new Blob([file], { type: 'audio/wav' }), '../voice.wav');
    return domain.call(sendOnce, {}, { body });
  }
  const issue = async (request: object) =>
    (await domain.operator.run('token.issue', { appKey: app.appKey, ...request })).accessToken;
  const listen = (fileUrl: string, init: RequestInit = {}) =>
    voiceHandler({ voices: domain.lapp.voices, log: silentLogger })(new Request(fileUrl, init));

  async function save(name: string, tenantId = 'default'): Promise<void> {
    const [id, now] = [`${tenantId}-${name}`, clock.now()];
    const made = { version: 1, createdBy: '', createdAt: now, updatedBy: '', updatedAt: now };
    await database.db
      .insertInto('voice')
      .values({ id, tenantId, name, durationMs: 1_600, byteSize: 1, ...made })
      .execute();
    const content = Buffer.from(recording(1.6)).toString('base64');
    await database.db.insertInto('voiceContent').values({ voiceId: id, tenantId, content }).execute();
    await clock.advance(1);
  }

  describe('POST /api/lapp/voice/query', () => {
    it('returns the saved messages newest first, five per page, with name, address and duration', async () => {
      for (const name of ['一', '二', '三', '四', '五', '六', '七']) await save(name);
      const pages = [await list(), await list({ pageStart: '1' }), await list({ pageStart: '2' })];
      expect(pages.map(({ voices }) => voices.map(({ voiceName }) => voiceName).join(''))).toEqual([
        '七六五四三',
        '二一',
        '',
      ]);
      expect(pages.map(({ page }) => page)).toEqual([0, 1, 2].map((page) => ({ total: 7, page, size: 5 })));
      expect(pages[0]?.voices[0]).toEqual({
        voiceName: '七',
        fileUrl: expect.stringMatching(`^${testOrigin}/voice/ova1[\\w.-]+\\.wav$`),
        duration: 2,
      });
      expect(pages[0]?.ext).toEqual({ canSpeak: true });
    });

    it('returns with default=true those of the product, in the language of the request', async () => {
      const names = async (lang: Record<string, string>) =>
        (await list({ default: 'true', ...lang })).voices.map(({ voiceName }) => voiceName);
      expect(await names({})).toEqual(['提示音', '请注意（三音）', '警报声']);
      expect(await names({ lang: 'en' })).toEqual(['Chime', 'Attention (three tones)', 'Alarm']);
    });

    it('returns no messages of another organisation', async () => {
      const { createdAt } = { createdAt: clock.now() };
      await database.db
        .insertInto('tenant')
        .values({ id: 'other', name: '别家', enabled: 1, createdAt })
        .execute();
      await save('theirs', 'other');
      expect((await list()).voices).toEqual([]);
    });

    it('needs the capability voice, and no camera', async () => {
      expect(await list({ accessToken: await issue({ capabilities: ['talk'] }) })).toMatchObject({
        code: '10031',
      });
      const accessToken = await issue({ capabilities: ['voice'], cameras: ['DEMO00002'] });
      expect(await list({ accessToken })).toMatchObject({ code: '200' });
    });
  });

  describe('the address of a message', () => {
    it('answers a WAV file that no cache keeps, as long as the grant is valid', async () => {
      const { fileUrl } = await first();
      const answer = await listen(fileUrl);
      expect([
        answer.status,
        answer.headers.get('content-type'),
        answer.headers.get('cache-control'),
      ]).toEqual([200, 'audio/wav', 'private, no-store']);
      const audio = await voiceAudio.read(new Uint8Array(await answer.arrayBuffer()));
      expect((audio?.samples.length ?? 0) / 16_000).toBeCloseTo(1.6);
      await domain.operator.run('token.revoke', { grantId: app.grantId });
      expect((await listen(fileUrl)).status).toBe(401);
    });

    it.each([
      [
        'changed',
        401,
        (url: string) => url.replace(/.\.wav$/, (end) => (end === 'A.wav' ? 'B.wav' : 'A.wav')),
      ],
      ['of another path', 404, () => `${testOrigin}/voice/../secret.wav`],
      ['without a signature', 404, () => `${testOrigin}/voice/.wav`],
    ])('%s answers %i', async (_, status, change) => {
      const { fileUrl } = await first();
      expect((await listen(change(fileUrl))).status).toBe(status);
    });

    it('answers 404 after the message was deleted, and 401 after twelve hours', async () => {
      await save('一');
      const { fileUrl } = (await list()).voices[0]!;
      await database.db.deleteFrom('voice').execute();
      expect((await listen(fileUrl)).status).toBe(404);
      clock.setWall(clock.now() + 12 * 60 * 60_000);
      expect((await listen(fileUrl)).status).toBe(401);
    });
  });

  describe('POST /api/lapp/voice/send', () => {
    it('plays a saved message on the camera', async () => {
      await save('一');
      const { fileUrl } = (await list()).voices[0]!;
      expect(await sendVoice(fileUrl)).toMatchObject({ status: 200, code: '200', msg: '操作成功!' });
      const [message] = played;
      expect(message?.by.target).toMatchObject({
        key: { tenantId: 'default', deviceSerial: 'DEMO00001', channelNo: 1 },
      });
      expect([message?.audio.rate, message?.audio.samples.length]).toEqual([16_000, 25_600]);
      expect(await domain.talk.gate.ended([message?.by.grantId ?? ''])).toEqual(new Set());
    });

    it('plays a message of the product', async () => {
      expect(await sendVoice((await first()).fileUrl)).toMatchObject({ code: '200' });
      expect(played[0]?.audio.samples.some((sample) => Math.abs(sample) > 8_000)).toBe(true);
    });

    it.each([
      ['of another server', async () => 'https://elsewhere.example/voice/x.wav'],
      ['that is no address', async () => 'x'],
      [
        'of a deleted message',
        async () => {
          await save('一');
          const { fileUrl } = (await list()).voices[0]!;
          await database.db.deleteFrom('voice').execute();
          return fileUrl;
        },
      ],
      [
        'of yesterday',
        async () => {
          const { fileUrl } = await first();
          clock.setWall(clock.now() + 24 * 60 * 60_000);
          return fileUrl;
        },
      ],
    ])('refuses an address %s with 10001 未找到当前语音', async (_, make) => {
      expect(await sendVoice(await make())).toMatchObject({ code: '10001', msg: '未找到当前语音' });
      expect(played).toEqual([]);
    });

    it.each([
      ['400904', '400904', '语音设备正忙，请稍后重试'],
      ['talk.busy', '400904', '语音设备正忙，请稍后重试'],
      ['-1000', '-1000', '设备不支持对讲'],
      ['20007', '20007', '设备不在线'],
      ['talk.ended', 'voice.failed', '发送失败，请稍后再试'],
    ] as const)('answers a camera that fails with %s by %s %s', async (code, shown, msg) => {
      outcome = err({ code, message: 'why' });
      const answer = await sendVoice((await first()).fileUrl);
      expect(answer).toMatchObject({ status: 200, code: shown });
      expect(answer.msg).toContain(msg);
    });

    it('refuses a camera for which talk is off with -1000', async () => {
      await database.db.updateTable('channel').set({ talk: 'off' }).execute();
      expect(await sendVoice((await first()).fileUrl)).toMatchObject({ code: '-1000' });
      expect(played).toEqual([]);
    });

    it('accepts 60 messages a minute of one token, and answers 429 10029 to more', async () => {
      const { fileUrl } = await first();
      for (let at = 0; at < 60; at += 1) expect(await sendVoice(fileUrl)).toMatchObject({ code: '200' });
      expect(await sendVoice(fileUrl)).toMatchObject({ status: 429, code: '10029' });
      await clock.advance(60_000);
      expect(await sendVoice(fileUrl)).toMatchObject({ code: '200' });
    });
  });

  describe('POST /api/lapp/voice/sendonce', () => {
    it.each([16_000, 48_000] as const)(
      'plays a recording of %i Hz once, and stores nothing',
      async (rate) => {
        expect(await upload(recording(2, rate))).toMatchObject({ status: 200, code: '200' });
        expect([played[0]?.audio.rate, played[0]?.audio.samples.length]).toEqual([16_000, 32_000]);
        expect((await list()).voices).toEqual([]);
      },
    );

    it.each([
      ['shorter than a second', () => recording(0.9), 'voice.tooShort', '说话时间过短'],
      ['of 999 bytes', () => recording(0.5).slice(0, 999), 'voice.tooSmall', '录音失败，请重试'],
      ['that is no audio', () => new Uint8Array(5_000).fill(7), 'voice.tooSmall', '录音失败，请重试'],
      ['that is missing', () => null, 'voice.tooSmall', '录音失败，请重试'],
      ['longer than a minute', () => recording(61), 'voice.tooLong', '不超过1分钟'],
    ])('refuses a recording %s', async (_, make, code, msg) => {
      expect(await upload(make())).toMatchObject({ status: 200, code, msg });
      expect(played).toEqual([]);
    });

    it('accepts a recording of 59 seconds', async () => {
      expect(await upload(recording(59))).toMatchObject({ code: '200' });
    });

    it('speaks a text of at most 500 characters', async () => {
      const speak = (voiceText: string) => upload(null, { voiceText });
      expect(await speak('请离开此区域')).toMatchObject({ code: '200' });
      expect(spoken).toEqual(['请离开此区域']);
      expect(played[0]?.audio.samples).toHaveLength(32_000);
      expect(await speak('a'.repeat(501))).toMatchObject({ code: '10001' });
      speech = null;
      expect(await speak('a')).toMatchObject({ code: 'voice.failed', msg: '发送失败，请稍后再试' });
      speech = recording(70);
      expect(await speak('a')).toMatchObject({ code: 'voice.tooLong', msg: '不超过1分钟' });
      const form = { accessToken: app.accessToken, ...camera, voiceText: 'b' };
      speech = recording(1);
      expect(await domain.call(sendOnce, form)).toMatchObject({ code: '200' });
    });

    it('refuses a body above 4 MB with 413, also one that does not declare its size', async () => {
      expect(await upload(new Uint8Array(4 * 1024 * 1024))).toMatchObject({ status: 413 });
      let sent = 0;
      const body = new ReadableStream({
        pull(controller) {
          sent += 1;
          controller.enqueue(new Uint8Array(1024 * 1024));
        },
      });
      const init = {
        ...{ body, duplex: 'half' },
        headers: { 'content-type': 'multipart/form-data; boundary=x' },
      };
      expect(await domain.call(sendOnce, {}, init as RequestInit)).toMatchObject({ status: 413 });
      expect(sent).toBeLessThan(8);
    });

    it.each([
      ['two files', (body: FormData) => body.append('voiceFile', new Blob(['x']), 'b.wav')],
      ['a field twice', (body: FormData) => body.append('channelNo', '2')],
      [
        'a hundred parts',
        (body: FormData) => {
          for (let at = 0; at < 100; at += 1) body.set(`f${at}`, '1');
        },
      ],
    ])('refuses %s with 10001', async (_, spoil) => {
      const body = new FormData();
      for (const [name, value] of Object.entries({ accessToken: app.accessToken, ...camera }))
        body.set(name, value);
      body.set('voiceFile', new Blob([recording(2)]), 'a.wav');
      spoil(body);
      expect(await domain.call(sendOnce, {}, { body })).toMatchObject({ code: '10001' });
      expect(played).toEqual([]);
    });

    it('refuses a body that is cut off or not what it declares with 10001', async () => {
      const headers = { 'content-type': 'multipart/form-data; boundary=x' };
      for (const body of [
        '',
        '--x',
        '--x\r\nContent-Disposition: form-data; name="voiceFile"\r\n\r\n',
        'x'.repeat(99),
      ])
        expect(await domain.call(sendOnce, {}, { body, headers })).toMatchObject({ code: '10001' });
    });
  });

  it('reads at most eight bodies with files of one address at a time', async () => {
    const bodies = Array.from({ length: 9 }, () => {
      const stream = new TransformStream<Uint8Array>();
      const headers = { 'content-type': 'multipart/form-data; boundary=x' };
      const init = { body: stream.readable, duplex: 'half', headers } as RequestInit;
      return { stream, answer: domain.call(sendOnce, {}, init) };
    });
    expect(await bodies[8]?.answer).toMatchObject({ status: 429, code: '10029' });
    for (const { stream } of bodies.slice(0, 8)) await stream.writable.close();
    for (const { answer } of bodies.slice(0, 8)) expect(await answer).toMatchObject({ code: '10001' });
    expect(await upload(recording(2))).toMatchObject({ code: '200' });
  });
});
