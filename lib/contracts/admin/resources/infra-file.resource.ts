import { defineResource } from '../define-resource.ts';
import { createTimeField, idField } from './common-fields.ts';

/** Uploaded files, with what uses them. They are uploaded by `calls/upload.calls.ts`. */
export const infraFile = defineResource({
  key: 'infra.file',
  title: { 'zh-CN': '文件', 'en-US': 'Files' },
  purpose: {
    'zh-CN': '公告、文章等内容中的图片和在此上传的文件。没有被使用的图片一天后自动删除。',
    'en-US':
      'Images of notices and other texts, and files uploaded here. Images that nothing uses are deleted after a day.',
  },
  icon: 'IconFile',
  base: '/infra/file',
  style: 'rest',
  permission: 'infra:file',
  id: { field: 'fileId', kind: 'integer' },
  titleField: 'name',
  timeField: 'createTime',
  defaultSort: { field: 'createTime', order: 'desc' },
  can: ['remove', 'export'],
  unversioned: true,
  fields: {
    fileId: idField,
    name: {
      label: { 'zh-CN': '文件名', 'en-US': 'Name' },
      kind: 'string',
      readOnly: true,
      list: { width: 260 },
      query: 'like',
      sortable: true,
    },
    fileKind: {
      label: { 'zh-CN': '类型', 'en-US': 'Type' },
      kind: 'enum',
      options: [
        { value: 'image', label: { 'zh-CN': '图片', 'en-US': 'Image' }, tone: 'info' },
        { value: 'video', label: { 'zh-CN': '视频', 'en-US': 'Video' }, tone: 'primary' },
        { value: 'file', label: { 'zh-CN': '文件', 'en-US': 'File' }, tone: 'default' },
      ],
      readOnly: true,
      list: { width: 90, cell: 'tag' },
      query: 'eq',
    },
    size: {
      label: { 'zh-CN': '大小', 'en-US': 'Size' },
      kind: 'integer',
      readOnly: true,
      list: { width: 110, align: 'right' },
      sortable: true,
    },
    dimensions: {
      label: { 'zh-CN': '尺寸', 'en-US': 'Dimensions' },
      kind: 'string',
      readOnly: true,
      list: { width: 110, hidden: true },
    },
    uses: {
      label: { 'zh-CN': '使用位置', 'en-US': 'Used by' },
      kind: 'strings',
      readOnly: true,
      list: {
        width: 200,
        cell: 'list',
        empty: { 'zh-CN': '未使用，一天后删除', 'en-US': 'Nothing: deleted after a day' },
      },
    },
    createBy: {
      label: { 'zh-CN': '上传人', 'en-US': 'Uploaded by' },
      kind: 'string',
      readOnly: true,
      list: { width: 120 },
      query: 'like',
    },
    mime: {
      label: { 'zh-CN': '内容类型', 'en-US': 'Content type' },
      kind: 'string',
      readOnly: true,
      list: { width: 140, hidden: true },
    },
    url: {
      label: { 'zh-CN': '地址', 'en-US': 'Address' },
      kind: 'string',
      readOnly: true,
      list: { width: 200, hidden: true, copy: true },
    },
    sha256: {
      label: { 'zh-CN': 'SHA-256', 'en-US': 'SHA-256' },
      kind: 'string',
      readOnly: true,
      list: { width: 160, hidden: true, cell: 'code', copy: true },
    },
    createTime: { ...createTimeField, label: { 'zh-CN': '上传时间', 'en-US': 'Uploaded' } },
    storage: {
      label: { 'zh-CN': '存储位置', 'en-US': 'Stored in' },
      kind: 'enum',
      options: [
        { value: 'local', label: { 'zh-CN': '数据库', 'en-US': 'Database' }, tone: 'default' },
        { value: 's3', label: { 'zh-CN': 'S3 存储桶', 'en-US': 'S3 bucket' }, tone: 'info' },
        { value: 'oss', label: { 'zh-CN': 'OSS 存储桶', 'en-US': 'OSS bucket' }, tone: 'info' },
      ],
      readOnly: true,
      list: { width: 120, cell: 'tag', hidden: true },
      query: 'eq',
    },
    bucket: {
      label: { 'zh-CN': '存储桶', 'en-US': 'Bucket' },
      kind: 'string',
      readOnly: true,
      list: { width: 140, hidden: true },
    },
  },
});
