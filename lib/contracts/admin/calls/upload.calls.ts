/** Images for rich texts. Everybody who may write a text with images may upload them. */
import { z } from 'zod';
import { defineAdminCall } from '../call.ts';
import { wireTime } from './wire.ts';

export const upload = defineAdminCall({
  method: 'POST',
  path: '/common/upload',
  policy: { anyOf: ['system:notice:add', 'system:notice:edit'] },
  summary: { 'zh-CN': '上传图片', 'en-US': 'Upload an image' },
  takes: 'multipart',
  file: 'image',
  body: z.object({}),
  data: z.object({
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
    /** Pixels. */
    width: z.int(),
    height: z.int(),
    /** Of the stored file, hex. */
    sha256: z.string(),
    createBy: z.string(),
    createTime: wireTime,
  }),
});

/** Images are loaded by `<img>`, which sends no bearer token; instead, their names cannot be guessed. */
export const uploadedFile = defineAdminCall({
  method: 'GET',
  path: '/files/{year}/{month}/{day}/{name}',
  policy: 'public',
  summary: { 'zh-CN': '已上传的图片', 'en-US': 'Uploaded image' },
  params: z.object({
    year: z.string().regex(/^\d{4}$/),
    month: z.string().regex(/^\d{2}$/),
    day: z.string().regex(/^\d{2}$/),
    name: z.string().regex(/^[0-9a-f]{32}\.(?:png|jpg|webp)$/),
  }),
  answers: 'file',
});
