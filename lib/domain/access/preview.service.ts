/**
 * Tokens for previews in the console. Each covers one channel for at most ten minutes, is valid only in the player on
 * our own pages, and ends with the session it was made in. Open previews are checked periodically, because permissions
 * can be withdrawn and devices moved meanwhile.
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
  readonly appKey: string;
  /** Epoch ms. */
  readonly expireTime: number;
  readonly capabilities: readonly Capability[];
}

/** What is shown: live video by default. */
export type PreviewKind = 'live' | 'recordings';

export interface PreviewService {
  /** The caller has checked permission and data scope. */
  start(
    actor: Actor,
    camera: { readonly serial: string; readonly channelNo: number },
    also?: IssuedBy['also'],
    kind?: PreviewKind,
  ): Promise<Preview>;
  /** True when a preview of this camera is open in this session. */
  isOpen(
    actor: Actor,
    camera: { readonly serial: string; readonly channelNo: number },
    kind?: PreviewKind,
  ): Promise<boolean>;
  /** Ends previews whose user has lost the permission. Runs every 3 s by itself. */
  maintain(): Promise<void>;
  /** Safe to call twice. */
  stop(): void;
}

export const playPermission = 'iot:camera:play';
export const ptzPermission = 'iot:camera:ptz';
const recordingsPermission = 'iot:recording:play';

/** A user who may see the live video can return to it from the recordings. */
function capabilitiesOf(actor: Actor, kind: PreviewKind): readonly Capability[] {
  if (kind === 'live') return can(actor, ptzPermission) ? ['live', 'ptz'] : ['live'];
  const recorded = ['playback.cloud', 'playback.local'] as const;
  return can(actor, playPermission) ? [...recorded, 'live'] : recorded;
}

const kindOf = (capabilities: readonly Capability[]): PreviewKind =>
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

  const name = (serial: string, channelNo: number) => `${serial}:${channelNo}`;

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
    if (grant.capabilities.includes('live') && !can(actor, playPermission)) return false;
    if (kindOf(grant.capabilities) === 'recordings' && !can(actor, recordingsPermission)) return false;
    if (grant.capabilities.includes('ptz') && !can(actor, ptzPermission)) return false;
    if (actor.dataScope.kind === 'everything') return true;
    const [serial = ''] = (grant.cameras?.[0] ?? '').split(':');
    const device = await db
      .selectFrom('device')
      .select('deptId')
      .where('tenantId', '=', scope.tenantId)
      .where('serial', '=', serial)
      .executeTakeFirst();
    return device?.deptId != null && actor.dataScope.deptIds.includes(device.deptId);
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
    async start(actor, { serial, channelNo }, also, kind = 'live') {
      const application = await applications.builtIn(actor.scope);
      const capabilities = capabilitiesOf(actor, kind);
      const { accessToken, expireTime } = await tokens.issueFor(
        actor.scope,
        application,
        { cameras: [name(serial, channelNo)], capabilities, expireSeconds: livesSeconds },
        { createdBy: actor.username, sessionId: actor.sessionId, ...(also ? { also } : {}) },
      );
      return { accessToken, appKey: application.appKey, expireTime, capabilities };
    },

    async isOpen(actor, { serial, channelNo }, kind = 'live') {
      const camera = name(serial, channelNo);
      return (await open()).some(
        ({ sessionId, grant }) =>
          sessionId === actor.sessionId &&
          grant.cameras?.[0] === camera &&
          kindOf(grant.capabilities) === kind,
      );
    },

    maintain,
    stop,
  };
}
