/** Pictures people choose of themselves. */
import { consoleApiBase } from '../../contracts/admin/api-base.ts';
import { transact } from '../../db/transact.ts';
import type { LocalText } from '../../i18n/translate.ts';
import type { Entropy } from '../access/entropy.ts';
import { type OperationLogDeps, recordOperation } from '../resource/operation-log.ts';
import type { CallContext } from './actor.ts';
import { invalid, notFound } from './admin-error.ts';
import { cleanPicture } from './clean-picture.ts';

/** Below 2 MB, as the specification has it. */
const largestBytes = 2 * 1_048_576;

export function avatars(deps: OperationLogDeps, entropy: Entropy) {
  const { clock } = deps;
  const { db } = deps.database;
  return {
    /** Its address. Throws 40000 for what is no picture, or too large. */
    async set(call: CallContext, file: Uint8Array | null): Promise<string> {
      const { scope, userId, username, displayName } = call.actor;
      if (!file || file.length === 0) throw fault(texts.missing);
      if (file.length >= largestBytes) throw fault(texts.tooLarge);
      const picture = cleanPicture(file);
      if (!picture) throw fault(texts.noPicture);
      // All of it at random: whoever has the address sees the picture.
      const id = Buffer.from(entropy.bytes(16)).toString('hex');
      const address = `${consoleApiBase}/avatar/${id}`;
      const { tenantId } = scope;
      await transact(db, async (transaction) => {
        await transaction
          .deleteFrom('avatar')
          .where('tenantId', '=', tenantId)
          .where('userId', '=', userId)
          .execute();
        await transaction
          .insertInto('avatar')
          .values({
            id,
            tenantId,
            userId,
            contentType: picture.contentType,
            content: Buffer.from(picture.bytes).toString('base64'),
          })
          .execute();
        await transaction
          .updateTable('user')
          .set((row) => ({
            avatar: address,
            version: row('version', '+', 1),
            updatedBy: username,
            updatedAt: clock.now(),
          }))
          .where('tenantId', '=', tenantId)
          .where('id', '=', userId)
          .execute();
        await recordOperation(
          deps,
          { call, title: texts.title, type: 'update', bizKey: `system.user:${userId}`, bizName: displayName },
          transaction,
        );
      });
      return address;
    },

    async get(id: string): Promise<{ contentType: string; bytes: Uint8Array }> {
      const row = await db.selectFrom('avatar').selectAll().where('id', '=', id).executeTakeFirst();
      if (!row) throw notFound();
      return { contentType: row.contentType, bytes: Buffer.from(row.content, 'base64') };
    },
  };
}
export type Avatars = ReturnType<typeof avatars>;

const fault = (message: LocalText) => invalid([{ path: 'file', message }]);

const texts = {
  title: { 'zh-CN': '修改头像', 'en-US': 'Own picture' },
  missing: { 'zh-CN': '请选择图片', 'en-US': 'Choose a picture' },
  tooLarge: { 'zh-CN': '图片大小不能超过2MB', 'en-US': 'image size limit 2MB!' },
  noPicture: { 'zh-CN': '仅支持 PNG、JPEG 或 WebP 图片', 'en-US': 'Only PNG, JPEG and WebP pictures' },
} as const satisfies Record<string, LocalText>;
