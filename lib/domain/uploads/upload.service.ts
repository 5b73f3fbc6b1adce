/**
 * Uploaded files: images are drawn anew, others are checked by their content. They are stored under generated names,
 * counted against the uploader's quota, and deleted when unused for a day. Where their bytes are: `file-store.ts`.
 */
import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { z } from 'zod';
import { consoleApiBase } from '../../contracts/admin/api-base.ts';
import { type ossSignature, ossUpload, type upload } from '../../contracts/admin/calls/upload.calls.ts';
import { uploadAddress } from '../../contracts/admin/upload-address.ts';
import {
  extensionOf,
  fileTypes,
  maxUploadBytes,
  storedExtension,
} from '../../contracts/admin/upload-kinds.ts';
import type { Database } from '../../db/schema.ts';
import { transact } from '../../db/transact.ts';
import type { LocalText } from '../../i18n/translate.ts';
import type { EpochMs, Ms } from '../../kernel/units.ts';
import { recordOperation } from '../audit/operation-log.ts';
import { operationTitles } from '../audit/operation-titles.ts';
import type { Entropy } from '../crypto/entropy.ts';
import type { SecretKey } from '../crypto/secrets.ts';
import { forbidden, invalid, notFound, refused } from '../errors/admin-error.ts';
import { type CallContext, can } from '../identity/actor.ts';
import { type ImageSanitizer, imageTooLarge, type UploadedImage } from '../images/image-sanitizer.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import { tenantZone } from '../resource/tenant-zone.ts';
import { lockTenant } from '../tenancy/tenant-lock.ts';
import { isContentOf } from './file-content.ts';
import { releaseObjects } from './loose-objects.ts';
import { type StoredFiles, storedColumns } from './stored-files.ts';
import { policyLifeMs, type SignedForm, UploadPolicies } from './upload-policy.ts';
import { keptInLibrary } from './upload-use.ts';

type UploadRecord = z.input<NonNullable<typeof upload.data>>;

/** Pixels. The notice dialog is 900 CSS pixels wide, on screens of up to two pixels per CSS pixel. */
const maxSide = 1_600;
const megabyte = 1_048_576;
const unusedRetentionMs: Ms = 24 * 60 * 60_000;
/** Deleted per transaction, so that other writers can run in between. */
const forgottenAtOnce = 100;
/** Longer than a clock is ever set back by a correction. */
const usedKeyMs: Ms = 24 * 60 * 60_000;

export interface UploadQuota {
  /** Bytes of all stored files of one user. */
  readonly ofUser: number;
  /** Bytes of a whole organisation. */
  readonly ofTenant: number;
}
export const defaultQuota: UploadQuota = { ofUser: 200 * megabyte, ofTenant: 2_048 * megabyte };

export interface UploadDeps extends ResourceDeps {
  readonly entropy: Entropy;
  readonly images: ImageSanitizer;
  /** The first key signs policies of uploads; all of them are accepted. */
  readonly sessionKeys: readonly SecretKey[];
  readonly files: StoredFiles;
  readonly quota?: UploadQuota;
}

/** What is stored of a file. */
interface Content {
  readonly bytes: Uint8Array;
  readonly contentType: string;
  readonly extension: string;
  /** Pixels; 0 unless it is an image. */
  readonly width: number;
  readonly height: number;
}

export function uploadService(deps: UploadDeps) {
  const { clock, entropy, images, files, quota = defaultQuota } = deps;
  const { db } = deps.database;
  const zoneOf = tenantZone(deps);

  const policies = new UploadPolicies(deps.sessionKeys);

  /** `yyyy/MM/dd/<32 hex digits>.<extension>` */
  async function freshPath({ scope }: CallContext['actor'], extension: string): Promise<string> {
    const day = (await zoneOf(scope.tenantId)).text(clock.now()).slice(0, 10).replaceAll('-', '/');
    return `${day}/${Buffer.from(entropy.bytes(16)).toString('hex')}.${extension}`;
  }

  /** Throws U0200 if the user or the organisation has no space for so many bytes. */
  async function refuseIfFull(
    on: Transaction<Database> | typeof db,
    { scope: { tenantId }, userId }: CallContext['actor'],
    bytes: number,
  ): Promise<void> {
    const used = await on
      .selectFrom('upload')
      .select((build) => [
        build.fn.sum<number | null>('byteSize').as('ofTenant'),
        build.fn.sum<number | null>('byteSize').filterWhere('ownerId', '=', userId).as('ofUser'),
      ])
      .where('tenantId', '=', tenantId)
      .executeTakeFirstOrThrow();
    if (Number(used.ofUser ?? 0) + bytes > quota.ofUser) throw refused(texts.ownFull);
    if (Number(used.ofTenant ?? 0) + bytes > quota.ofTenant) throw refused(texts.full);
  }

  /** Throws 403 if a file was received with this key, by any process, whether it still exists or not. */
  async function claimKey(path: string): Promise<void> {
    const { numInsertedOrUpdatedRows } = await db
      .insertInto('usedUploadKey')
      .values({ path, expiresAt: clock.now() + policyLifeMs })
      .onConflict((known) => known.column('path').doNothing())
      .executeTakeFirstOrThrow();
    if (Number(numInsertedOrUpdatedRows) === 0) throw forbidden();
  }

  async function store(
    call: CallContext,
    { path, name, isKept = false }: { path: string; name: string; isKept?: boolean },
    { extension, ...content }: Content,
  ): Promise<UploadRecord> {
    const { scope, userId, username } = call.actor;
    const { tenantId } = scope;
    const sha256 = createHash('sha256').update(content.bytes).digest('hex');
    await refuseIfFull(db, call.actor, content.bytes.length);
    const place = await files.target.put({ path, bytes: content.bytes, sha256 });
    const now = clock.now();
    const createTime = (await zoneOf(tenantId)).text(now);
    const row = {
      tenantId,
      path,
      name,
      contentType: content.contentType,
      byteSize: content.bytes.length,
      width: content.width,
      height: content.height,
      sha256,
      ownerId: userId,
      createdBy: username,
      createdAt: now,
      usedAt: now,
      ...place,
    };
    const fileId = await transact(db, async (transaction) => {
      // Serializes uploads of one organisation, so that its total is right.
      await lockTenant(deps.database, transaction, scope);
      await refuseIfFull(transaction, call.actor, row.byteSize);
      const made = await transaction
        .insertInto('upload')
        .values(row)
        .returning('id')
        .executeTakeFirstOrThrow();
      await files.target.keep(transaction, place);
      if (isKept) {
        const use = { tenantId, uploadId: made.id, ...keptInLibrary };
        await transaction.insertInto('uploadUse').values(use).execute();
      }
      const isImage = content.width > 0;
      await recordOperation(
        deps,
        {
          call,
          title: isImage ? operationTitles.uploadImage : operationTitles.uploadFile,
          type: 'insert',
          bizKey: `upload:${made.id}`,
          bizName: name,
        },
        transaction,
      );
      return made.id;
    });
    const url = uploadAddress(path);
    return {
      fileId,
      name,
      path,
      url,
      halfUrl: url,
      cover: url,
      ext: extension,
      mime: row.contentType,
      size: row.byteSize,
      width: row.width,
      height: row.height,
      sha256: row.sha256,
      createBy: username,
      createTime,
    };
  }

  /** Throws 40000 at `file`. */
  async function contentOf(extension: string, file: UploadedImage | null): Promise<Content> {
    const type = fileTypes[extension];
    if (type?.kind === 'image') return images.redraw(file, maxSide);
    if (!file || file.bytes.length === 0) throw unusable(texts.missing);
    if (!isContentOf(extension, file.bytes)) throw unusable(texts.otherContent);
    const contentType = type?.types[0] ?? '';
    return {
      bytes: file.bytes,
      contentType: contentType.startsWith('text/') ? `${contentType}; charset=utf-8` : contentType,
      extension,
      width: 0,
      height: 0,
    };
  }

  return {
    /** An image. Throws the errors of the image sanitiser, and U0200 when the quota is used up. */
    async take(call: CallContext, file: UploadedImage | null): Promise<UploadRecord> {
      const image = await images.redraw(file, maxSide);
      const path = await freshPath(call.actor, image.extension);
      return store(call, { path, name: file?.name ?? '' }, image);
    },

    /** Throws 40000 for a file that would be refused, and 403 for `dir` without the permission for it. */
    async sign(
      call: CallContext,
      wanted: z.output<NonNullable<typeof ossSignature.query>>,
    ): Promise<z.input<NonNullable<typeof ossSignature.data>>> {
      const { actor } = call;
      const name = baseName(wanted.fileName);
      const extension = extensionOf(name);
      const type = Object.hasOwn(fileTypes, extension) ? fileTypes[extension] : undefined;
      if (!type || activeBefore.test(name)) throw invalid([{ path: 'fileName', message: texts.otherType }]);
      if ((wanted.size ?? 0) >= maxUploadBytes) throw invalid([{ path: 'size', message: imageTooLarge }]);
      // Browsers do not know the types of all files; an image without a type is none.
      const contentTypes = type.kind === 'image' ? type.types : [...type.types, undeclared];
      const declared = wanted.contentType || undeclared;
      if (wanted.contentType !== undefined && !contentTypes.includes(declared)) {
        throw invalid([{ path: 'contentType', message: texts.otherContent }]);
      }
      const isKept = wanted.dir === 'library';
      if (isKept && !can(actor, 'infra:file:add')) throw forbidden();
      const key = await freshPath(actor, storedExtension(extension));
      const permitted = {
        ...{ key, name, extension, contentTypes, isKept, maxBytes: maxUploadBytes - 1 },
        ...{ tenantId: actor.scope.tenantId, userId: actor.userId },
      };
      return {
        ...policies.sign(permitted, clock.now()),
        key,
        fileName: key.slice(key.lastIndexOf('/') + 1),
        uploadUrl: `${consoleApiBase}${ossUpload.path}`,
        resultUrl: uploadAddress(key),
      };
    },

    /** Throws 403 for a form that is not signed, or not for the caller, expired, or used before; 40000 for the file. */
    async receive(call: CallContext, form: SignedForm, file: UploadedImage | null): Promise<UploadRecord> {
      const permitted = policies.verify(form, clock.now());
      const { scope, userId } = call.actor;
      if (!permitted || permitted.tenantId !== scope.tenantId || permitted.userId !== userId)
        throw forbidden();
      if (file && file.bytes.length > permitted.maxBytes) throw unusable(imageTooLarge);
      if (file && !permitted.contentTypes.includes(file.type.trim().toLowerCase() || undeclared)) {
        throw unusable(texts.otherContent);
      }
      const { key: path, name, isKept, extension } = permitted;
      // The name in the form is not signed.
      const content = await contentOf(extension, file && { ...file, name });
      await claimKey(path);
      return store(call, { path, name, isKept }, content);
    },

    /** Throws 404 if there is no such file, and the errors of its store. */
    async read(path: string): Promise<{ name: string; contentType: string; bytes: Uint8Array }> {
      const row = await db
        .selectFrom('upload')
        .select(['name', 'contentType', ...storedColumns])
        .where('path', '=', path)
        .executeTakeFirst();
      if (!row) throw notFound();
      return { name: row.name, contentType: row.contentType, bytes: await files.read(row) };
    },

    /**
     * Deletes files unused for a day, and what is left of deleted and failed ones in a bucket; rejects if the bucket fails.
     * A form that was left open has a day to be saved.
     */
    async forgetUnused(signal?: AbortSignal): Promise<void> {
      const now = clock.now();
      await db
        .deleteFrom('usedUploadKey')
        .where('expiresAt', '<', now - usedKeyMs)
        .execute();
      const before = now - unusedRetentionMs;
      while ((await forgetSome(before)) === forgottenAtOnce);
      await files.sweep(signal);
    },
  };

  async function forgetSome(before: EpochMs): Promise<number> {
    return transact(db, async (transaction) => {
      const deleted = await transaction
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
        .returning(['bucket', 'object'])
        .execute();
      await releaseObjects(transaction, deleted);
      return deleted.length;
    });
  }
}
export type Uploads = ReturnType<typeof uploadService>;

/** `a.php.jpg`: an extension that a web server could run or a browser could open, before the last one. */
const activeBefore = /\.(?:php\d?|phtml|jspx?|aspx?|x?html?|svg|xml|js|exe|bat|cmd)(?![a-z0-9])/i;

const undeclared = 'application/octet-stream';

const unusable = (message: LocalText) => invalid([{ path: 'file', message }]);

/** Without folders and control characters. */
const baseName = (name: string): string => (name.split(/[\\/]/).at(-1) ?? '').replace(/\p{Cc}/gu, '');

const texts = {
  ownFull: {
    'zh-CN': '您的文件空间已用完，请先移除不用的图片和文件',
    'en-US': 'Your file storage is full. Remove unused images and files first.',
  },
  full: {
    'zh-CN': '文件空间已用完，请联系管理员',
    'en-US': 'The file storage is full. Contact your administrator.',
  },
  missing: { 'zh-CN': '请选择文件', 'en-US': 'Choose a file' },
  otherType: {
    'zh-CN': '不支持此类文件',
    'en-US': 'Files of this type are not supported',
  },
  otherContent: {
    'zh-CN': '文件内容与扩展名或类型不符',
    'en-US': 'The content of the file does not match its extension or type',
  },
} as const satisfies Record<string, LocalText>;
