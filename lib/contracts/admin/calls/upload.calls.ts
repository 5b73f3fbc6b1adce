/** Uploads. Everybody who may write a text with images may upload, and those who manage files. */
import { z } from 'zod';
import { defineAdminCall } from '../call.ts';
import { storedName } from '../upload-address.ts';
import { wireTime } from './wire.ts';

const mayUpload = {
  anyOf: [
    'system:notice:add',
    'system:notice:edit',
    'infra:file:add',
    'feedback:message:add',
    'feedback:message:edit',
    'feedback:template:add',
    'feedback:template:edit',
    'cms:article:add',
    'cms:article:edit',
    'system:config:edit',
    'iot:theme:edit',
  ],
} as const;

const uploadRecord = z.object({
  fileId: z.int(),
  /** Original file name, truncated to 255 characters. */
  name: z.string(),
  /** `yyyy/MM/dd/<32 hex digits>.<extension>`. */
  path: z.string(),
  /** Path on this server; the same for preview and cover, since there is only one size. */
  url: z.string(),
  halfUrl: z.string(),
  cover: z.string(),
  ext: z.string(),
  mime: z.string(),
  /** Size of the stored file in bytes. */
  size: z.int(),
  /** Pixels; 0 unless it is an image. */
  width: z.int(),
  height: z.int(),
  /** Of the stored file, hex. */
  sha256: z.string(),
  createBy: z.string(),
  createTime: wireTime,
});

export const upload = defineAdminCall({
  method: 'POST',
  path: '/common/upload',
  policy: mayUpload,
  summary: { 'zh-CN': '上传图片', 'en-US': 'Upload an image' },
  takes: 'multipart',
  file: 'image',
  body: z.object({}),
  data: uploadRecord,
});

/**
 * Permits one upload of one file within five minutes. The form is then posted to `uploadUrl` with the fields `key`,
 * `policy`, `OSSAccessKeyId`, `success_action_status` (200), `signature` and, as the last one, `file`.
 */
export const ossSignature = defineAdminCall({
  method: 'GET',
  path: '/common/get-oss-signature',
  policy: mayUpload,
  summary: { 'zh-CN': '获取上传签名', 'en-US': 'Sign an upload' },
  query: z.object({
    fileName: z.string().trim().min(1).max(255),
    /** Bytes. */
    size: z.coerce.number().int().min(0).optional(),
    contentType: z.string().max(100).optional(),
    /** `library`: the file is kept until it is removed on the page of files. Otherwise a form that uses it keeps it. */
    dir: z.string().max(32).optional(),
  }),
  data: z.object({
    /** Last part of `key`. */
    fileName: z.string(),
    /** `yyyy/MM/dd/<32 hex digits>.<extension>`, chosen by the server. */
    key: z.string(),
    /** JSON, base64. */
    policy: z.string(),
    accessid: z.string(),
    /** HMAC-SHA1 of `policy`, base64. */
    signature: z.string(),
    /** Path on this server. */
    uploadUrl: z.string(),
    /** Address of the file after the upload. */
    resultUrl: z.string(),
  }),
});

/** The store of this server, with the form of Alibaba's PostObject. Failures have an HTTP status other than 200. */
export const ossUpload = defineAdminCall({
  method: 'POST',
  path: '/common/oss/uploads',
  policy: 'signedIn',
  summary: { 'zh-CN': '签名上传', 'en-US': 'Signed upload' },
  takes: 'storageForm',
  file: 'image',
  body: z.object({
    key: z.string().max(128),
    policy: z.string().max(4_096),
    OSSAccessKeyId: z.string().max(128),
    success_action_status: z.literal('200'),
    signature: z.string().max(128),
  }),
  data: uploadRecord,
  // Every signature is accepted once.
  rejectsDuplicates: false,
});

/** Images are loaded by `<img>`, which sends no bearer token; instead, names cannot be guessed. */
export const uploadedFile = defineAdminCall({
  method: 'GET',
  path: '/files/{year}/{month}/{day}/{name}',
  policy: 'public',
  summary: { 'zh-CN': '已上传的文件', 'en-US': 'Uploaded file' },
  params: z.object({
    year: z.string().regex(/^\d{4}$/),
    month: z.string().regex(/^\d{2}$/),
    day: z.string().regex(/^\d{2}$/),
    name: z.string().regex(storedName),
  }),
  answers: 'file',
});
