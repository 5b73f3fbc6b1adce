/** What support staff write about a camera. Notes are added and deleted, not changed, so that each has one author and time. */
import { iotCamera } from '../../contracts/admin/resources/iot-camera.resource.ts';
import { transact } from '../../db/transact.ts';
import { recordOperation } from '../audit/operation-log.ts';
import { operationTitles } from '../audit/operation-titles.ts';
import { forbidden, notFound, refused } from '../errors/admin-error.ts';
import { type Actor, type CallContext, can } from '../identity/actor.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import { tenantZone } from '../resource/tenant-zone.ts';
import type { FoundChannel } from './channel-finder.ts';

const shown = 100;
/** Of one camera. */
const maxNotes = 1_000;
const tooMany = {
  'zh-CN': '该摄像头的备注已达上限，请先删除旧备注',
  'en-US': 'This camera has as many notes as it can have. Delete old ones first.',
} as const;

/** The caller has checked that the camera is within the data scope. */
export function cameraNotes(deps: ResourceDeps) {
  const { clock, database } = deps;
  const { db } = database;
  const zoneOf = tenantZone(deps);

  const mayRemove = (actor: Actor, userId: number) =>
    can(actor, 'iot:camera:removeNote') || (userId === actor.userId && can(actor, 'iot:camera:addNote'));

  const operation = (call: CallContext, { id, name }: FoundChannel) => ({
    call,
    title: operationTitles.cameraNote,
    bizKey: `${iotCamera.key}:${id}`,
    bizName: name,
  });

  return {
    async list({ actor }: CallContext, channelId: string) {
      const { tenantId } = actor.scope;
      const zone = await zoneOf(tenantId);
      const rows = await db
        .selectFrom('cameraNote')
        .leftJoin('user', 'user.id', 'cameraNote.userId')
        .select([
          'cameraNote.id',
          'cameraNote.text',
          'cameraNote.userId',
          'cameraNote.createdBy',
          'cameraNote.createdAt',
          'user.displayName',
        ])
        .where('cameraNote.tenantId', '=', tenantId)
        .where('cameraNote.channelId', '=', channelId)
        .orderBy('cameraNote.id', 'desc')
        .limit(shown)
        .execute();
      return rows.map(({ id, text, userId, createdBy, createdAt, displayName }) => ({
        id,
        text,
        author: displayName || createdBy,
        time: zone.text(createdAt),
        canRemove: mayRemove(actor, userId),
      }));
    },

    async add(call: CallContext, channel: FoundChannel, text: string) {
      const { scope, userId, username } = call.actor;
      const { tenantId } = scope;
      return transact(db, async (transaction) => {
        const { count } = await transaction
          .selectFrom('cameraNote')
          .select(({ fn }) => fn.countAll<number>().as('count'))
          .where('tenantId', '=', tenantId)
          .where('channelId', '=', channel.id)
          .executeTakeFirstOrThrow();
        if (Number(count) >= maxNotes) throw refused(tooMany);
        const note = await transaction
          .insertInto('cameraNote')
          .values({
            tenantId,
            channelId: channel.id,
            text,
            userId,
            createdBy: username,
            createdAt: clock.now(),
          })
          .returning('id')
          .executeTakeFirstOrThrow();
        await recordOperation(
          deps,
          { ...operation(call, channel), type: 'insert', param: { text } },
          transaction,
        );
        return note;
      });
    },

    async remove(call: CallContext, channel: FoundChannel, id: number): Promise<null> {
      const { tenantId } = call.actor.scope;
      return transact(db, async (transaction) => {
        const note = await transaction
          .selectFrom('cameraNote')
          .select(['userId', 'text'])
          .where('tenantId', '=', tenantId)
          .where('channelId', '=', channel.id)
          .where('id', '=', id)
          .executeTakeFirst();
        if (!note) throw notFound();
        if (!mayRemove(call.actor, note.userId)) throw forbidden();
        await transaction
          .deleteFrom('cameraNote')
          .where('tenantId', '=', tenantId)
          .where('id', '=', id)
          .execute();
        await recordOperation(
          deps,
          { ...operation(call, channel), type: 'delete', param: { text: note.text } },
          transaction,
        );
        return null;
      });
    },
  };
}
