/**
 * Shared recordings for those who open a link. The token of the link is exchanged for an access token that permits one
 * channel, one store and one range, and that ends with the share.
 */
import type { Db } from '../../db/client.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { Zone } from '../../kernel/zone-time.ts';
import type { ApplicationService } from '../access/application.service.ts';
import type { TokenService } from '../access/token.service.ts';
import { digest } from '../crypto/digest.ts';
import { refused } from '../errors/admin-error.ts';
import type { FailureLimit } from '../limits/failure-limiter.ts';
import { MemoryFailureLimiter } from '../limits/memory-failure-limiter.ts';
import type { TenantZone } from '../resource/tenant-zone.ts';
import { tenantScope } from '../tenancy/tenant-scope.ts';
import { playbackCapability } from './stores.ts';

export interface OpenedShare {
  readonly accessToken: string;
  readonly appKey: string;
  /** `SERIAL/CHANNEL.cloud.rec?begin=…&end=…` */
  readonly path: string;
  readonly name: string;
  readonly begin: string;
  readonly end: string;
  readonly expireInMs: Ms;
}

export interface ShareService {
  /** Counts the opening. Refuses a link that is unknown, expired or deleted, which look alike. */
  open(shareToken: string, clientAddress: string): Promise<OpenedShare>;
  isOpen(shareToken: string, clientAddress: string): Promise<boolean>;
}

/** A page that stays open longer opens the link again. */
const longestTokenMs: Ms = 12 * 60 * 60_000;
/** Tokens cannot be guessed (256 bits); the limit shows a caller that something is wrong. */
const perAddress: FailureLimit = { kind: 'shareTokens', maxFailures: 60, windowMs: 15 * 60_000 };
/** Each opening stores a grant. */
const opensPerShare: FailureLimit = { kind: 'shareOpens', maxFailures: 120, windowMs: 60_000 };

const ended = () =>
  refused({
    'zh-CN': '链接无效或已过期，请向分享者索取新的链接',
    'en-US': 'This link is invalid or has expired. Ask the sender for a new one.',
  });
const tooMany = () =>
  refused({ 'zh-CN': '打开次数过多，请稍后再试', 'en-US': 'Opened too often. Try again later.' });

const modes = { cloud: 'cloud.rec', device: 'rec' } as const;

export function shareService(deps: {
  readonly db: Db;
  readonly applications: Pick<ApplicationService, 'builtIn'>;
  readonly tokens: Pick<TokenService, 'issueFor'>;
  readonly zoneOf: TenantZone;
  readonly clock: Clock;
  readonly log: Logger;
}): ShareService {
  const { db, applications, tokens, zoneOf, clock, log } = deps;
  const limiter = new MemoryFailureLimiter(clock);

  async function find(shareToken: string, clientAddress: string) {
    const row = await db
      .selectFrom('recordingShare')
      .innerJoin('channel', 'channel.id', 'recordingShare.channelId')
      .innerJoin('tenant', 'tenant.id', 'recordingShare.tenantId')
      .select([
        'recordingShare.id',
        'recordingShare.tenantId',
        'recordingShare.name',
        'recordingShare.store',
        'recordingShare.fromAt',
        'recordingShare.toAt',
        'recordingShare.expiresAt',
        'channel.deviceSerial',
        'channel.number',
      ])
      .where('recordingShare.tokenHash', '=', digest(shareToken))
      .where('recordingShare.expiresAt', '>', clock.now())
      .where('tenant.enabled', '=', 1)
      .executeTakeFirst();
    // A right token is accepted however many wrong ones came from this address: neighbours may share it.
    if (!row && limiter.count([[perAddress, clientAddress]]) > 0) throw tooMany();
    return row ?? null;
  }

  return {
    async open(shareToken, clientAddress) {
      const share = await find(shareToken, clientAddress);
      if (!share) throw ended();
      if (limiter.count([[opensPerShare, share.id]]) > 0) throw tooMany();
      const { id, store, fromAt: fromMs, toAt: toMs, deviceSerial: serial, number } = share;
      const scope = tenantScope(share.tenantId);
      const application = await applications.builtIn(scope);
      const now = clock.now();
      const lifeMs = Math.min(longestTokenMs, share.expiresAt - now);
      const { accessToken } = await tokens.issueFor(
        scope,
        application,
        {
          cameras: [`${serial}:${number}`],
          capabilities: [playbackCapability[store]],
          expireSeconds: Math.max(1, Math.ceil(lifeMs / 1_000)),
        },
        {
          createdBy: '',
          sessionId: null,
          share: { id, fromMs, toMs },
          also: async (transaction) => {
            await transaction
              .updateTable('recordingShare')
              .set((row) => ({ opens: row('opens', '+', 1), lastOpenedAt: now }))
              .where('id', '=', id)
              .execute();
          },
        },
      );
      log.info({ shareId: id, clientAddress }, 'shared recording opened');
      const zone = await zoneOf(share.tenantId);
      // The last second is played to its end.
      const range = `begin=${compact(zone, fromMs)}&end=${compact(zone, toMs - 1)}`;
      return {
        accessToken,
        appKey: application.appKey,
        path: `${serial}/${number}.${modes[store]}?${range}`,
        name: share.name,
        begin: zone.text(fromMs),
        end: zone.text(toMs),
        expireInMs: share.expiresAt - now,
      };
    },

    async isOpen(shareToken, clientAddress) {
      return (await find(shareToken, clientAddress)) !== null;
    },
  };
}

/** As in addresses: `yyyyMMddThhmmssZ`. */
function compact(zone: Zone, at: EpochMs): string {
  const [date = '', time = ''] = zone.text(at).replace(/[-:]/g, '').split(' ');
  return `${date}T${time}Z`;
}

/** Shares that expired long ago are not listed any more. */
const keptMs: Ms = 30 * 24 * 60 * 60_000;

/** Of all organisations. */
export async function forgetShares(db: Db, now: EpochMs): Promise<void> {
  await db
    .deleteFrom('recordingShare')
    .where('expiresAt', '<', now - keptMs)
    .execute();
}
