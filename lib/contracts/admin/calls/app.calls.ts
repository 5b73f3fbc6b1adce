/** Calls of app versions besides those of their resource: for apps, and to upload packages. */
import { z } from 'zod';
import { appPlatforms, maxPackageBytes, packageName, packagePartBytes } from '../app-package.ts';
import { defineAdminCall } from '../call.ts';
import { maxInteger } from '../field-schema.ts';
import { rowId, wireTime } from './wire.ts';

const platform = z.enum(appPlatforms);
const packageId = z.string().regex(/^[0-9a-f]{32}$/);
const mayUpload = { anyOf: ['app:version:add', 'app:version:edit'] } as const;

/**
 * For apps, which have no session. The organisation is that of the installation. The same device always gets the same
 * answer until a version is published, withdrawn or changed.
 */
export const latestVersion = defineAdminCall({
  method: 'GET',
  path: '/app/version/latest',
  policy: 'public',
  summary: { 'zh-CN': '检查 App 更新', 'en-US': 'Check for a newer version of an app' },
  query: z.object({
    appCode: z.string().min(1).max(100),
    platform,
    /** Of the installed version. */
    versionCode: z.coerce.number().int().min(0).max(maxInteger),
    /** Identifies the device, made by the app once. Without it, only versions for all devices are offered. */
    deviceId: z
      .string()
      .regex(/^[\w.:-]{1,128}$/)
      .optional(),
  }),
  data: z.object({
    hasUpdate: z.boolean(),
    /** The installed version may not be used any more. */
    isForced: z.boolean(),
    version: z
      .object({
        versionName: z.string(),
        versionCode: z.int(),
        /** '0' offered, '1' forced, '2' silent. */
        updateType: z.enum(['0', '1', '2']),
        minVersionCode: z.int().nullable(),
        /** `https://…`, or a path on this server. */
        packageUrl: z.string().nullable(),
        storeUrl: z.string().nullable(),
        /** Bytes. */
        packageSize: z.int().nullable(),
        /** Of the package, hex. */
        sha256: z.string().nullable(),
        content: z.string(),
        publishTime: wireTime,
      })
      .nullable(),
  }),
});

/** The package of a published version. */
export const packageFile = defineAdminCall({
  method: 'GET',
  path: '/app/package/{name}',
  policy: 'public',
  summary: { 'zh-CN': '下载安装包', 'en-US': 'Download a package' },
  params: z.object({ name: z.string().regex(packageName) }),
  answers: 'file',
});

export const publishVersion = defineAdminCall({
  method: 'PUT',
  path: '/app/version/publish',
  policy: { anyOf: ['app:version:publish'] },
  summary: { 'zh-CN': '发布 App 版本', 'en-US': 'Publish an app version' },
  body: z.strictObject({ id: rowId }),
});

export const withdrawVersion = defineAdminCall({
  method: 'PUT',
  path: '/app/version/withdraw',
  policy: { anyOf: ['app:version:publish'] },
  summary: { 'zh-CN': '下架 App 版本', 'en-US': 'Withdraw an app version' },
  body: z.strictObject({ id: rowId }),
});

/** Begins the upload of a package. Its parts follow in order, then `finish`. */
export const startPackage = defineAdminCall({
  method: 'POST',
  path: '/app/package/start',
  policy: mayUpload,
  summary: { 'zh-CN': '开始上传安装包', 'en-US': 'Begin the upload of a package' },
  body: z.strictObject({
    fileName: z.string().trim().min(1).max(255),
    platform,
    /** Bytes. */
    size: z.int().min(1).max(maxPackageBytes),
  }),
  data: z.object({ packageId, partBytes: z.literal(packagePartBytes) }),
  rejectsDuplicates: false,
});

/** One part: `partBytes` bytes, the last one less. A part that was received already is ignored. */
export const packagePart = defineAdminCall({
  method: 'POST',
  path: '/app/package/part',
  policy: mayUpload,
  summary: { 'zh-CN': '上传安装包的一部分', 'en-US': 'Upload a part of a package' },
  takes: 'multipart',
  body: z.object({ packageId, position: z.coerce.number().int().min(0).max(10_000) }),
  rejectsDuplicates: false,
});

/** Checks the content, and calculates size and digest. */
export const finishPackage = defineAdminCall({
  method: 'POST',
  path: '/app/package/finish',
  policy: mayUpload,
  summary: { 'zh-CN': '上传安装包', 'en-US': 'Upload a package' },
  body: z.strictObject({ packageId }),
  data: z.object({
    fileName: z.string(),
    /** Path on this server. */
    url: z.string(),
    /** Bytes. */
    size: z.int(),
    /** Hex. */
    sha256: z.string(),
  }),
});
