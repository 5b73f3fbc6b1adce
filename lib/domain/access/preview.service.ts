/**
 * Tokens for previews in the console. Each covers one channel, or those of a video wall, for at most ten minutes, is
 * valid only in players on our own pages, and ends with the session it was made in. Open previews are checked
 * periodically, because permissions can be withdrawn and devices moved meanwhile. A token of which one camera is no
 * longer permitted ends as a whole; a wall requests another one for the others.
 */
import type { Capability } from '../../contracts/lapp/capabilities.ts';
import type { Db } from '../../db/client.ts';
import type { Cancel, Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Ms } from '../../kernel/units.ts';
import { type Actor, can } from '../identity/actor.ts';
import type { ActorOfSession } from '../identity/actor-of-session.ts';
import type { ApplicationService } from './application.service.ts';
import type { GrantRepository, OpenPreview } from './grant.repository.ts';
import type { IssuedBy, TokenService } from './token.service.ts';

const livesSeconds = 600;
const checkEveryMs: Ms = 3_000;

export interface Preview {
  readonly accessToken: string;
  readonly grantId: string;
  readonly appKey: string;
  /** Epoch ms. */
  readonly expireTime: number;
  readonly capabilities: readonly Capability[];
}

/**
 * What is shown: live video by default; `wall`: live video and, if the user may see them, recordings. `camera`: whatever
 * the user may see and do. `talk`: live video,
 * if the user may see it, while they speak to cameras. `voice`: nothing, a voice message is played on the camera. Who may
 * talk to cameras can do so in live previews, too.
 */
export type PreviewKind = 'live' | 'recordings' | 'wall' | 'camera' | 'talk' | 'voice';
type ShownKind = 'live' | 'recordings';

interface PreviewedCamera {
  readonly serial: string;
  readonly channelNo: number;
}

export interface PreviewService {
  /** The caller has checked permission and data scope. */
  start(
    actor: Actor,
    cameras: PreviewedCamera | readonly PreviewedCamera[],
    also?: IssuedBy['also'],
    kind?: PreviewKind,
  ): Promise<Preview>;
  /** True when a preview of this camera is open in this session. */
  isOpen(actor: Actor, camera: PreviewedCamera, kind?: ShownKind): Promise<boolean>;
  /** All cameras with an open preview in this session, as `SERIAL:CHANNEL`. */
  openOf(actor: Actor): Promise<ReadonlySet<string>>;
  /** Ends previews whose user has lost the permission. Runs every 3 s by itself. */
  maintain(): Promise<void>;
  /** Safe to call twice. */
  stop(): void;
}

export const playPermission = 'iot:camera:play';
export const ptzPermission = 'iot:camera:ptz';
export const talkPermission = 'iot:camera:talk';
export const voicePermission = 'iot:voice:send';
const recordingsPermission = 'iot:recording:play';

/** A user who may see the live video can return to it from the recordings. */
function capabilitiesOf(actor: Actor, kind: PreviewKind): readonly Capability[] {
  if (kind === 'voice') return ['voice'];
  if (kind === 'talk') return can(actor, playPermission) ? ['talk', 'live'] : ['talk'];
  const talk = can(actor, talkPermission) ? (['talk'] as const) : [];
  const ptz = can(actor, ptzPermission) ? (['ptz'] as const) : [];
  if (kind === 'live') return ['live', ...ptz, ...talk];
  if (kind === 'wall' && !can(actor, recordingsPermission)) return ['live', ...talk];
  const recorded = ['playback.cloud', 'playback.local'] as const;
  if (kind === 'wall') return [...recorded, 'live', ...talk];
  if (kind === 'recordings') return can(actor, playPermission) ? [...recorded, 'live'] : recorded;
  return [
    ...(can(actor, recordingsPermission) ? recorded : []),
    ...(can(actor, playPermission) ? (['live', ...ptz, ...talk] as const) : []),
  ];
}

/** Each capability, and the permission without which a preview that has it ends. */
const needed = [
  ['live', playPermission],
  ['playback.cloud', recordingsPermission],
  ['ptz', ptzPermission],
  ['talk', talkPermission],
  ['voice', voicePermission],
] as const satisfies readonly (readonly [Capability, string])[];

const isShown = (capabilities: readonly Capability[]): boolean =>
  capabilities.includes('live') || capabilities.includes('playback.cloud');
const kindOf = (capabilities: readonly Capability[]): ShownKind =>
  capabilities.includes('playback.cloud') ? 'recordings' : 'live';

export function previewService(deps: {
  readonly db: Db;
  readonly applications: Pick<ApplicationService, 'builtIn'>;
  readonly tokens: Pick<TokenService, 'issueFor' | 'revokeAll'>;
  readonly grants: Pick<GrantRepository, 'openPreviewsAnywhere'>;
  readonly actorOf: ActorOfSession;
  readonly clock: Clock;
  readonly log: Logger;
}): PreviewService {
  const { db, applications, tokens, grants, actorOf, clock, log } = deps;
  let checking: Promise<void> | null = null;

  const name = ({ serial, channelNo }: PreviewedCamera) => `${serial}:${channelNo}`;

  async function open(): Promise<readonly OpenPreview[]> {
    return grants.openPreviewsAnywhere(clock.now());
  }

  /** Expired or revoked grants have ended already; only their end is announced. The others are revoked. */
  async function checkPermissions(): Promise<void> {
    const previews = await open();
    if (previews.length === 0) return;
    const actors = new Map<string, Actor | null>();
    for (const { sessionId } of previews) {
      if (!actors.has(sessionId)) actors.set(sessionId, await actorOf(sessionId));
    }
    for (const preview of previews) {
      const actor = actors.get(preview.sessionId) ?? null;
      if (actor && (await canCheck(actor, preview))) continue;
      log.info({ grantId: preview.grant.id }, 'ended a preview: permission withdrawn');
      await tokens.revokeAll(preview.scope, [preview.grant.id]);
    }
  }

  async function canCheck(actor: Actor, { grant, scope }: OpenPreview): Promise<boolean> {
    const { capabilities } = grant;
    if (needed.some(([capability, name]) => capabilities.includes(capability) && !can(actor, name)))
      return false;
    if (actor.dataScope.kind === 'everything') return true;
    const { deptIds } = actor.dataScope;
    const serials = new Set((grant.cameras ?? []).map((camera) => camera.split(':')[0] ?? ''));
    const devices = await db
      .selectFrom('device')
      .select('deptId')
      .where('tenantId', '=', scope.tenantId)
      .where('serial', 'in', [...serials])
      .execute();
    return (
      devices.length === serials.size &&
      devices.every(({ deptId }) => deptId !== null && deptIds.includes(deptId))
    );
  }

  function maintain(): Promise<void> {
    checking ??= checkPermissions().finally(() => {
      checking = null;
    });
    return checking;
  }

  const stop: Cancel = clock.every(checkEveryMs, () => {
    maintain().catch((error: unknown) => log.error({ err: error }, 'preview permission check failed'));
  });

  return {
    async start(actor, cameras, also, kind = 'live') {
      const application = await applications.builtIn(actor.scope);
      const capabilities = capabilitiesOf(actor, kind);
      const { accessToken, grantId, expireTime } = await tokens.issueFor(
        actor.scope,
        application,
        { cameras: [cameras].flat().map(name), capabilities, expireSeconds: livesSeconds },
        { createdBy: actor.username, sessionId: actor.sessionId, ...(also ? { also } : {}) },
      );
      return { accessToken, grantId, appKey: application.appKey, expireTime, capabilities };
    },

    async isOpen(actor, camera, kind = 'live') {
      return (await open()).some(
        ({ sessionId, grant }) =>
          sessionId === actor.sessionId &&
          grant.cameras?.includes(name(camera)) &&
          isShown(grant.capabilities) &&
          kindOf(grant.capabilities) === kind,
      );
    },

    async openOf(actor) {
      const own = (await open()).filter(
        ({ sessionId, grant }) => sessionId === actor.sessionId && isShown(grant.capabilities),
      );
      return new Set(own.flatMap(({ grant }) => grant.cameras ?? []));
    },

    maintain,
    stop,
  };
}
