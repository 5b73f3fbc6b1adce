/**
 * Who talked to which camera: a row for the console's list from the beginning, and an entry in the operation log at the
 * end. Rows of a process that died are ended by another one, or by its successor.
 */
import { type Selectable, sql, type Transaction } from 'kysely';
import { databaseNow } from '../../db/database-time.ts';
import type { Database } from '../../db/schema.ts';
import type { TalkLogTable } from '../../db/talk-schema.ts';
import { transact } from '../../db/transact.ts';
import type { Cancel } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import type { TalkLog, TalkOutcome } from '../../media/talk-ports.ts';
import { type OperationLogDeps, recordOperation } from '../audit/operation-log.ts';
import { operationTitles } from '../audit/operation-titles.ts';
import { type Entropy, newId } from '../crypto/entropy.ts';
import { lappMessage } from '../errors/lapp-errors.ts';
import type { ProcessIdentity } from '../recordings/recorder-leases.ts';
import { tenantScope } from '../tenancy/tenant-scope.ts';

type Begun = Parameters<TalkLog['began']>[0];

export interface OpenTalkLog extends TalkLog {
  /** Ends the rows whose process has died, now and each minute. Resolves after the first time. Never rejects. */
  start(): Promise<void>;
  /** Resolves when everything that began and ended is written. Never rejects. */
  written(): Promise<void>;
  /** Safe to call twice. */
  stop(): void;
}

/** The id of an admission begins with that of its grant. */
const grantIdLength = 32;
const consolePrefix = 'console:';
const interruptedEveryMs: Ms = 60_000;

/** In place of a `TalkFailureCode`, in the list: the server ended during the talk. */
const interruptedCode = 'talk.interrupted';
const interruptedMessage = 'The server ended during the talk.';

/** In place of the id of an admission, for what a user of the console sends without a token. */
export const consoleAdmission = (username: string): string => `${consolePrefix}${username}`;

interface Speaker {
  /** Null: a viewer on the page of an application. */
  readonly userName: string | null;
  readonly applicationName: string;
}

type Row = Selectable<TalkLogTable>;

/** The lease of the channel of a row, as `talk-leases.ts` names it. */
const leaseName = sql<string>`${sql.ref('talkLog.tenantId')} || '/' || ${sql.ref('talkLog.deviceSerial')} || '/' || ${sql.ref('talkLog.channelNo')}`;

export function talkLog(
  deps: OperationLogDeps & {
    readonly entropy: Entropy;
    readonly log: Logger;
    readonly process: ProcessIdentity;
  },
): OpenTalkLog {
  const { clock, entropy, log } = deps;
  const { processId, killedProcessId } = deps.process;
  const { db, engine } = deps.database;
  const writing = new Set<Promise<unknown>>();

  /** Null: it failed, which is logged. */
  function writes<T>(what: string, write: () => Promise<T>): Promise<T | null> {
    const done = write()
      .catch((error: unknown) => {
        log.error({ err: error, what }, 'talk log not written');
        return null;
      })
      .finally(() => writing.delete(done));
    writing.add(done);
    return done;
  }

  async function speakerOf({ grantId, target }: Begun): Promise<Speaker> {
    const { tenantId } = target.key;
    if (grantId.startsWith(consolePrefix)) {
      return { userName: grantId.slice(consolePrefix.length), applicationName: '' };
    }
    const grant = await db
      .selectFrom('accessTokenGrant')
      .innerJoin('application', 'application.id', 'accessTokenGrant.applicationId')
      .select(['application.name', 'accessTokenGrant.createdBy', 'accessTokenGrant.sessionId'])
      .where('accessTokenGrant.tenantId', '=', tenantId)
      .where('accessTokenGrant.id', '=', grantId.slice(0, grantIdLength))
      .executeTakeFirst();
    if (grant?.sessionId) return { userName: grant.createdBy, applicationName: '' };
    return { userName: null, applicationName: grant?.name ?? '' };
  }

  async function begin(talk: Begun): Promise<Row> {
    const { kind, target, clientAddress, startedAt } = talk;
    const { tenantId, deviceSerial, channelNo } = target.key;
    const device = await db
      .selectFrom('device')
      .select('deptId')
      .where('tenantId', '=', tenantId)
      .where('serial', '=', deviceSerial)
      .executeTakeFirst();
    const row: Row = {
      ...{ id: newId(entropy, clock.now()), tenantId, kind, deviceSerial, channelNo },
      ...{ channelId: target.channelId, cameraName: target.name, deptId: device?.deptId ?? null },
      ...(await speakerOf(talk)),
      ...{ clientAddress, startAt: startedAt, owner: processId, endAt: null, sentMs: 0, failureCode: null },
    };
    await db.insertInto('talkLog').values(row).execute();
    return row;
  }

  async function end(row: Row, { sentMs, failure }: TalkOutcome, endAt: EpochMs): Promise<void> {
    const outcome = { owner: null, endAt, sentMs: Math.round(sentMs), failureCode: failure?.code ?? null };
    const error = failure && (failure.message || lappMessage('20007', 'zh-CN'));
    await transact(db, async (transaction) => {
      await transaction.updateTable('talkLog').set(outcome).where('id', '=', row.id).execute();
      await recordEnd({ ...row, ...outcome }, error, transaction);
    });
  }

  async function recordEnd(
    row: Row,
    error: string | null,
    transaction: Transaction<Database>,
  ): Promise<void> {
    const { tenantId, kind, userName, applicationName, deptId, channelId, cameraName } = row;
    const { deviceSerial, channelNo, sentMs, clientAddress, id } = row;
    const user =
      userName === null
        ? undefined
        : await transaction
            .selectFrom('user')
            .select('id')
            .where('tenantId', '=', tenantId)
            .where('username', '=', userName)
            .executeTakeFirst();
    const actor = {
      scope: tenantScope(tenantId),
      ...{ username: userName ?? applicationName, userId: user?.id ?? null, deptId, deptName: null },
    };
    await recordOperation(
      deps,
      {
        call: { actor, address: clientAddress, traceId: id },
        title: operationTitles[kind],
        type: 'other',
        ...(channelId === null ? {} : { bizKey: `iot.camera:${channelId}` }),
        bizName: cameraName,
        param: { deviceSerial, channelNo, sentMs },
        tookMs: sentMs,
        ...(error === null ? {} : { error }),
      },
      transaction,
    );
  }

  async function endInterrupted(): Promise<void> {
    await transact(db, async (transaction) => {
      const rows = await transaction
        .updateTable('talkLog')
        .set({ owner: null, failureCode: interruptedCode })
        .where('owner', 'is not', null)
        .where('owner', '!=', processId)
        // The embedded database has one process, which is this one.
        .$if(engine === 'postgres', (update) =>
          update.where(({ or, eb, not, exists }) =>
            or([
              ...(killedProcessId === null ? [] : [eb('owner', '=', killedProcessId)]),
              not(
                exists(
                  db
                    .selectFrom('talkLease')
                    .select('talkLease.name')
                    .where('talkLease.name', '=', leaseName)
                    .where(
                      sql<boolean>`starts_with(${sql.ref('talkLease.owner')}, ${sql.ref('talkLog.owner')} || '/')`,
                    )
                    .where('talkLease.expiresAt', '>=', databaseNow),
                ),
              ),
            ]),
          ),
        )
        .returningAll()
        .execute();
      for (const row of rows) await recordEnd(row, interruptedMessage, transaction);
    });
  }

  let cancel: Cancel = () => {};

  return {
    began(talk) {
      const begun = writes(talk.kind, () => begin(talk));
      return (outcome) => {
        const endAt = clock.now();
        void writes(talk.kind, async () => end((await begun) ?? (await begin(talk)), outcome, endAt));
      };
    },

    async start() {
      cancel();
      cancel = clock.every(interruptedEveryMs, () => void writes('interrupted', endInterrupted));
      await writes('interrupted', endInterrupted);
    },

    async written() {
      while (writing.size > 0) await Promise.all(writing);
    },

    stop: () => cancel(),
  };
}

const keptMs: Ms = 180 * 24 * 60 * 60_000;

export async function forgetTalks(db: OperationLogDeps['database']['db'], now: EpochMs): Promise<void> {
  await db
    .deleteFrom('talkLog')
    .where('startAt', '<', now - keptMs)
    .execute();
}
