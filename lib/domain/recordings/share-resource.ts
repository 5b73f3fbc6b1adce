import { type SqlBool, sql } from 'kysely';
import { iotShare } from '../../contracts/admin/resources/iot-share.resource.ts';
import type { LocalText } from '../../i18n/translate.ts';
import type { Ms } from '../../kernel/units.ts';
import { grantRepository } from '../access/grant.repository.ts';
import { digest } from '../crypto/digest.ts';
import { type Entropy, newId, newSecret } from '../crypto/entropy.ts';
import { forbidden, invalid } from '../errors/admin-error.ts';
import { type Actor, type CallContext, can } from '../identity/actor.ts';
import type { PasswordHasher } from '../identity/password-hasher.ts';
import { asTooMany } from '../identity/passwords.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import type { ResourceService } from '../resource/resource-service.ts';
import { tableService } from '../resource/table-service.ts';
import { tenantZone } from '../resource/tenant-zone.ts';
import { markLength, newShareCode } from './share-code.ts';

const longestRangeMs: Ms = 24 * 60 * 60_000;
const longestLifeMs: Ms = 30 * 24 * 60 * 60_000;
/** Clocks of the browser that chose the end of the range. */
const toleranceMs: Ms = 60_000;

const messages = {
  order: { 'zh-CN': '结束须晚于开始', 'en-US': 'The end must be after the begin' },
  length: { 'zh-CN': '一次最多分享 24 小时', 'en-US': 'At most 24 hours can be shared' },
  future: { 'zh-CN': '只能分享已经录制的时段', 'en-US': 'Only what has been recorded can be shared' },
  past: { 'zh-CN': '到期时间须晚于现在', 'en-US': 'The link must expire in the future' },
  life: { 'zh-CN': '链接最长有效 30 天', 'en-US': 'A link is valid for 30 days at most' },
  time: { 'zh-CN': '时间格式有误', 'en-US': 'This is no valid time' },
} as const satisfies Record<string, LocalText>;

/** Share links in the console: those of cameras within the data scope. */
export function shareResource(
  deps: ResourceDeps & { readonly entropy: Entropy; readonly hasher: PasswordHasher },
): ResourceService<typeof iotShare> {
  const { clock, entropy, database, hasher } = deps;
  const zoneOf = tenantZone(deps);
  /** Computed before the transaction, by call. */
  const pinHashes = new WeakMap<CallContext, string | null>();
  const table = tableService(deps, {
    definition: iotShare,
    table: 'recordingShare',
    dataScope: 'none',
    only: ({ actor }) => ofCamerasInScope(actor),
    columns: {
      beginTime: 'fromAt',
      endTime: 'toAt',
      expireTime: 'expiresAt',
      lastOpenedTime: 'lastOpenedAt',
      createTime: 'createdAt',
      state: null,
      // Only its hash is stored, below.
      pin: { column: 'pinHash', read: (stored) => stored, write: () => null },
    },
    newId: () => newId(entropy, clock.now()),
    // Nobody knows this one: it is replaced below, before the row can be read.
    madeWith: ({ actor }) => ({
      tokenHash: digest(newSecret(entropy)),
      opens: 0,
      lastOpenedAt: null,
      mark: null,
      createdBy: actor.username,
      createdAt: clock.now(),
    }),
    before: {
      create({ call, zone }, values) {
        const isLive = values.store === 'live';
        // Nobody shows others what they may not see themselves.
        if (!can(call.actor, isLive ? 'iot:camera:play' : 'iot:recording:play')) throw forbidden();
        const now = clock.now();
        // What can be seen of live video.
        const life = { beginTime: zone.text(now), endTime: values.expireTime };
        const shown = isLive ? { ...values, ...life } : values;
        const [begin, end, expires] = [shown.beginTime, shown.endTime, shown.expireTime].map((text) =>
          zone.instant(String(text)),
        );
        const refuse = (path: string, message: LocalText) => {
          throw invalid([{ path, message }]);
        };
        if (begin == null) refuse('beginTime', messages.time);
        else if (end == null) refuse('endTime', messages.time);
        else if (expires == null) refuse('expireTime', messages.time);
        else if (!isLive && end <= begin) refuse('endTime', messages.order);
        else if (!isLive && end - begin > longestRangeMs) refuse('endTime', messages.length);
        else if (!isLive && end > now + toleranceMs) refuse('endTime', messages.future);
        else if (expires <= now) refuse('expireTime', messages.past);
        else if (expires > now + longestLifeMs + toleranceMs) refuse('expireTime', messages.life);
        return shown;
      },
    },
    after: {
      async create({ call, transaction }, id, { embeddable }) {
        const shareCode = newShareCode(entropy);
        await transaction
          .updateTable('recordingShare')
          .set({
            tokenHash: digest(shareCode),
            mark: shareCode.slice(0, markLength),
            pinHash: pinHashes.get(call) ?? null,
          })
          .where('tenantId', '=', call.actor.scope.tenantId)
          .where('id', '=', id)
          .execute();
        return { shareCode, isEmbeddable: embeddable === true };
      },

      /** Ends what is being watched. */
      async remove({ call, transaction }, rows) {
        const { scope } = call.actor;
        const grants = grantRepository(transaction);
        const now = clock.now();
        const ids = rows.map(({ id }) => String(id));
        const open = await grants.openGrantIdsOfShares(scope, ids, now);
        for (const grantId of open) await grants.revoke(scope, grantId, now);
        await database.changes.notify(transaction, 'grant', open);
      },
    },
    async decorate({ actor }, rows) {
      const zone = await zoneOf(actor.scope.tenantId);
      const now = clock.now();
      return rows.map((row) => {
        const isExpired = (zone.instant(String(row.expireTime)) ?? 0) <= now;
        const isUsed = typeof row.maxOpens === 'number' && (row.opens ?? 0) >= row.maxOpens;
        return { ...row, state: isExpired ? 'expired' : isUsed ? 'used' : 'open' } as const;
      });
    },
  });

  return {
    ...table,
    async create(call, values) {
      // Hashing takes a moment, and may wait for others.
      pinHashes.set(call, values.pin ? await hasher.hash(values.pin).catch(asTooMany) : null);
      return table.create(call, values);
    },
  };
}

function ofCamerasInScope({ scope, dataScope }: Actor) {
  if (dataScope.kind === 'everything') return sql<SqlBool>`1 = 1`;
  if (dataScope.deptIds.length === 0) return sql<SqlBool>`1 = 0`;
  return sql<SqlBool>`${sql.ref('channelId')} in (
    select ${sql.ref('channel.id')} from ${sql.table('channel')}
    where ${sql.ref('channel.tenantId')} = ${scope.tenantId}
      and ${sql.ref('channel.deptId')} in (${sql.join([...dataScope.deptIds])})
  )`;
}
