/** Access to a demo camera for the page of templates, and for links to drafts of themes. */
import type { Db } from '../../db/client.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import { notFound, refused } from '../errors/admin-error.ts';
import type { FailureLimit } from '../limits/failure-limiter.ts';
import { MemoryFailureLimiter } from '../limits/memory-failure-limiter.ts';
import type { Settings } from '../settings/settings.ts';
import { operatorScope } from '../tenancy/operator-scope.ts';
import type { ApplicationService } from './application.service.ts';
import type { TokenService } from './token.service.ts';

export interface GalleryAccess {
  readonly accessToken: string;
  readonly appKey: string;
  /** `SERIAL/CHANNEL` */
  readonly path: string;
}

/** For a player that is shown also if there is no demo camera. */
export interface DemoPlayer {
  readonly appKey: string;
  /** Null: there is none. */
  readonly camera: Pick<GalleryAccess, 'accessToken' | 'path'> | null;
}

export interface GalleryService {
  /** For everybody. Refuses unless the setting `site.gallery` is on. */
  open(clientAddress: string): Promise<GalleryAccess>;
  /** For somebody who is signed in. Throws 404 if the operator has no demo camera. */
  access(): Promise<GalleryAccess>;
  /** For whoever has a link to a draft. */
  player(): Promise<DemoPlayer>;
}

/** All visitors use one token, which is replaced at half of its life: each one stores a row. */
const tokenSeconds = 3_600;
const openingsPerAddress: FailureLimit = { kind: 'galleryOpens', maxFailures: 120, windowMs: 15 * 60_000 };

const messages = {
  closed: { 'zh-CN': '模板展示没有公开，请先登录', 'en-US': 'The templates are not public. Sign in first.' },
  tooMany: { 'zh-CN': '打开次数过多，请稍后再试', 'en-US': 'Opened too often. Try again later.' },
} as const;

export function galleryService(deps: {
  readonly db: Db;
  readonly clock: Clock;
  readonly settings: Pick<Settings, 'get'>;
  readonly applications: Pick<ApplicationService, 'builtIn'>;
  readonly tokens: Pick<TokenService, 'issueFor'>;
}): GalleryService {
  const { db, clock, settings, applications, tokens } = deps;
  const limiter = new MemoryFailureLimiter(clock);
  let held: { readonly camera: string; readonly renewAt: EpochMs; readonly access: GalleryAccess } | null =
    null;

  /** The first one that is enabled. */
  const demoCamera = () =>
    db
      .selectFrom('streamSource')
      .innerJoin('channel', 'channel.id', 'streamSource.channelId')
      .innerJoin('device', 'device.id', 'channel.deviceId')
      .select(['device.serial', 'channel.number'])
      .where('streamSource.tenantId', '=', operatorScope.tenantId)
      .where('streamSource.kind', '=', 'demo')
      .where('streamSource.profile', '=', 'main')
      .where('channel.enabled', '=', 1)
      .where('device.enabled', '=', 1)
      .orderBy('device.serial')
      .orderBy('channel.number')
      .limit(1)
      .executeTakeFirst();

  async function find(): Promise<GalleryAccess | null> {
    const found = await demoCamera();
    if (!found) return null;
    const camera = `${found.serial}:${found.number}`;
    const now = clock.now();
    if (held?.camera === camera && now < held.renewAt) return held.access;
    const application = await applications.builtIn(operatorScope);
    const { accessToken } = await tokens.issueFor(
      operatorScope,
      application,
      {
        cameras: [camera],
        capabilities: ['live', 'playback.cloud', 'playback.local'],
        expireSeconds: tokenSeconds,
      },
      { createdBy: 'gallery', sessionId: null },
    );
    const lifeMs: Ms = tokenSeconds * 1_000;
    const path = `${found.serial}/${found.number}`;
    held = { camera, renewAt: now + lifeMs / 2, access: { accessToken, appKey: application.appKey, path } };
    return held.access;
  }

  async function access(): Promise<GalleryAccess> {
    const found = await find();
    if (!found) throw notFound();
    return found;
  }

  return {
    access,
    async player() {
      const found = await find();
      if (!found) return { appKey: (await applications.builtIn(operatorScope)).appKey, camera: null };
      const { appKey, accessToken, path } = found;
      return { appKey, camera: { accessToken, path } };
    },
    async open(clientAddress) {
      if (!(await settings.get(operatorScope, 'site.gallery'))) throw refused(messages.closed);
      if (limiter.count([[openingsPerAddress, clientAddress]]) > 0) throw refused(messages.tooMany);
      return access();
    },
  };
}
