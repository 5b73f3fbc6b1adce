import { defineResource } from '../define-resource.ts';
import { createByField, createTimeField, idField, remarkField } from './common-fields.ts';

export const systemConfig = defineResource({
  key: 'system.config',
  title: { 'zh-CN': '参数', 'en-US': 'Setting' },
  purpose: {
    'zh-CN': '参数是运行时可以修改的设置，例如站点标题、时区和密码要求。',
    'en-US':
      'Settings can be changed while the server runs, for example the site title, the time zone and password rules.',
  },
  icon: 'IconAdjustments',
  base: '/system/config',
  style: 'rest',
  permission: 'system:config',
  id: { field: 'configId', kind: 'integer' },
  titleField: 'configName',
  foundBy: ['configKey'],
  defaultSort: { field: 'configId', order: 'asc' },
  can: ['add', 'edit', 'remove', 'export'],
  stays: {
    when: { field: 'configType', in: ['Y'] },
    why: { 'zh-CN': '内置参数，不能删除', 'en-US': 'Built-in settings cannot be deleted' },
  },
  fields: {
    configId: idField,
    configName: {
      label: { 'zh-CN': '参数名称', 'en-US': 'Name' },
      kind: 'string',
      min: 1,
      max: 100,
      required: true,
      list: { width: 230 },
      query: 'like',
    },
    configKey: {
      label: { 'zh-CN': '参数键名', 'en-US': 'Key' },
      kind: 'string',
      min: 1,
      max: 100,
      pattern: '[a-z][\\w.-]*',
      patternHint: {
        'zh-CN': '以小写字母开头，只含字母、数字、下划线、点和连字符',
        'en-US': 'Letters, digits, underscores, dots and hyphens, a small letter first',
      },
      required: true,
      unique: true,
      list: { width: 220, cell: 'code', copy: true },
      query: 'like',
    },
    valueType: {
      label: { 'zh-CN': '参数类型', 'en-US': 'Type' },
      kind: 'enum',
      options: [
        { value: 'string', label: { 'zh-CN': '字符串', 'en-US': 'Text' } },
        { value: 'number', label: { 'zh-CN': '数字', 'en-US': 'Number' } },
        { value: 'boolean', label: { 'zh-CN': '布尔', 'en-US': 'Boolean' } },
        { value: 'json', label: { 'zh-CN': 'JSON', 'en-US': 'JSON' } },
        { value: 'text', label: { 'zh-CN': '多行文本', 'en-US': 'Multi-line text' } },
        { value: 'secret', label: { 'zh-CN': '机密', 'en-US': 'Secret' }, tone: 'danger' },
      ],
      default: 'string',
      list: { width: 100, cell: 'tag', hidden: true },
      form: { widget: 'select' },
      query: 'eq',
    },
    configValue: {
      label: { 'zh-CN': '参数键值', 'en-US': 'Value' },
      kind: 'text',
      max: 2000,
      secretWhen: { field: 'valueType', in: ['secret'] },
      list: { width: 190, cell: 'text' },
      form: {
        widget: 'textarea',
        span: 2,
        help: {
          'zh-CN': '机密只写不读，不填则保持不变',
          'en-US': 'Secrets are written and never read; left empty, one stays as it is',
        },
      },
    },
    configType: {
      label: { 'zh-CN': '系统内置', 'en-US': 'Built-in' },
      kind: 'enum',
      options: [
        { value: 'Y', label: { 'zh-CN': '是', 'en-US': 'Yes' }, tone: 'info' },
        { value: 'N', label: { 'zh-CN': '否', 'en-US': 'No' } },
      ],
      readOnly: true,
      list: { width: 100, cell: 'tag' },
      query: 'eq',
    },
    category: {
      label: { 'zh-CN': '分类', 'en-US': 'Group' },
      kind: 'string',
      max: 50,
      list: { width: 110, hidden: true },
      query: 'eq',
    },
    visible: {
      label: { 'zh-CN': '登录用户可读', 'en-US': 'Readable by all users' },
      kind: 'flag',
      default: '0',
      list: { width: 100, cell: 'tag' },
      form: {
        widget: 'switch',
        help: {
          'zh-CN': '所有已登录用户都能按键名读取',
          'en-US': 'Everybody who is signed in may read it by its key',
        },
      },
    },
    remark: remarkField,
    createBy: createByField,
    createTime: { ...createTimeField, list: { width: 170, cell: 'time', hidden: true } },
  },
});
