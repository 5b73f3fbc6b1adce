import { expect } from 'expect';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { lappEnvelope } from '../../lib/contracts/envelope.ts';
import { alarmDeviceList } from '../../lib/contracts/lapp/alarm-list.call.ts';
import { deviceCapacity } from '../../lib/contracts/lapp/device-capacity.call.ts';
import { liveUrl } from '../../lib/contracts/lapp/live-url.call.ts';
import { ptzStart, ptzStop } from '../../lib/contracts/lapp/ptz.call.ts';
import { talkUrl } from '../../lib/contracts/lapp/talk-url.call.ts';
import { videoByTime, videoDays } from '../../lib/contracts/lapp/video.call.ts';
import { voiceQuery, voiceSend, voiceSendOnce } from '../../lib/contracts/lapp/voice.call.ts';
import { createLappClient, lappPaths } from '../../player-frame/session/lapp-client.ts';
import { createLappLink, readEnvelope, readLiveUrl } from '../../player-frame/session/lapp-link.ts';
import { FakeClock } from '../kit/fake-clock.ts';
import { rounds } from '../kit/soak.ts';

const seed = Number(process.env.ORIEL_SEED ?? Date.now() % 2 ** 31);
console.log(`lapp-client: ORIEL_SEED=${seed}`);
const origin = 'https://oriel.example.com';
const form = { ezopen: 'ezopen://h.example/S/1.live', accessToken: 'at.secret' };
const good = {
  url: `${origin}/live/S/1/main.flv`,
  token: 'ticket',
  deviceName: 'Harbour',
  expireInMs: 60_000,
};

/** A client whose requests get the response of `answer`. */
function client(answer: (request: Request) => Response | Promise<Response>) {
  const clock = new FakeClock();
  const requests: Request[] = [];
  const send = (async (url: string, init: RequestInit) => {
    const request = new Request(url, init);
    requests.push(request.clone() as Request);
    return answer(request);
  }) as typeof fetch;
  return {
    clock,
    requests,
    lapp: createLappClient(createLappLink({ origin, clock, send, userAgent: 'x', language: () => 'en-US' })),
  };
}

const options = () => ({ signal: new AbortController().signal, timeoutMs: 1_000 });

describe('a call', () => {
  it('posts a form to its own origin, with the token in the body and nothing in the address', async () => {
    const { lapp, requests } = client(() => Response.json({ code: '200', msg: '操作成功!', data: good }));
    expect(await lapp.liveUrl(form, options())).toEqual({ ok: true, value: good });
    const [request] = requests;
    expect([request!.method, request!.url]).toEqual(['POST', `${origin}${lappPaths.liveUrl}`]);
    expect(Object.fromEntries(new URLSearchParams(await request!.text()))).toMatchObject({
      ...form,
      isFlv: 'false',
      lang: 'en-US',
      isHttp: 'false',
    });
  });

  it('uses the paths of the contracts, and fields that they accept', () => {
    expect(lappPaths).toEqual({
      liveUrl: liveUrl.path,
      deviceCapacity: deviceCapacity.path,
      ptzStart: ptzStart.path,
      ptzStop: ptzStop.path,
      videoByTime: videoByTime.path,
      videoDays: videoDays.path,
      alarmDeviceList: alarmDeviceList.path,
      talkUrl: talkUrl.path,
      voiceQuery: voiceQuery.path,
      voiceSend: voiceSend.path,
      voiceSendOnce: voiceSendOnce.path,
      theme: '/console/jssdk/ezopen/template/getDetail',
    });
    expect(liveUrl.form.safeParse({ ...form, isFlv: 'false', isHttp: 'false', userAgent: 'x' }).success).toBe(
      true,
    );
  });

  it('sends a recorded message as the file voiceFile, and returns the whole answer', async () => {
    const { requests, lapp } = client(() => Response.json({ code: '200', msg: '', ext: { canSpeak: true } }));
    const sent = { deviceSerial: 'CAM1', channelNo: '2', accessToken: 'at.secret' };
    const voiceFile = new Blob(['RIFF'], { type: 'audio/wav' });
    const answer = await lapp.voice('voiceSendOnce', sent, { ...options(), voiceFile });
    expect(answer).toMatchObject({ ok: true, value: { ext: { canSpeak: true } } });
    const received = await requests[0]!.formData();
    const { voiceFile: file, ...fields } = Object.fromEntries(received);
    expect(voiceSendOnce.form.safeParse(fields).success).toBe(true);
    expect(await (file as File).text()).toBe('RIFF');
    expect((file as File).type).toBe('audio/wav');
  });

  it('asks for saved messages with fields that the contract accepts', async () => {
    const { requests, lapp } = client(() => Response.json({ code: '200', msg: '', data: [] }));
    const asked = { pageStart: '0', pageSize: '5', default: 'false', accessToken: 'at.secret' };
    await lapp.voice('voiceQuery', asked, options());
    const fields = Object.fromEntries(new URLSearchParams(await requests[0]!.text()));
    expect(voiceQuery.form.safeParse(fields).success).toBe(true);
  });

  it('sends PTZ commands with fields that the contract accepts, and returns the code', async () => {
    const { requests, lapp } = client(() => Response.json({ code: '60004', msg: '左限位' }));
    const moved = {
      deviceSerial: 'CAM1',
      channelNo: 2,
      direction: 3,
      viewer: 'a-b',
      accessToken: 'at.secret',
    };
    expect(await lapp.move('start', moved, options())).toBe('60004');
    const [request] = requests;
    expect(request!.url).toBe(`${origin}${ptzStart.path}`);
    const sent = Object.fromEntries(new URLSearchParams(await request!.text()));
    expect(ptzStart.form.safeParse(sent)).toMatchObject({
      success: true,
      data: { channelNo: 2, direction: 'right', speed: 1, viewer: 'a-b' },
    });
  });

  it('requests a theme with the token in a header, and accepts meta.code 0 only', async () => {
    const answers = [
      { meta: { code: 0 }, data: { themeId: 'x' } },
      { meta: { code: 404 }, data: null },
      'no JSON',
    ];
    const { requests, lapp } = client(() => Response.json(answers.shift()));
    const query = { id: '0123456789abcdef0123456789abcdef', accessToken: 'at.secret' };
    expect(await lapp.theme(query, options())).toEqual({ ok: true, value: { themeId: 'x' } });
    expect(requests[0]!.url).not.toContain('at.secret');
    expect(requests[0]!.headers.get('authorization')).toBe('Bearer at.secret');
    expect(await lapp.theme(query, options())).toMatchObject({ ok: false, error: { code: '404' } });
    expect(await lapp.theme(query, options())).toMatchObject({ ok: false });
  });

  it.each([
    [
      'the code and words of the server',
      { code: '20002', msg: '设备不存在' },
      200,
      { kind: 'other', code: '20002', message: '设备不存在' },
    ],
    [
      'a code that is a number',
      { code: 10002, msg: '' },
      200,
      { kind: 'other', code: '10002', message: null },
    ],
    ['a server error as passing', { code: '50000', msg: 'x' }, 200, { kind: 'network', code: '50000' }],
    ['a proxy that is ill', 'Bad gateway', 502, { kind: 'network', code: 'http.502', message: null }],
    ['an answer that is not ours', '<html>', 200, { kind: 'other', code: 'address.malformed' }],
    ['success without data', { code: '200' }, 200, { kind: 'other', code: 'address.malformed' }],
    [
      'a stream on a strange origin',
      { code: '200', data: { ...good, url: 'https://evil.example/live/a.flv' } },
      200,
      { code: 'address.malformed' },
    ],
  ])('reports %s', async (_name, body, status, failure) => {
    const { lapp } = client(() =>
      typeof body === 'string' ? new Response(body, { status }) : Response.json(body, { status }),
    );
    expect(await lapp.liveUrl(form, options())).toMatchObject({
      ok: false,
      error: { stage: 'address', ...failure },
    });
  });

  it('reports a server that cannot be reached, and leaves no timer', async () => {
    const { lapp, clock } = client(() => Promise.reject(new TypeError('at.secret could not be sent')));
    const answer = await lapp.liveUrl(form, options());
    expect(answer).toMatchObject({ ok: false, error: { kind: 'network', code: 'network.unreachable' } });
    expect(JSON.stringify(answer)).not.toContain('secret');
    expect(clock.pending).toBe(0);
  });

  it('times out', async () => {
    const { lapp, clock } = client(
      (request) =>
        new Promise((_resolve, reject) => {
          request.signal.addEventListener('abort', () => reject(request.signal.reason));
        }),
    );
    const answer = lapp.liveUrl(form, options());
    await clock.advance(1_000);
    expect(await answer).toMatchObject({ ok: false, error: { kind: 'network', code: 'network.timeout' } });
  });
});

describe('manual validation agrees with the contracts', () => {
  const anything = fc.oneof(
    fc.anything(),
    fc.string(),
    fc.webUrl(),
    fc.constantFrom('200', 200, good.url, good),
  );

  it('on 20,000 envelopes', () => {
    const envelope = fc.record({ code: anything, msg: anything, data: anything }, { requiredKeys: [] });
    fc.assert(
      fc.property(fc.oneof(envelope, anything), (value) => {
        const text = JSON.stringify(value) ?? '';
        const read = readEnvelope(200, text);
        const parsed = lappEnvelope.safeParse(text === '' ? undefined : JSON.parse(text));
        const isSuccess = parsed.success && parsed.data.code === '200';
        if (isSuccess) expect(read.ok).toBe(true);
        if (read.ok) expect(String((JSON.parse(text) as { code: unknown }).code)).toBe('200');
      }),
      { seed, numRuns: rounds(1_000, 20_000) },
    );
  });

  it('on random addresses: those accepted here are accepted by the contract', () => {
    const left = fc.oneof(fc.nat(), fc.double(), anything);
    const data = fc.record({ url: anything, token: anything, expireInMs: left }, { requiredKeys: [] });
    const isRead = liveUrl.data.pick({ url: true, token: true, expireInMs: true });
    let accepted = 0;
    fc.assert(
      fc.property(fc.oneof(data, anything), (value) => {
        const read = readLiveUrl(value, origin);
        if (read) expect(isRead.safeParse(value).success).toBe(true);
        if (read) accepted += 1;
      }),
      { seed, numRuns: rounds(1_000, 20_000) },
    );
    expect(accepted).toBeGreaterThan(rounds(5, 100));
    expect(readLiveUrl(good, origin)).toEqual(good);
    expect(readLiveUrl({ ...good, deviceName: { toString: 'x' } }, origin)).toEqual({
      ...good,
      deviceName: '',
    });
  });

  it('derives a key from salt and iterations, with or without the id that it must have', () => {
    const terms = { salt: 'c2FsdA==', iterations: 600_000 };
    const read = (encryption: unknown) => readLiveUrl({ ...good, encryption }, origin)?.encryption ?? null;
    expect(read(terms)).toEqual(terms);
    expect(read({ ...terms, keyId: 'a1' })).toEqual({ ...terms, keyId: 'a1' });
    for (const keyId of ['', 7, null]) expect(read({ ...terms, keyId })).toBeNull();
    expect(read({ ...terms, salt: '?' })).toBeNull();
    expect(read({ ...terms, iterations: 1e9 })).toBeNull();
  });
});
