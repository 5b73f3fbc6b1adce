/**
 * Links that show the draft of a theme to people without an account, for a day. The code of a link is 128 random bits;
 * its digest is stored. The page shows the draft as it is saved when it is read, on the demo camera of the installation.
 */
import type { Selectable } from 'kysely';
import { iotTheme } from '../../contracts/admin/resources/iot-theme.resource.ts';
import type { Theme } from '../../contracts/theme/theme.ts';
import type { ThemeDraftLinkTable } from '../../db/schema.ts';
import { transact } from '../../db/transact.ts';
import type { LocalText } from '../../i18n/translate.ts';
import { hasPassed } from '../../kernel/deadline.ts';
import type { Ms } from '../../kernel/units.ts';
import type { DemoPlayer } from '../access/gallery.service.ts';
import { recordOperation } from '../audit/operation-log.ts';
import { operationTitles } from '../audit/operation-titles.ts';
import { digest } from '../crypto/digest.ts';
import type { Entropy } from '../crypto/entropy.ts';
import { notFound, refused } from '../errors/admin-error.ts';
import type { CallContext } from '../identity/actor.ts';
import type { FailureLimit } from '../limits/failure-limiter.ts';
import { MemoryFailureLimiter } from '../limits/memory-failure-limiter.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import { tenantZone } from '../resource/tenant-zone.ts';
import type { ThemeRecords } from './theme-records.ts';

export const draftLinkLifeMs: Ms = 24 * 60 * 60_000;
/** Of one theme, that have not ended. */
const maxLinks = 20;
/** Codes cannot be guessed; the limit shows a caller that something is wrong. */
const wrongPerAddress: FailureLimit = { kind: 'draftCodes', maxFailures: 60, windowMs: 15 * 60_000 };
/** Open pages read the draft every few seconds. */
const readsPerLink: FailureLimit = { kind: 'draftReads', maxFailures: 600, windowMs: 60_000 };

const texts = {
  tooMany: {
    'zh-CN': '此主题的草稿链接已达上限，请先结束旧链接',
    'en-US': 'This theme has as many links as it can have. End old ones first.',
  },
  ended: {
    'zh-CN': '链接无效或已结束，请向发送者确认',
    'en-US': 'This link is invalid or has ended. Ask the sender.',
  },
  tooOften: { 'zh-CN': '打开次数过多，请稍后再试', 'en-US': 'Opened too often. Try again later.' },
} as const satisfies Record<string, LocalText>;

/** In the zone of the organisation. */
export interface DraftLink {
  readonly linkId: number;
  readonly createdBy: string;
  readonly createTime: string;
  readonly expireTime: string;
  /** Times that the page was opened. */
  readonly opens: number;
  readonly lastOpenedTime: string | null;
}

export interface OpenedDraft {
  readonly themeName: string;
  /** Of the draft; increases with each change. */
  readonly version: number;
  /** Null: the caller has this version. */
  readonly theme: Theme | null;
  readonly expireInMs: Ms;
  readonly player: DemoPlayer;
}

export interface DraftLinks {
  /** Throws 404 without the theme, and refuses too many. `draftCode` is returned once. */
  make(call: CallContext, themeId: string): Promise<DraftLink & { readonly draftCode: string }>;
  /** Those that have not ended, the newest first. */
  list(call: CallContext, themeId: string): Promise<readonly DraftLink[]>;
  /** Throws 404. */
  end(call: CallContext, themeId: string, linkId: number): Promise<void>;
  /**
   * For everybody. `known`: the version that the page has; the first request of a page has none and is counted. Refuses
   * with one answer links that are unknown, expired and ended.
   */
  open(code: string, known: number | null, clientAddress: string): Promise<OpenedDraft>;
}

export function draftLinks(
  deps: ResourceDeps & {
    readonly entropy: Entropy;
    readonly records: ThemeRecords;
    /** The theme's name. Throws 404. */
    readonly nameOf: (call: CallContext, themeId: string) => Promise<string>;
    readonly demoPlayer: () => Promise<DemoPlayer>;
  },
): DraftLinks {
  const { clock, database, entropy, records, nameOf, demoPlayer } = deps;
  const { db } = database;
  const zoneOf = tenantZone(deps);
  const limiter = new MemoryFailureLimiter(clock);

  const isOpen = ({ expiresAt }: Pick<Selectable<ThemeDraftLinkTable>, 'expiresAt'>) =>
    !hasPassed(expiresAt, clock.now(), draftLinkLifeMs);

  const operation = (call: CallContext, themeId: string, bizName: string) => ({
    ...{ call, title: operationTitles.themeDraftLink, bizKey: `${iotTheme.key}:${themeId}`, bizName },
  });

  const ended = (clientAddress: string) =>
    refused(limiter.count([[wrongPerAddress, clientAddress]]) > 0 ? texts.tooOften : texts.ended);

  return {
    async make(call, themeId) {
      const name = await nameOf(call, themeId);
      const { scope, username } = call.actor;
      const { tenantId } = scope;
      const draftCode = Buffer.from(entropy.bytes(16)).toString('hex');
      const now = clock.now();
      const expiresAt = now + draftLinkLifeMs;
      const zone = await zoneOf(tenantId);
      const linkId = await transact(db, async (transaction) => {
        // Nothing lists those that ended.
        await transaction
          .deleteFrom('themeDraftLink')
          .where('tenantId', '=', tenantId)
          .where('themeId', '=', themeId)
          .where('expiresAt', '<=', now)
          .execute();
        const { count } = await transaction
          .selectFrom('themeDraftLink')
          .where('tenantId', '=', tenantId)
          .where('themeId', '=', themeId)
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .executeTakeFirstOrThrow();
        if (Number(count) >= maxLinks) throw refused(texts.tooMany);
        const { id } = await transaction
          .insertInto('themeDraftLink')
          .values({
            ...{ tenantId, themeId, tokenHash: digest(draftCode), opens: 0, openedAt: null },
            ...{ createdBy: username, createdAt: now, expiresAt },
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        const param = { linkId: id, expireTime: zone.text(expiresAt) };
        await recordOperation(
          deps,
          { ...operation(call, themeId, name), type: 'insert', param },
          transaction,
        );
        return id;
      });
      return {
        ...{ linkId, createdBy: username, createTime: zone.text(now), expireTime: zone.text(expiresAt) },
        ...{ opens: 0, lastOpenedTime: null, draftCode },
      };
    },

    async list(call, themeId) {
      await nameOf(call, themeId);
      const { tenantId } = call.actor.scope;
      const zone = await zoneOf(tenantId);
      const rows = await db
        .selectFrom('themeDraftLink')
        .select(['id', 'createdBy', 'createdAt', 'expiresAt', 'opens', 'openedAt'])
        .where('tenantId', '=', tenantId)
        .where('themeId', '=', themeId)
        .orderBy('id', 'desc')
        .execute();
      return rows.filter(isOpen).map(({ id, createdBy, createdAt, expiresAt, opens, openedAt }) => ({
        ...{ linkId: id, createdBy, createTime: zone.text(createdAt), expireTime: zone.text(expiresAt) },
        ...{ opens, lastOpenedTime: openedAt === null ? null : zone.text(openedAt) },
      }));
    },

    async end(call, themeId, linkId) {
      const name = await nameOf(call, themeId);
      const { tenantId } = call.actor.scope;
      await transact(db, async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom('themeDraftLink')
          .where('tenantId', '=', tenantId)
          .where('themeId', '=', themeId)
          .where('id', '=', linkId)
          .executeTakeFirst();
        if (numDeletedRows === 0n) throw notFound();
        const entry = { ...operation(call, themeId, name), type: 'delete', param: { linkId } } as const;
        await recordOperation(deps, entry, transaction);
      });
    },

    async open(code, known, clientAddress) {
      const link = await db
        .selectFrom('themeDraftLink')
        .innerJoin('theme', (join) =>
          join
            .onRef('theme.tenantId', '=', 'themeDraftLink.tenantId')
            .onRef('theme.id', '=', 'themeDraftLink.themeId'),
        )
        .innerJoin('tenant', 'tenant.id', 'themeDraftLink.tenantId')
        .select(['themeDraftLink.id', 'themeDraftLink.expiresAt'])
        .select(['theme.id as themeId', 'theme.name', 'theme.version', 'theme.record'])
        .where('themeDraftLink.tokenHash', '=', digest(code))
        .where('tenant.enabled', '=', 1)
        .executeTakeFirst();
      if (!link || !isOpen(link)) throw ended(clientAddress);
      if (limiter.count([[readsPerLink, String(link.id)]]) > 0) throw refused(texts.tooOften);
      const now = clock.now();
      if (known === null)
        await db
          .updateTable('themeDraftLink')
          .set((row) => ({ opens: row('opens', '+', 1), openedAt: now }))
          .where('id', '=', link.id)
          .execute();
      const { themeId, version } = link;
      return {
        ...{ themeName: link.name, version, expireInMs: link.expiresAt - now },
        theme: known === version ? null : { ...records.stored(JSON.parse(link.record)), themeId },
        player: await demoPlayer(),
      };
    },
  };
}
