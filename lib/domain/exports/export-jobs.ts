/**
 * Exports above 5,000 rows: made in the background, one at a time in each process, because the server also carries live
 * video. The file is stored in the database in pieces, so every process can send it. A process that makes an export
 * reports every few seconds; one that stopped reporting has been stopped, and its exports have failed.
 */
import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { consoleApiBase } from '../../contracts/admin/api-base.ts';
import { type exportJobs as listCall, maxInlineRows } from '../../contracts/admin/calls/export.calls.ts';
import { permissionOf } from '../../contracts/admin/define-resource.ts';
import type { QueryOf } from '../../contracts/admin/row-types.ts';
import { type LocalText, nearestLocale } from '../../i18n/translate.ts';
import type { Cancel } from '../../kernel/clock.ts';
import type { Logger } from '../../kernel/logger.ts';
import type { Ms } from '../../kernel/units.ts';
import { type Entropy, newId } from '../crypto/entropy.ts';
import type { SecretKey } from '../crypto/secrets.ts';
import { forbidden, notFound, refused } from '../errors/admin-error.ts';
import { type CallContext, can } from '../identity/actor.ts';
import type { BoundResource } from '../resource/bound-resource.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import type { ExportOptions, ResourceFile } from '../resource/resource-service.ts';
import { tenantZone } from '../resource/tenant-zone.ts';
import { ExportLinks } from './export-links.ts';
import { type ExportFailure, failureTexts, startedText, tooManyText } from './export-texts.ts';

/** From the end of the export: links are valid, and failed exports are listed. */
const keptMs: Ms = 24 * 60 * 60_000;
/** A process that has not reported for this long has been stopped. */
const claimMs: Ms = 15_000;
const reportEveryMs: Ms = 2_000;
const partBytes = 1_048_576;
const maxFileBytes = 64 * 1_048_576;
const maxUnfinished = 3;

type Job = z.input<NonNullable<typeof listCall.data>>[number];

export interface ExportJobDeps extends ResourceDeps {
  readonly entropy: Entropy;
  readonly log: Logger;
  readonly sessionKeys: readonly SecretKey[];
  readonly resourceOf: (key: string) => BoundResource | undefined;
}

class Failure extends Error {
  constructor(readonly reason: ExportFailure) {
    super(reason);
  }
}

export function exportJobs(deps: ExportJobDeps) {
  const { clock, entropy, log } = deps;
  const { db } = deps.database;
  const zoneOf = tenantZone(deps);
  const links = new ExportLinks(deps.sessionKeys);
  const processId = randomUUID();
  /** Of this process, until they are finished. */
  const running = new Map<string, { readonly abort: AbortController; rowsDone: number }>();
  let last: Promise<unknown> = Promise.resolve();
  let stopReports: Cancel | null = null;

  const own = (id: string) =>
    db.updateTable('exportJob').where('id', '=', id).where('claimId', '=', processId);

  /** Renews the claims of this process, stores progress, and stops exports that were deleted. */
  async function report(): Promise<void> {
    for (const [id, { abort, rowsDone }] of running) {
      const kept = await own(id)
        .set({ rowsDone, claimedUntil: clock.now() + claimMs })
        .returning('id')
        .executeTakeFirst();
      if (!kept) abort.abort();
    }
  }

  function startReports(): void {
    let reporting: Promise<unknown> = Promise.resolve();
    stopReports ??= clock.every(reportEveryMs, () => {
      // Reported again soon; if that fails, the export counts as interrupted.
      reporting = reporting.then(report).catch(() => undefined);
    });
  }

  function begin(
    call: CallContext,
    id: string,
    bound: BoundResource,
    query: QueryOf,
    options: ExportOptions,
  ): void {
    const abort = new AbortController();
    running.set(id, { abort, rowsDone: 0 });
    startReports();
    last = last
      .then(() => make(call, id, bound, query, { ...options, signal: abort.signal }))
      .catch(async (error: unknown) => {
        if (abort.signal.aborted) return;
        if (!(error instanceof Failure)) log.error({ err: error, exportId: id }, 'export failed');
        const reason = error instanceof Failure ? error.reason : 'failed';
        await own(id).set({ state: 'failed', reason, finishedAt: clock.now() }).execute();
      })
      .catch((error: unknown) =>
        log.error({ err: error, exportId: id }, 'the end of an export was not stored'),
      )
      .finally(() => {
        running.delete(id);
        if (running.size > 0) return;
        stopReports?.();
        stopReports = null;
      });
  }

  async function make(
    call: CallContext,
    id: string,
    { service }: BoundResource,
    query: QueryOf,
    options: ExportOptions & { readonly signal: AbortSignal },
  ): Promise<void> {
    const { signal } = options;
    signal.throwIfAborted();
    const job = running.get(id)!;
    await own(id).set({ state: 'running' }).execute();
    const onRows = (done: number) => {
      job.rowsDone = done;
    };
    const file = await service.files!.exportFile(call, query, { ...options, onRows });
    let [byteSize, position] = [0, 0];
    let waiting: Uint8Array[] = [];
    let waitingBytes = 0;
    const flush = async () => {
      if (waitingBytes === 0) return;
      const content = Buffer.concat(waiting).toString('base64');
      await db.insertInto('exportPart').values({ jobId: id, position, content }).execute();
      position += 1;
      [waiting, waitingBytes] = [[], 0];
    };
    for await (const piece of file.body) {
      signal.throwIfAborted();
      byteSize += piece.length;
      if (byteSize > maxFileBytes) throw new Failure('large');
      waiting.push(piece);
      waitingBytes += piece.length;
      if (waitingBytes >= partBytes) await flush();
    }
    await flush();
    const { fileName, contentType } = file;
    await own(id)
      .set({
        ...{ state: 'done', rowsDone: job.rowsDone, rowsTotal: job.rowsDone },
        ...{ fileName, contentType, byteSize, finishedAt: clock.now() },
      })
      .execute();
  }

  const ofCaller = ({ actor }: CallContext) =>
    db
      .selectFrom('exportJob')
      .where('tenantId', '=', actor.scope.tenantId)
      .where('ownerId', '=', actor.userId);

  const isInterrupted = ({ state, claimedUntil }: { state: string; claimedUntil: number }) =>
    (state === 'waiting' || state === 'running') && Number(claimedUntil) < clock.now();

  async function refuseTooMany(call: CallContext): Promise<void> {
    const { total } = await ofCaller(call)
      .select((build) => build.fn.countAll<number>().as('total'))
      .where('state', 'in', ['waiting', 'running'])
      .where('claimedUntil', '>=', clock.now())
      .executeTakeFirstOrThrow();
    if (Number(total) >= maxUnfinished) throw refused(tooManyText);
  }

  return {
    /** A file of at most 5,000 rows. For more, an export in the background is started, and the message says so. */
    async exportFile(
      call: CallContext,
      bound: BoundResource,
      query: QueryOf,
      options: ExportOptions,
    ): Promise<ResourceFile | { readonly deferred: LocalText }> {
      const { definition, service } = bound;
      const counted = await service.page(call, { ...query, pageNum: 1, pageSize: 1 });
      if (counted.total <= maxInlineRows) return service.files!.exportFile(call, query, options);
      await refuseTooMany(call);
      const now = clock.now();
      const id = newId(entropy, now);
      const { actor } = call;
      const { format, locale } = options;
      await db
        .insertInto('exportJob')
        .values({
          ...{ id, tenantId: actor.scope.tenantId, ownerId: actor.userId, resource: definition.key },
          ...{ query: JSON.stringify(query), format, locale, state: 'waiting', reason: null },
          ...{ rowsDone: 0, rowsTotal: counted.total, fileName: '', contentType: '', byteSize: 0 },
          ...{ claimId: processId, claimedUntil: now + claimMs, createdAt: now },
          ...{ finishedAt: null, openedAt: null },
        })
        .execute();
      begin(call, id, bound, query, { format, locale });
      return { deferred: startedText(counted.total) };
    },

    async list(call: CallContext): Promise<Job[]> {
      const { locale = 'zh-CN' } = call;
      const zone = await zoneOf(call.actor.scope.tenantId);
      const rows = await ofCaller(call).selectAll().orderBy('createdAt', 'desc').orderBy('id').execute();
      return rows.flatMap((row): Job[] => {
        const expiresAt = row.finishedAt === null ? null : Number(row.finishedAt) + keptMs;
        if (expiresAt !== null && expiresAt <= clock.now()) return [];
        const isDone = row.state === 'done' && expiresAt !== null;
        const reason = isInterrupted(row) ? 'interrupted' : row.reason;
        return [
          {
            id: row.id,
            title: deps.resourceOf(row.resource)?.definition.title[locale] ?? row.resource,
            format: row.format,
            state: reason === null ? row.state : 'failed',
            reason: reason === null ? null : failureTexts[reason as ExportFailure][locale],
            rowsDone: running.get(row.id)?.rowsDone ?? Number(row.rowsDone),
            rowsTotal: Number(row.rowsTotal),
            size: Number(row.byteSize),
            createTime: zone.text(Number(row.createdAt)),
            expireTime: isDone ? zone.text(expiresAt) : null,
            url: isDone ? `${consoleApiBase}/common/exported/${links.sign(row.id, expiresAt)}` : null,
            opened: row.openedAt !== null,
          },
        ];
      });
    },

    /** Throws 404, 403 without the permission to export, U0200 for one that has not failed. */
    async restart(call: CallContext, id: string): Promise<void> {
      const row = await ofCaller(call).selectAll().where('id', '=', id).executeTakeFirst();
      const bound = row && deps.resourceOf(row.resource);
      if (!row || !bound) throw notFound();
      if (!can(call.actor, permissionOf(bound.definition, 'export'))) throw forbidden();
      await refuseTooMany(call);
      const now = clock.now();
      const claim = { claimId: processId, claimedUntil: now + claimMs };
      const taken = await db
        .updateTable('exportJob')
        .set({ ...claim, state: 'waiting', reason: null, rowsDone: 0, finishedAt: null })
        .where('id', '=', id)
        .where((build) =>
          build.or([
            build('state', '=', 'failed'),
            build.and([build('state', 'in', ['waiting', 'running']), build('claimedUntil', '<', now)]),
          ]),
        )
        .returning('id')
        .executeTakeFirst();
      if (!taken) throw refused({ 'zh-CN': '该导出没有失败', 'en-US': 'This export has not failed' });
      await db.deleteFrom('exportPart').where('jobId', '=', id).execute();
      const { format, query } = row;
      begin(call, id, bound, JSON.parse(query) as QueryOf, { format, locale: nearestLocale(row.locale) });
    },

    /** Stops it if it is running. Throws 404. */
    async remove(call: CallContext, id: string): Promise<void> {
      const { actor } = call;
      const removed = await db
        .deleteFrom('exportJob')
        .where('id', '=', id)
        .where('tenantId', '=', actor.scope.tenantId)
        .where('ownerId', '=', actor.userId)
        .returning('id')
        .executeTakeFirst();
      if (!removed) throw notFound();
      running.get(id)?.abort.abort();
    },

    /** Throws 404 for a link that is not ours, has expired, or of a user who may not sign in any more. */
    async open(link: string): Promise<ResourceFile> {
      const id = link.slice(0, 32);
      const row = await db
        .selectFrom('exportJob')
        .innerJoin('user', 'user.id', 'exportJob.ownerId')
        .innerJoin('tenant', 'tenant.id', 'exportJob.tenantId')
        .select(['exportJob.finishedAt', 'exportJob.fileName', 'exportJob.contentType', 'exportJob.openedAt'])
        .where('exportJob.id', '=', id)
        .where('exportJob.state', '=', 'done')
        .where('user.status', '=', '0')
        .where('tenant.enabled', '=', 1)
        .executeTakeFirst();
      const expiresAt = Number(row?.finishedAt ?? 0) + keptMs;
      if (!row || expiresAt <= clock.now() || !links.isOf(link, id, expiresAt)) throw notFound();
      if (row.openedAt === null) {
        await db.updateTable('exportJob').set({ openedAt: clock.now() }).where('id', '=', id).execute();
      }
      return { fileName: row.fileName, contentType: row.contentType, body: parts(id) };
    },

    /** Deletes exports whose links have expired, and those that failed as long ago. */
    async forgetExpired(): Promise<void> {
      const before = clock.now() - keptMs;
      await db
        .deleteFrom('exportJob')
        .where((build) =>
          build.or([
            build('finishedAt', '<=', before),
            build.and([build('finishedAt', 'is', null), build('claimedUntil', '<', before)]),
          ]),
        )
        .execute();
    },

    /** Resolves when no export runs in this process. */
    async settled(): Promise<void> {
      while (running.size > 0) await last;
    },

    /** Exports of this process end unfinished; they are listed as interrupted. Safe to call twice. */
    stop(): void {
      stopReports?.();
      stopReports = null;
      for (const { abort } of running.values()) abort.abort();
    },
  };

  async function* parts(id: string): AsyncGenerator<Uint8Array> {
    for (let position = 0; ; position += 1) {
      const part = await db
        .selectFrom('exportPart')
        .select('content')
        .where('jobId', '=', id)
        .where('position', '=', position)
        .executeTakeFirst();
      if (!part) return;
      yield Buffer.from(part.content, 'base64');
    }
  }
}
export type ExportJobs = ReturnType<typeof exportJobs>;
