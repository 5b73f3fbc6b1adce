import { defineResource } from '../define-resource.ts';
import { createByField, createTimeField, idField, remarkField, statusField } from './common-fields.ts';

export const systemDictType = defineResource({
  key: 'system.dictType',
  title: { 'zh-CN': '字典类型', 'en-US': 'Dictionary' },
  purpose: {
    'zh-CN': '字典集中管理页面上可选的值，例如性别或公告类型。',
    'en-US': 'Dictionaries hold the values that pages offer, for example notice types.',
  },
  icon: 'IconBook2',
  base: '/system/dict/type',
  style: 'rest',
  permission: 'system:dict',
  id: { field: 'dictId', kind: 'integer' },
  titleField: 'dictName',
  foundBy: ['dictType'],
  defaultSort: { field: 'dictId', order: 'asc' },
  can: ['add', 'edit', 'remove', 'export'],
  stays: {
    when: { field: 'isBuiltIn', in: [true] },
    why: { 'zh-CN': '内置字典，不能删除', 'en-US': 'Built-in dictionaries cannot be deleted' },
  },
  statusSwitch: 'status',
  fields: {
    dictId: idField,
    dictName: {
      label: { 'zh-CN': '字典名称', 'en-US': 'Name' },
      kind: 'string',
      min: 1,
      max: 100,
      required: true,
      list: { width: 200 },
      query: 'like',
    },
    dictType: {
      label: { 'zh-CN': '字典类型', 'en-US': 'Type' },
      kind: 'string',
      min: 1,
      max: 100,
      pattern: '[a-z][a-z0-9_]*',
      patternHint: {
        'zh-CN': '以小写字母开头，只含小写字母、数字和下划线',
        'en-US': 'Small letters, digits and underscores, a letter first',
      },
      required: true,
      unique: true,
      list: { width: 220, cell: 'code' },
      query: 'like',
    },
    status: statusField,
    isBuiltIn: {
      label: { 'zh-CN': '内置', 'en-US': 'Built-in' },
      kind: 'boolean',
      readOnly: true,
      export: false,
    },
    remark: remarkField,
    createBy: createByField,
    createTime: createTimeField,
  },
});
