import { randomBytes } from 'node:crypto';
import { alarmDeviceList } from '../../lib/contracts/lapp/alarm-list.call.ts';
import { alarmReport } from '../../lib/contracts/lapp/alarm-report.call.ts';
import { deviceCapacity } from '../../lib/contracts/lapp/device-capacity.call.ts';
import { deviceInfo } from '../../lib/contracts/lapp/device-info.call.ts';
import { liveUrl } from '../../lib/contracts/lapp/live-url.call.ts';
import { playlistUrl } from '../../lib/contracts/lapp/playlist-url.call.ts';
import { ptzStart, ptzStop } from '../../lib/contracts/lapp/ptz.call.ts';
import { talkUrl } from '../../lib/contracts/lapp/talk-url.call.ts';
import { tokenGet } from '../../lib/contracts/lapp/token-get.call.ts';
import { videoById, videoByTime, videoDays } from '../../lib/contracts/lapp/video.call.ts';
import { voiceQuery, voiceSend, voiceSendOnce } from '../../lib/contracts/lapp/voice.call.ts';
import type { OpenDatabase } from '../../lib/db/client.ts';
import type { IssuedToken } from '../../lib/domain/access/token.service.ts';
import { createDomain, type Domain, type DomainDeps } from '../../lib/domain/create-domain.ts';
import { systemEntropy } from '../../lib/domain/crypto/entropy.ts';
import type { Secrets } from '../../lib/domain/crypto/secrets.ts';
import { passwordHasher } from '../../lib/domain/identity/password-hasher.ts';
import { lappHandler } from '../../lib/http/lapp-handler.ts';
import { AppError } from '../../lib/kernel/app-error.ts';
import { silentLogger } from '../../lib/kernel/logger.ts';
import { err, ok } from '../../lib/kernel/result.ts';
import { voiceAudio } from '../../lib/media/talk/voice-audio.ts';
import { FakeClock } from './fake-clock.ts';
import { testMeters } from './machine-figures.ts';

const contracts = [
  tokenGet,
  deviceInfo,
  deviceCapacity,
  liveUrl,
  playlistUrl,
  ptzStart,
  ptzStop,
  talkUrl,
  voiceQuery,
  voiceSend,
  voiceSendOnce,
  videoById,
  videoByTime,
  videoDays,
  alarmReport,
  alarmDeviceList,
];

export const testSecrets = (): Secrets => ({
  masterKey: { kid: 'master1', key: randomBytes(32) },
  mediaKeys: [{ kid: 'media1', key: randomBytes(32) }],
  sessionKeys: [{ kid: 'session1', key: randomBytes(32) }],
});

export interface TestDomain extends Domain {
  readonly clock: FakeClock;
  readonly secrets: Secrets;
  /** Posts a form to the real handler. Throws if the result code is not in the call's contract. */
  call(path: string, form: Record<string, string> | URLSearchParams, init?: RequestInit): Promise<LappAnswer>;
  /** An application with one token, created through the operator. */
  integrator(): Promise<{ appKey: string; appSecret: string } & IssuedToken>;
}

export interface LappAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly code: string;
  readonly msg: string;
  readonly data: unknown;
  readonly text: string;
}

export const testOrigin = 'http://oriel.test';

/** A thousandth of the usual iterations: no test here depends on the cost of hashing. */
export const cheapHasher = () =>
  passwordHasher(undefined, { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 });

/** The whole domain and its HTTP handler on a real database, with a fake clock: the given one, or a new one. */
export async function testDomain(
  database: DomainDeps['database'],
  overrides: Partial<DomainDeps> = {},
): Promise<TestDomain> {
  const clock = overrides.clock instanceof FakeClock ? overrides.clock : new FakeClock();
  const secrets = testSecrets();
  const deps: DomainDeps = {
    database,
    secrets,
    clock,
    log: silentLogger,
    entropy: systemEntropy,
    checkCameraUrl: plainUrlCheck,
    checkOnvifUrl: plainOnvifCheck,
    forbiddenAddress: () => null,
    openPtz: async () => {
      throw new AppError('ptz.unsupported', 'no PTZ in this test');
    },
    voiceMedia: {
      audio: voiceAudio,
      play: async () => err({ code: '20007', message: 'no camera in this test' }),
    },
    demoAudio: () => null,
    probe: async () => ({ ok: true }),
    checkReachable: async () => null,
    streams: () => [],
    onStream: () => () => {},
    meters: testMeters,
    storage: async () => ({ dataBytes: 3, databaseBytes: 2, freeBytes: 5, totalBytes: 10 }),
    storageState: () => 'ok',
    demoScenes: ['yard', 'hall'],
    hasher: cheapHasher(),
    setupCodes: { isValid: async () => false, burn: async () => undefined },
    ...overrides,
  };
  const domain = await createDomain(deps);
  const handle = lappHandler({
    services: domain.lapp,
    clock: deps.clock,
    log: deps.log,
    publicOrigin: () => testOrigin,
  });
  return {
    ...domain,
    clock,
    secrets: deps.secrets,
    async call(path, form, init = {}) {
      const request = new Request(`${testOrigin}${path}`, {
        method: 'POST',
        body: new URLSearchParams(form),
        ...init,
      });
      const response = await handle(request);
      const text = await response.text();
      const { code, msg, data } = JSON.parse(text);
      const contract = contracts.find((call) => call.path === path);
      const mayAnswer = [...(contract?.errors ?? []), '200', '50000', '404', '405', '413', '415'];
      if (!mayAnswer.includes(code))
        throw new Error(`${path} returned ${code}, which is not in its contract`);
      return { status: response.status, headers: response.headers, code, msg, data, text };
    },
    async integrator() {
      const app = await domain.operator.run('app.create', { name: '示例', origins: ['https://example.com'] });
      const token = await domain.operator.run('token.issue', { appKey: app.appKey });
      return { appKey: app.appKey, appSecret: app.appSecret, ...token };
    },
  };
}

/** Substitute for the media plane's check: separates the credentials, and accepts one scheme only. */
const plainUrlCheck: DomainDeps['checkCameraUrl'] = (text) => checkScheme(text, 'rtsp:');
const plainOnvifCheck: DomainDeps['checkOnvifUrl'] = (text) => checkScheme(text, 'http:');

function checkScheme(text: string, protocol: string): ReturnType<DomainDeps['checkCameraUrl']> {
  if (!URL.canParse(text)) return err({ code: 'url.malformed', message: '地址格式错误' });
  const url = new URL(text);
  if (url.protocol !== protocol) return err({ code: 'url.scheme', message: `仅支持${protocol}` });
  const username = decodeURIComponent(url.username);
  const password = decodeURIComponent(url.password);
  url.username = '';
  url.password = '';
  return ok({ url: url.href, username, password, label: `${protocol}//${url.host}` });
}

/** A device with one channel that belongs to another organisation. */
export async function addForeignDevice({ db }: Pick<OpenDatabase, 'db'>, serial: string): Promise<void> {
  const createdAt = 1_760_000_000_000;
  const enabled = 1 as const;
  const tenantId = 'foreign';
  await db.insertInto('tenant').values({ id: tenantId, name: '别家', enabled, createdAt }).execute();
  await db
    .insertInto('device')
    .values({
      id: 'foreign1',
      tenantId,
      companyId: null,
      serial,
      name: '别家的摄像机',
      validCodeSealed: null,
      isEncrypt: 0,
      enabled,
      createdAt,
    })
    .execute();
  await db
    .insertInto('channel')
    .values({ id: 'foreign1', tenantId, deviceId: 'foreign1', number: 1, name: '一', enabled })
    .execute();
}
