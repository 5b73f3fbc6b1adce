import { defineResource } from '../define-resource.ts';
import { documentOf } from '../field.ts';
import { type ReportParams, reportSources } from '../report-sources.ts';
import { createTimeField, idField, remarkField, statusField } from './common-fields.ts';

const options = Object.entries(reportSources).map(([value, { label }]) => ({ value, label }));

/** Named reports. What a report reads is code (`source`); its row chooses days, rows, columns and chart. */
export const statReport = defineResource({
  key: 'stat.report',
  title: { 'zh-CN': '报表中心', 'en-US': 'Reports' },
  purpose: {
    'zh-CN': '报表在这里定义和运行。数据来源是固定的，可选择天数、行数、列和图表。',
    'en-US':
      'Reports are defined and run here. What they read is given; days, rows, columns and chart can be chosen.',
  },
  icon: 'IconFileAnalytics',
  base: '/stat/report',
  style: 'rest',
  permission: 'stat:report',
  id: { field: 'reportId', kind: 'integer' },
  titleField: 'name',
  foundBy: ['code'],
  defaultSort: { field: 'reportId', order: 'asc' },
  can: ['add', 'edit', 'remove'],
  statusSwitch: 'status',
  stays: {
    when: { field: 'isBuiltIn', in: ['Y'] },
    why: { 'zh-CN': '内置报表，不能删除', 'en-US': 'Built-in reports cannot be deleted' },
  },
  actions: [
    {
      key: 'run',
      label: { 'zh-CN': '运行', 'en-US': 'Run' },
      icon: 'IconPlayerPlay',
      on: 'row',
      when: { field: 'status', in: ['0'] },
      opens: 'stat.report.run',
    },
  ],
  fields: {
    reportId: idField,
    name: {
      label: { 'zh-CN': '报表名称', 'en-US': 'Name' },
      kind: 'string',
      required: true,
      max: 50,
      list: { width: 220 },
      query: 'like',
    },
    code: {
      label: { 'zh-CN': '报表编码', 'en-US': 'Code' },
      kind: 'string',
      required: true,
      unique: true,
      immutable: true,
      max: 64,
      pattern: '[a-zA-Z][a-zA-Z0-9._-]*',
      patternHint: {
        'zh-CN': '以字母开头，只含字母、数字、点、下划线和连字符',
        'en-US': 'begins with a letter; letters, digits, dots, underscores and hyphens only',
      },
      list: { width: 170, cell: 'code' },
      query: 'like',
      sortable: true,
    },
    source: {
      label: { 'zh-CN': '数据来源', 'en-US': 'Source' },
      kind: 'enum',
      options,
      required: true,
      list: { width: 220, cell: 'tag' },
      form: { widget: 'select' },
      query: 'eq',
    },
    params: {
      label: { 'zh-CN': '参数', 'en-US': 'Parameters' },
      kind: 'json',
      document: documentOf<ReportParams>(),
      form: { span: 2 },
      bulk: false,
    },
    columns: {
      label: { 'zh-CN': '列', 'en-US': 'Columns' },
      kind: 'strings',
      max: 20,
      default: [],
      form: {
        span: 2,
        help: { 'zh-CN': '不选表示全部列', 'en-US': 'None selected: all columns' },
      },
      bulk: false,
    },
    chart: {
      label: { 'zh-CN': '图表', 'en-US': 'Chart' },
      kind: 'enum',
      options: [
        { value: 'bar', label: { 'zh-CN': '柱形图', 'en-US': 'Bars' } },
        { value: 'none', label: { 'zh-CN': '不显示', 'en-US': 'None' } },
      ],
      default: 'bar',
      required: true,
      list: { width: 100, cell: 'tag', hidden: true },
      form: { widget: 'radio' },
    },
    roles: {
      label: { 'zh-CN': '可运行的角色', 'en-US': 'Roles that may run it' },
      kind: 'relation',
      relation: { resource: 'system.role', multiple: true },
      max: 20,
      form: {
        widget: 'multiSelect',
        span: 2,
        help: {
          'zh-CN': '不选表示有“运行”权限的全部用户',
          'en-US': 'None selected: all users with the permission to run reports',
        },
      },
    },
    isBuiltIn: {
      label: { 'zh-CN': '内置', 'en-US': 'Built in' },
      kind: 'enum',
      options: [
        { value: 'Y', label: { 'zh-CN': '是', 'en-US': 'Yes' } },
        { value: 'N', label: { 'zh-CN': '否', 'en-US': 'No' } },
      ],
      readOnly: true,
      list: { width: 90, cell: 'tag', hidden: true },
    },
    status: statusField,
    remark: remarkField,
    createTime: { ...createTimeField, list: { width: 170, cell: 'time', hidden: true } },
  },
});
