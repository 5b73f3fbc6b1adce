import { defineResource } from '../define-resource.ts';
import { createTimeField, idField, remarkField, statusField } from './common-fields.ts';

/** Texts of messages with parameters: `{name}` in title and content. */
export const feedbackTemplate = defineResource({
  key: 'feedback.template',
  title: { 'zh-CN': '消息模板', 'en-US': 'Message template' },
  purpose: {
    'zh-CN': '常用消息的标题和内容。大括号中的参数（例如 {time}）在写消息时填写。',
    'en-US':
      'Titles and texts of frequent messages. Parameters in braces, such as {time}, are filled in when a message is written.',
  },
  icon: 'IconTemplate',
  base: '/feedback/template',
  style: 'rest',
  permission: 'feedback:template',
  id: { field: 'id', kind: 'integer' },
  titleField: 'name',
  foundBy: ['code'],
  optionFields: ['params', 'status'],
  defaultSort: { field: 'id', order: 'desc' },
  can: ['add', 'edit', 'remove', 'export'],
  statusSwitch: 'status',
  fields: {
    id: idField,
    name: {
      label: { 'zh-CN': '模板名称', 'en-US': 'Name' },
      kind: 'string',
      min: 1,
      max: 50,
      required: true,
      list: { width: 180 },
      query: 'like',
      bulk: false,
    },
    code: {
      label: { 'zh-CN': '模板编码', 'en-US': 'Code' },
      kind: 'string',
      min: 1,
      max: 50,
      pattern: '[A-Za-z][A-Za-z0-9_.-]*',
      patternHint: {
        'zh-CN': '以字母开头，由字母、数字、下划线、点和短横线组成',
        'en-US': 'Letters, digits, underscores, dots and hyphens, beginning with a letter',
      },
      required: true,
      unique: true,
      immutable: true,
      list: { width: 160, cell: 'code', copy: true },
      query: 'like',
    },
    title: {
      label: { 'zh-CN': '标题', 'en-US': 'Title' },
      kind: 'string',
      min: 1,
      max: 50,
      required: true,
      list: { width: 220 },
      form: {
        span: 2,
        help: {
          'zh-CN': '参数写在大括号中，例如 {time}；名称由字母、数字和下划线组成',
          'en-US': 'Parameters are names in braces, such as {time}, of letters, digits and underscores',
        },
      },
      query: 'like',
      bulk: false,
    },
    content: {
      label: { 'zh-CN': '内容', 'en-US': 'Content' },
      kind: 'html',
      max: 65_536,
      export: false,
      form: { widget: 'editor', span: 2 },
    },
    params: {
      label: { 'zh-CN': '参数', 'en-US': 'Parameters' },
      kind: 'strings',
      readOnly: true,
      list: { width: 160, cell: 'list' },
    },
    status: statusField,
    remark: remarkField,
    createTime: { ...createTimeField, list: { width: 170, cell: 'time', hidden: true } },
  },
});
