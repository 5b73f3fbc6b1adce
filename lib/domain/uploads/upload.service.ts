/**
 * Images for rich texts: re-encoded, stored under generated names, counted against the uploader's quota, and deleted
 * when unused for a day. They are stored in the database: one backup contains both, and all processes see them.
 */
import { createHash } from 'node:crypto';
import type { z } from 'zod';
import type { upload } from '../../contracts/admin/calls/upload.calls.ts';
import { uploadAddress } from '../../contracts/admin/upload-address.ts';
import { transact } from '../../db/transact.ts';
import type { LocalText } from '../../i18n/translate.ts';
import type { Ms } from '../../kernel/units.ts';
import { recordOperation } from '../audit/operation-log.ts';
import { operationTitles } from '../audit/operation-titles.ts';
import type { Entropy } from '../crypto/entropy.ts';
import { notFound, refused } from '../errors/admin-error.ts';
import type { CallContext } from '../identity/actor.ts';
import type { ImageSanitizer, UploadedImage } from '../images/image-sanitizer.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import { tenantZone } from '../resource/tenant-zone.ts';
import { lockTenant } from '../tenancy/tenant-lock.ts';

/** Pixels. The notice dialog is 900 CSS pixels wide, on screens of up to two pixels per CSS pixel. */
const maxSide = 1_600;
const megabyte = 1_048_576;
const unusedRetentionMs: Ms = 24 * 60 * 60_000;
/** Deleted per transaction, so that other writers can run in between. */
const forgottenAtOnce = 100;

export interface UploadQuota {
  /** Bytes of all stored images of one user. */
  readonly ofUser: number;
  /** Bytes of a whole organisation. */
  readonly ofTenant: number;
}
export const defaultQuota: UploadQuota = { ofUser: 200 * megabyte, ofTenant: 2_048 * megabyte };

export interface UploadDeps extends ResourceDeps {
  readonly entropy: Entropy;
  readonly images: ImageSanitizer;
  readonly quota?: UploadQuota;
}

export function uploadService(deps: UploadDeps) {
  const { clock, entropy, images, quota = defaultQuota } = deps;
  const { db } = deps.database;
  const zoneOf = tenantZone(deps);

  return {
    /** Throws the errors of the image sanitiser, and U0200 when the quota is used up. */
    async take(
      call: CallContext,
      file: UploadedImage | null,
    ): Promise<z.input<NonNullable<typeof upload.data>>> {
      const { scope, userId, username } = call.actor;
      const { tenantId } = scope;
      const image = await images.redraw(file, maxSide);
      const now = clock.now();
      const createTime = (await zoneOf(tenantId)).text(now);
      const day = createTime.slice(0, 10).replaceAll('-', '/');
      const id = Buffer.from(entropy.bytes(16)).toString('hex');
      const row = {
        tenantId,
        path: `${day}/${id}.${image.extension}`,
        name: file?.name ?? '',
        contentType: image.contentType,
        byteSize: image.bytes.length,
        width: image.width,
        height: image.height,
        sha256: createHash('sha256').update(image.bytes).digest('hex'),
        ownerId: userId,
        createdBy: username,
        createdAt: now,
        usedAt: now,
        content: Buffer.from(image.bytes).toString('base64'),
      };
      const fileId = await transact(db, async (transaction) => {
        // Serializes uploads of one organisation, so that its total is right.
        await lockTenant(deps.database, transaction, scope);
        const used = await transaction
          .selectFrom('upload')
          .select((build) => [
            build.fn.sum<number | null>('byteSize').as('ofTenant'),
            build.fn.sum<number | null>('byteSize').filterWhere('ownerId', '=', userId).as('ofUser'),
          ])
          .where('tenantId', '=', tenantId)
          .executeTakeFirstOrThrow();
        if (Number(used.ofUser ?? 0) + row.byteSize > quota.ofUser) throw refused(texts.ownFull);
        if (Number(used.ofTenant ?? 0) + row.byteSize > quota.ofTenant) throw refused(texts.full);
        const made = await transaction
          .insertInto('upload')
          .values(row)
          .returning('id')
          .executeTakeFirstOrThrow();
        await recordOperation(
          deps,
          {
            call,
            title: operationTitles.uploadImage,
            type: 'insert',
            bizKey: `upload:${made.id}`,
            bizName: row.name,
          },
          transaction,
        );
        return made.id;
      });
      const url = uploadAddress(row.path);
      return {
        fileId,
        name: row.name,
        path: row.path,
        url,
        halfUrl: url,
        cover: url,
        ext: image.extension,
        mime: row.contentType,
        size: row.byteSize,
        width: row.width,
        height: row.height,
        sha256: row.sha256,
        createBy: username,
        createTime,
      };
    },

    async read(path: string): Promise<{ contentType: string; bytes: Uint8Array }> {
      const row = await db
        .selectFrom('upload')
        .select(['contentType', 'content'])
        .where('path', '=', path)
        .executeTakeFirst();
      if (!row) throw notFound();
      return { contentType: row.contentType, bytes: Buffer.from(row.content, 'base64') };
    },

    /** Deletes images unused for a day. A form that was left open has that long to be saved. */
    async forgetUnused(): Promise<void> {
      const before = clock.now() - unusedRetentionMs;
      for (;;) {
        const { numDeletedRows } = await db
          .deleteFrom('upload')
          .where('id', 'in', (build) =>
            build
              .selectFrom('upload as old')
              .select('old.id')
              .where('old.usedAt', '<', before)
              .where((inner) =>
                inner.not(
                  inner.exists(
                    inner
                      .selectFrom('uploadUse')
                      .select('uploadUse.uploadId')
                      .whereRef('uploadUse.uploadId', '=', 'old.id'),
                  ),
                ),
              )
              .limit(forgottenAtOnce),
          )
          // Checked again in the delete: a row may have linked the image meanwhile.
          .where('usedAt', '<', before)
          .executeTakeFirstOrThrow();
        if (Number(numDeletedRows) < forgottenAtOnce) return;
      }
    },
  };
}
export type Uploads = ReturnType<typeof uploadService>;

const texts = {
  ownFull: {
    'zh-CN': '您的图片空间已用完，请先从公告中移除不用的图片',
    'en-US': 'Your image storage is full. Remove unused images from notices first.',
  },
  full: {
    'zh-CN': '图片空间已用完，请联系管理员',
    'en-US': 'The image storage is full. Contact your administrator.',
  },
} as const satisfies Record<string, LocalText>;
