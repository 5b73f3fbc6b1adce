/**
 * Shared video for those who open a link. The code of the link is exchanged for an access token that permits one channel,
 * and live video or one store and one range, and that ends with the share.
 */
import type { Brand } from '../../contracts/brand.ts';
import { maxTokenSeconds } from '../../contracts/lapp/token-get.call.ts';
import type { Db } from '../../db/client.ts';
import { writtenRange } from '../../ezopen/written-range.ts';
import type { Clock } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { SharedView } from '../../media/ports.ts';
import type { ApplicationService } from '../access/application.service.ts';
import type { TokenService } from '../access/token.service.ts';
import { digest } from '../crypto/digest.ts';
import { invalid, refused } from '../errors/admin-error.ts';
import { HasherBusy, type PasswordHasher } from '../identity/password-hasher.ts';
import { databaseFailureLimiter } from '../limits/database-failure-limiter.ts';
import type { FailureLimit, LimitedName } from '../limits/failure-limiter.ts';
import { MemoryFailureLimiter } from '../limits/memory-failure-limiter.ts';
import type { TenantZone } from '../resource/tenant-zone.ts';
import type { Brands } from '../settings/brand.ts';
import type { Settings } from '../settings/settings.ts';
import { operatorScope } from '../tenancy/operator-scope.ts';
import { tenantScope } from '../tenancy/tenant-scope.ts';
import { parseShareCode } from './share-code.ts';
import { playbackCapability } from './stores.ts';

export interface OpenedShare {
  readonly accessToken: string;
  readonly appKey: string;
  /** `SERIAL/CHANNEL.live` or `SERIAL/CHANNEL.cloud.rec?begin=…&end=…` */
  readonly path: string;
  readonly name: string;
  /** Null for live video. */
  readonly begin: string | null;
  readonly end: string | null;
  readonly expireInMs: Ms;
  /** To be shown over the video. */
  readonly watermark: string | null;
  /** Of the organisation that made the link. */
  readonly brand: Brand;
}

/** What the viewer has: the code of a link, or the token of an older one. */
export interface ShareKey {
  readonly code?: string | undefined;
  readonly shareToken?: string | undefined;
  readonly pin?: string | undefined;
  /** The page that opens it may be inside of a page of another site. */
  readonly embedded?: true | undefined;
}

export interface ShareService {
  /**
   * Counts the opening. Refuses with one answer, and the same work, a link that is unknown, expired, deleted or opened
   * as often as it may be, and a PIN that is wrong. Throws 40000 for `pin` if there is none and the link needs one.
   */
  open(key: ShareKey, clientAddress: string): Promise<OpenedShare>;
  /**
   * What a picture for previews of the link shows; not counted as an opening. Null if the setting `site.sharePictures` is
   * off, for links that could not be opened, and for those with a PIN or a watermark or to an encrypted camera.
   */
  viewOf(code: string, clientAddress: string): Promise<SharedView | null>;
  /** Whether what was opened with this access token has not ended. */
  isOpen(accessToken: string): Promise<boolean>;
}

/** A page that stays open longer opens the link again. */
const longestTokenMs: Ms = 12 * 60 * 60_000;
/** Codes cannot be guessed (80 bits); the limit shows a caller that something is wrong. */
const perAddress: FailureLimit = { kind: 'shareTokens', maxFailures: 60, windowMs: 15 * 60_000 };
/** A preview needs one. Each one is looked up, and may be taken. */
const picturesPerAddress: FailureLimit = { kind: 'sharePictures', maxFailures: 60, windowMs: 15 * 60_000 };
/** Each opening stores a grant. */
const opensPerShare: FailureLimit = { kind: 'shareOpens', maxFailures: 120, windowMs: 60_000 };
/** A PIN has a million values at least, and a link lives 30 days at most: 300 guesses. */
const pinsPerShare: FailureLimit = { kind: 'sharePins', maxFailures: 10, windowMs: 24 * 60 * 60_000 };
const pinsPerAddress: FailureLimit = { kind: 'sharePinsFrom', maxFailures: 20, windowMs: 15 * 60_000 };

const ended = () =>
  refused({
    'zh-CN': '链接无效或已结束，或 PIN 不正确，请向分享者确认',
    'en-US': 'This link is invalid or has ended, or the PIN is wrong. Ask the sender.',
  });
const tooMany = () =>
  refused({ 'zh-CN': '打开次数过多，请稍后再试', 'en-US': 'Opened too often. Try again later.' });
const needsPin = () =>
  invalid([{ path: 'pin', message: { 'zh-CN': '请输入 PIN', 'en-US': 'Enter the PIN' } }]);

const modes = { live: 'live', cloud: 'cloud.rec', device: 'rec' } as const;
const capabilities = { live: 'live', ...playbackCapability } as const;

export function shareService(deps: {
  readonly db: Db;
  readonly applications: Pick<ApplicationService, 'builtIn'>;
  readonly tokens: Pick<TokenService, 'issueFor' | 'authenticate'>;
  readonly zoneOf: TenantZone;
  readonly hasher: PasswordHasher;
  readonly brands: Pick<Brands, 'of'>;
  readonly settings: Pick<Settings, 'get'>;
  readonly clock: Clock;
  readonly log: Logger;
}): ShareService {
  const { db, applications, tokens, zoneOf, hasher, brands, settings, clock, log } = deps;
  const limiter = new MemoryFailureLimiter(clock);
  const pins = databaseFailureLimiter(db, clock);

  const find = (tokenHash: string, isEmbedded: boolean) =>
    db
      .selectFrom('recordingShare')
      .innerJoin('channel', 'channel.id', 'recordingShare.channelId')
      .innerJoin('device', 'device.id', 'channel.deviceId')
      .innerJoin('tenant', 'tenant.id', 'recordingShare.tenantId')
      // Who may not see it any more shows it to nobody.
      .innerJoin('user', (join) =>
        join
          .onRef('user.tenantId', '=', 'recordingShare.tenantId')
          .onRef('user.username', '=', 'recordingShare.createdBy'),
      )
      .select([
        'recordingShare.id',
        'recordingShare.tenantId',
        'recordingShare.name',
        'recordingShare.store',
        'recordingShare.fromAt',
        'recordingShare.toAt',
        'recordingShare.expiresAt',
        'recordingShare.maxOpens',
        'recordingShare.mark',
        'recordingShare.pinHash',
        'recordingShare.watermark',
        'channel.id as channelId',
        'channel.enabled as channelEnabled',
        'device.enabled as deviceEnabled',
        'device.isEncrypt',
        'channel.deviceSerial',
        'channel.number',
      ])
      .where('recordingShare.tokenHash', '=', tokenHash)
      .where('recordingShare.expiresAt', '>', clock.now())
      .where((row) =>
        row.or([
          row('recordingShare.maxOpens', 'is', null),
          row('recordingShare.opens', '<', row.ref('recordingShare.maxOpens')),
        ]),
      )
      .where('recordingShare.embeddable', '>=', isEmbedded ? 1 : 0)
      .where('tenant.enabled', '=', 1)
      .where('user.status', '=', '0')
      .executeTakeFirst();

  /**
   * Whether this PIN opens the link. Links that do not exist take as long. An attempt is counted before it is judged, so
   * that simultaneous ones do not exceed the limits.
   */
  async function isRightPin(
    tokenHash: string,
    share: { readonly pinHash: string | null } | undefined,
    pin: string,
    clientAddress: string,
  ): Promise<boolean> {
    const [fromAddress, ofShare]: readonly [LimitedName[], LimitedName[]] = [
      [[pinsPerAddress, clientAddress]],
      [[pinsPerShare, tokenHash]],
    ];
    if (limiter.count(fromAddress) > 0) throw tooMany();
    const wait = await pins.count(ofShare);
    const takeBack = async () => {
      limiter.takeBack(fromAddress);
      if (wait === 0) await pins.takeBack(ofShare);
    };
    try {
      const fits = await hasher.verify(share?.pinHash ?? null, pin);
      if (!fits || wait > 0) return false;
      await takeBack();
      return true;
    } catch (error) {
      if (!(error instanceof HasherBusy)) throw error;
      await takeBack();
      throw tooMany();
    }
  }

  return {
    async open({ code, shareToken, pin, embedded }, clientAddress) {
      // What is no code has a digest, too, so that it is searched for as long.
      const tokenHash = digest(shareToken ?? parseShareCode(code ?? '') ?? '');
      const share = await find(tokenHash, embedded === true);
      const isRight = pin === undefined ? share : await isRightPin(tokenHash, share, pin, clientAddress);
      if (!share || !(isRight || share.pinHash === null)) {
        // A right code is accepted however many wrong ones came from this address: neighbours may share it.
        if (limiter.count([[perAddress, clientAddress]]) > 0) throw tooMany();
        throw ended();
      }
      if (share.pinHash !== null && pin === undefined) throw needsPin();
      if (limiter.count([[opensPerShare, share.id]]) > 0) throw tooMany();
      const { id, store, fromAt: fromMs, toAt: toMs, deviceSerial: serial, number } = share;
      const scope = tenantScope(share.tenantId);
      const application = await applications.builtIn(scope);
      const now = clock.now();
      // Opening it again would be counted.
      const longestMs = share.maxOpens === null ? longestTokenMs : maxTokenSeconds * 1_000;
      const lifeMs = Math.min(longestMs, share.expiresAt - now);
      const { accessToken } = await tokens.issueFor(
        scope,
        application,
        {
          cameras: [`${serial}:${number}`],
          capabilities: [capabilities[store]],
          expireSeconds: Math.max(1, Math.ceil(lifeMs / 1_000)),
        },
        {
          createdBy: '',
          sessionId: null,
          share: { id, fromMs, toMs },
          also: async (transaction) => {
            // Again, because others open it at the same time.
            const { numUpdatedRows } = await transaction
              .updateTable('recordingShare')
              .set((row) => ({ opens: row('opens', '+', 1), lastOpenedAt: now }))
              .where('id', '=', id)
              .where((row) => row.or([row('maxOpens', 'is', null), row('opens', '<', row.ref('maxOpens'))]))
              .executeTakeFirst();
            if (numUpdatedRows === 0n) throw ended();
          },
        },
      );
      log.info({ shareId: id, clientAddress }, 'shared video opened');
      const zone = await zoneOf(share.tenantId);
      // The last second is played to its end.
      const { begin, end } = writtenRange({ start: fromMs, end: toMs }, zone);
      const range = `begin=${begin}&end=${end}`;
      const isLive = store === 'live';
      return {
        accessToken,
        appKey: application.appKey,
        path: `${serial}/${number}.${modes[store]}${isLive ? '' : `?${range}`}`,
        name: share.name,
        begin: isLive ? null : zone.text(fromMs),
        end: isLive ? null : zone.text(toMs),
        expireInMs: share.expiresAt - now,
        watermark: share.watermark === 1 ? share.mark : null,
        brand: await brands.of(scope),
      };
    },

    async viewOf(code, clientAddress) {
      if (!(await settings.get(operatorScope, 'site.sharePictures'))) return null;
      if (limiter.count([[picturesPerAddress, clientAddress]]) > 0) return null;
      const share = await find(digest(parseShareCode(code) ?? ''), false);
      if (!share || share.pinHash !== null || share.watermark === 1 || share.isEncrypt === 1) return null;
      if (share.channelEnabled === 0 || share.deviceEnabled === 0) return null;
      const {
        id,
        tenantId,
        channelId,
        deviceSerial,
        number: channelNo,
        store,
        fromAt: from,
        toAt: to,
      } = share;
      return {
        ...{ shareId: id, channelId },
        camera: { tenantId, deviceSerial, channelNo, profile: 'main' },
        recorded: store === 'live' ? null : { store, from, to },
      };
    },

    isOpen: (accessToken) =>
      tokens.authenticate(accessToken).then(
        () => true,
        (error: { code?: unknown }) => {
          if (error.code === '10002') return false;
          throw error;
        },
      ),
  };
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
