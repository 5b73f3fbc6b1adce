/** Setting up and removing two-step verification. */
import { transact } from '../../db/transact.ts';
import type { LocalText } from '../../i18n/translate.ts';
import { recordOperation } from '../audit/operation-log.ts';
import { operationTitles } from '../audit/operation-titles.ts';
import type { Entropy } from '../crypto/entropy.ts';
import type { Sealer } from '../crypto/seal.ts';
import { invalid, refused } from '../errors/admin-error.ts';
import type { Actor, CallContext } from '../identity/actor.ts';
import type { SessionService } from '../identity/session.service.ts';
import { newTotpSecret, totpSealContext, totpStepOf, totpUri } from '../identity/totp.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import type { Settings } from '../settings/settings.ts';
import type { AccountService } from './account.service.ts';

export interface SecondFactorDeps extends ResourceDeps {
  readonly sealer: Sealer;
  readonly entropy: Entropy;
  readonly settings: Settings;
  readonly accounts: AccountService;
  readonly sessions: Pick<SessionService, 'requireFresh' | 'refreshed'>;
}

export function secondFactor(deps: SecondFactorDeps) {
  const { sealer, entropy, settings, accounts, sessions, clock } = deps;
  const { db } = deps.database;

  async function store(call: CallContext, secret: string | null, step: number | null): Promise<void> {
    const { scope, userId, displayName } = call.actor;
    const totpSealed =
      secret === null ? null : sealer.seal(totpSealContext({ tenantId: scope.tenantId, id: userId }), secret);
    await transact(db, async (transaction) => {
      const { numUpdatedRows } = await transaction
        .updateTable('user')
        .set({ totpSealed, totpStep: step })
        .where('tenantId', '=', scope.tenantId)
        .where('id', '=', userId)
        // Of two concurrent confirmations the first one wins.
        .$if(secret !== null, (build) => build.where('totpSealed', 'is', null))
        .executeTakeFirst();
      if (numUpdatedRows === 0n) throw refused(texts.there);
      await recordOperation(
        deps,
        {
          call,
          title: secret === null ? operationTitles.secondFactorOff : operationTitles.secondFactorOn,
          type: 'update',
          bizKey: `system.user:${userId}`,
          bizName: displayName,
        },
        transaction,
      );
    });
  }

  return {
    /**
     * The secret is returned here and not stored; the client sends it back to `confirm`. Throws 40000, and U0200 where
     * two-step verification is already set up.
     */
    async begin(actor: Actor, password: string): Promise<{ secret: string; uri: string }> {
      const row = await accounts.proven(actor, password, 'password');
      if (row.totpSealed !== null) throw refused(texts.there);
      await sessions.refreshed(actor);
      const secret = newTotpSecret(entropy);
      return { secret, uri: totpUri(secret, row.username, await settings.get(actor.scope, 'site.title')) };
    },

    /** Throws 40000 for a code that does not match the secret. */
    async confirm(call: CallContext, secret: string, code: string): Promise<void> {
      await sessions.requireFresh(call);
      const row = await accounts.rowOf(call.actor);
      if (row.totpSealed !== null) throw refused(texts.there);
      const step = totpStepOf(secret, code, clock.now(), null);
      if (step === null) throw invalid([{ path: 'code', message: texts.wrong }]);
      await store(call, secret, step);
    },

    async end(call: CallContext, password: string): Promise<void> {
      await accounts.proven(call.actor, password, 'password');
      await store(call, null, null);
    },
  };
}
export type SecondFactor = ReturnType<typeof secondFactor>;

const texts = {
  there: { 'zh-CN': '已启用两步验证', 'en-US': 'Two-step verification is already enabled' },
  wrong: { 'zh-CN': '动态验证码错误', 'en-US': 'The code is incorrect' },
} as const satisfies Record<string, LocalText>;
