/**
 * Packages of apps. They are too large for one call, so they are uploaded in parts, which are stored in the database:
 * all processes can send them, and one backup contains everything. Larger ones are stored elsewhere, and their address
 * is entered.
 */
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import {
  type AppPlatform,
  maxPackageBytes,
  packageAddress,
  packageExtensions,
  packagePartBytes,
} from '../../contracts/admin/app-package.ts';
import { extensionOf } from '../../contracts/admin/upload-kinds.ts';
import { transact } from '../../db/transact.ts';
import type { LocalText } from '../../i18n/translate.ts';
import type { Ms } from '../../kernel/units.ts';
import { recordOperation } from '../audit/operation-log.ts';
import { operationTitles } from '../audit/operation-titles.ts';
import type { Entropy } from '../crypto/entropy.ts';
import { invalid, notFound, refused } from '../errors/admin-error.ts';
import type { CallContext } from '../identity/actor.ts';
import type { ResourceDeps } from '../resource/resource-deps.ts';
import { operatorScope } from '../tenancy/operator-scope.ts';
import { lockTenant } from '../tenancy/tenant-lock.ts';
import { PackageContent } from './package-content.ts';
import { versionStates } from './version-states.ts';

const unusedRetentionMs: Ms = 24 * 60 * 60_000;
/** Of one organisation, with packages whose upload is not finished. */
const quotaBytes = 10 * maxPackageBytes;

export interface FinishedPackage {
  readonly fileName: string;
  /** Path on this server. */
  readonly url: string;
  readonly size: number;
  readonly sha256: string;
}

export interface OpenedPackage {
  readonly fileName: string;
  readonly contentType: string;
  readonly size: number;
  readonly sha256: string;
  readonly body: AsyncIterable<Uint8Array>;
}

export function appPackages(deps: ResourceDeps & { readonly entropy: Entropy }) {
  const { clock, entropy } = deps;
  const { db } = deps.database;

  /** Of the caller. Throws 404. */
  async function unfinished({ actor }: CallContext, id: string) {
    const row = await db
      .selectFrom('appPackage')
      .selectAll()
      .where('id', '=', id)
      .where('tenantId', '=', actor.scope.tenantId)
      .where('ownerId', '=', actor.userId)
      .where('sha256', 'is', null)
      .executeTakeFirst();
    if (!row) throw notFound();
    return row;
  }

  async function* partsOf(packageId: string): AsyncGenerator<Uint8Array> {
    for (let position = 0; ; position += 1) {
      const part = await db
        .selectFrom('appPackagePart')
        .select('content')
        .where('packageId', '=', packageId)
        .where('position', '=', position)
        .executeTakeFirst();
      if (!part) return;
      yield Buffer.from(part.content, 'base64');
    }
  }

  return {
    /** Throws 40000 for a file that is no package of the platform, and U0200 when there is no space. */
    async start(
      call: CallContext,
      wanted: { readonly fileName: string; readonly platform: AppPlatform; readonly size: number },
    ): Promise<{ readonly packageId: string; readonly partBytes: typeof packagePartBytes }> {
      const { scope, userId } = call.actor;
      const { tenantId } = scope;
      const fileName = baseName(wanted.fileName);
      const extension = extensionOf(fileName);
      const allowed = packageExtensions[wanted.platform];
      if (!allowed.includes(extension)) throw unusable(otherType(allowed));
      const now = clock.now();
      // Anyone with the address can download it once its version is published, but nobody can guess it before.
      const id = Buffer.from(entropy.bytes(16)).toString('hex');
      await transact(db, async (transaction) => {
        // Serializes uploads of one organisation, so that its total is right.
        await lockTenant(deps.database, transaction, scope);
        const { used } = await transaction
          .selectFrom('appPackage')
          .select((build) => build.fn.sum<number | null>('byteSize').as('used'))
          .where('tenantId', '=', tenantId)
          .executeTakeFirstOrThrow();
        if (Number(used ?? 0) + wanted.size > quotaBytes) throw refused(texts.full);
        await transaction
          .insertInto('appPackage')
          .values({
            ...{ id, tenantId, name: `${id}.${extension}`, fileName, byteSize: wanted.size, parts: 0 },
            ...{ sha256: null, ownerId: userId, createdAt: now, usedAt: now },
          })
          .execute();
      });
      return { packageId: id, partBytes: packagePartBytes };
    },

    /** Throws 40000 for a part of another size or out of order, and 404. */
    async addPart(
      call: CallContext,
      { packageId, position }: { readonly packageId: string; readonly position: number },
      bytes: Uint8Array | null,
    ): Promise<void> {
      const row = await unfinished(call, packageId);
      // Sent again, because the response did not arrive.
      if (position < row.parts) return;
      const expected = Math.min(packagePartBytes, row.byteSize - position * packagePartBytes);
      if (position > row.parts || bytes === null || bytes.length !== expected || expected <= 0) {
        throw unusable(texts.outOfOrder);
      }
      await transact(db, async (transaction) => {
        const taken = await transaction
          .updateTable('appPackage')
          .set({ parts: position + 1, usedAt: clock.now() })
          .where('id', '=', packageId)
          .where('parts', '=', position)
          .returning('id')
          .executeTakeFirst();
        // The same part was sent twice at once.
        if (!taken) return;
        const content = Buffer.from(bytes).toString('base64');
        await transaction.insertInto('appPackagePart').values({ packageId, position, content }).execute();
      });
    },

    /** Throws 40000 for a package that is not complete, or not what its extension says, and 404. */
    async finish(call: CallContext, packageId: string): Promise<FinishedPackage> {
      const row = await unfinished(call, packageId);
      if (row.parts < Math.ceil(row.byteSize / packagePartBytes)) throw unusable(texts.incomplete);
      const content = new PackageContent(extensionOf(row.name));
      const hash = createHash('sha256');
      for await (const part of partsOf(packageId)) {
        hash.update(part);
        content.add(part);
      }
      if (!content.isRight()) {
        await db.deleteFrom('appPackage').where('id', '=', packageId).execute();
        throw unusable(texts.otherContent);
      }
      const sha256 = hash.digest('hex');
      await transact(db, async (transaction) => {
        const done = await transaction
          .updateTable('appPackage')
          .set({ sha256, usedAt: clock.now() })
          .where('id', '=', packageId)
          .where('sha256', 'is', null)
          .returning('id')
          .executeTakeFirst();
        if (!done) throw notFound();
        await recordOperation(
          deps,
          {
            call,
            title: operationTitles.uploadPackage,
            type: 'insert',
            bizKey: `app.package:${packageId}`,
            bizName: row.fileName,
            param: { size: row.byteSize, sha256 },
          },
          transaction,
        );
      });
      return { fileName: row.fileName, url: packageAddress(row.name), size: row.byteSize, sha256 };
    },

    /** The package of a published version. Throws 404. */
    async open(name: string): Promise<OpenedPackage> {
      const { tenantId } = operatorScope;
      const row = await db
        .selectFrom('appPackage')
        .innerJoin('appVersion', 'appVersion.tenantId', 'appPackage.tenantId')
        .select(['appPackage.id', 'appPackage.byteSize', 'appPackage.sha256'])
        .select(['appVersion.appCode', 'appVersion.versionName'])
        .where('appPackage.tenantId', '=', tenantId)
        .where('appPackage.name', '=', name)
        .where('appPackage.sha256', 'is not', null)
        .where('appVersion.packageUrl', '=', packageAddress(name))
        .where('appVersion.status', '=', versionStates.published)
        .executeTakeFirst();
      if (!row) throw notFound();
      const extension = extensionOf(name);
      return {
        fileName: `${row.appCode}-${row.versionName}.${extension}`,
        contentType:
          extension === 'apk' ? 'application/vnd.android.package-archive' : 'application/octet-stream',
        size: row.byteSize,
        sha256: row.sha256 ?? '',
        body: partsOf(row.id),
      };
    },

    /** Deletes packages that no version has used for a day, and uploads that were not finished. */
    async forgetUnused(): Promise<void> {
      await db
        .deleteFrom('appPackage')
        .where('usedAt', '<', clock.now() - unusedRetentionMs)
        .where((build) =>
          build.not(
            build.exists(
              build
                .selectFrom('appVersion')
                .select('appVersion.id')
                .whereRef('appVersion.tenantId', '=', 'appPackage.tenantId')
                .where(
                  'appVersion.packageUrl',
                  '=',
                  sql<string>`${packageAddress('')} || ${sql.ref('appPackage.name')}`,
                ),
            ),
          ),
        )
        .execute();
    },
  };
}
export type AppPackages = ReturnType<typeof appPackages>;

/** Without folders and control characters. */
const baseName = (name: string): string => (name.split(/[\\/]/).at(-1) ?? '').replace(/\p{Cc}/gu, '');

const unusable = (message: LocalText) => invalid([{ path: 'file', message }]);

const otherType = (allowed: readonly string[]): LocalText => {
  if (allowed.length === 0) return texts.storeOnly;
  const [zh, en] = [allowed.join('、'), allowed.join(', ')];
  return {
    'zh-CN': `该平台的安装包须为 ${zh} 文件`,
    'en-US': `Packages of this platform are files of type ${en}`,
  };
};

const texts = {
  storeOnly: {
    'zh-CN': 'iOS 不支持上传安装包，请填写应用商店地址',
    'en-US': 'Packages for iOS cannot be uploaded. Enter the address in the store.',
  },
  full: {
    'zh-CN': '安装包空间已用完，请先删除不用的版本，或将安装包存放在别处并填写地址',
    'en-US':
      'The storage for packages is full. Delete unused versions, or store the package elsewhere and enter its address.',
  },
  outOfOrder: {
    'zh-CN': '上传的内容不连续，请重新上传',
    'en-US': 'A part of the upload is missing. Upload the file again.',
  },
  incomplete: { 'zh-CN': '安装包没有上传完', 'en-US': 'The upload of the package is not complete' },
  otherContent: {
    'zh-CN': '文件内容不是该平台的安装包',
    'en-US': 'The content of the file is no package of this platform',
  },
} as const satisfies Record<string, LocalText>;
