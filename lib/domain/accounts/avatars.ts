/** Users' profile images. */
import { consoleApiBase } from '../../contracts/admin/api-base.ts';
import { transact } from '../../db/transact.ts';
import { type OperationLogDeps, recordOperation } from '../audit/operation-log.ts';
import { operationTitles } from '../audit/operation-titles.ts';
import type { Entropy } from '../crypto/entropy.ts';
import { notFound } from '../errors/admin-error.ts';
import type { CallContext } from '../identity/actor.ts';
import type { ImageSanitizer, UploadedImage } from '../images/image-sanitizer.ts';

/** Pixels. Shown at 96 CSS pixels at most, also on high-density screens. */
const maxSide = 512;

export function avatars(deps: OperationLogDeps, entropy: Entropy, images: ImageSanitizer) {
  const { clock } = deps;
  const { db } = deps.database;
  return {
    /** Returns its address. Throws as `ImageSanitizer.redraw` does. */
    async set(call: CallContext, file: UploadedImage | null): Promise<string> {
      const { scope, userId, username, displayName } = call.actor;
      const image = await images.redraw(file, maxSide);
      // Fully random: the address alone gives access to the image.
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
            contentType: image.contentType,
            content: Buffer.from(image.bytes).toString('base64'),
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
          {
            call,
            title: operationTitles.ownImage,
            type: 'update',
            bizKey: `system.user:${userId}`,
            bizName: displayName,
          },
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
