import type { Theme } from '../../theme/theme.ts';
import { themeLimits } from '../../theme/theme-limits.ts';
import { defineResource } from '../define-resource.ts';
import { documentOf } from '../field.ts';
import { createTimeField, requiredName } from './iot-fields.ts';

/** A line of a theme: no control characters and no angle brackets, as its record requires. */
const themeLine = String.raw`[^\p{Cc}<>]*`;
const lineHint = {
  'zh-CN': '不能包含尖括号或控制字符',
  'en-US': 'No angle brackets or control characters',
} as const;

/**
 * Themes of an organisation. A row is the draft; players read what was published last (`calls/theme.calls.ts`). Name,
 * introduction and type are also in `theme`, and follow it when it is written.
 */
export const iotTheme = defineResource({
  key: 'iot.theme',
  title: { 'zh-CN': '播放器主题', 'en-US': 'Player theme' },
  purpose: {
    'zh-CN': '主题决定播放器显示哪些按钮、位置和颜色。页面用主题的 32 位标识引用它，发布后生效。',
    'en-US':
      'A theme determines the buttons of the player, their places and colors. Pages name it by its 32 characters, and receive what is published.',
  },
  icon: 'IconPalette',
  base: '/iot/theme',
  style: 'rest',
  permission: 'iot:theme',
  id: { field: 'themeId', kind: 'word' },
  titleField: 'themeName',
  defaultSort: { field: 'createTime', order: 'desc' },
  can: ['add', 'edit', 'remove', 'export'],
  choosesFrom: ['iot.camera'],
  tabs: 'state',
  actions: [
    {
      key: 'publish',
      label: { 'zh-CN': '发布', 'en-US': 'Publish' },
      icon: 'IconUpload',
      on: 'row',
      confirm: {
        'zh-CN': '发布后，使用此主题的页面在下次读取时显示新内容。确定发布吗？',
        'en-US': 'Pages with this theme show the new content when they read it next. Publish it?',
      },
      when: { field: 'state', in: ['draft', 'changed'] },
    },
  ],
  fields: {
    themeId: {
      label: { 'zh-CN': '主题标识', 'en-US': 'Theme ID' },
      kind: 'string',
      readOnly: true,
      list: { width: 290, cell: 'code', copy: true, hidden: true },
      query: 'eq',
    },
    themeName: {
      ...requiredName,
      max: themeLimits.maxNameChars,
      pattern: themeLine,
      patternHint: lineHint,
      bulk: false,
      list: { width: 200 },
    },
    themeType: {
      label: { 'zh-CN': '类型', 'en-US': 'Type' },
      kind: 'enum',
      options: [
        { value: 'webLive', label: { 'zh-CN': '网页直播', 'en-US': 'Web, live' } },
        { value: 'webRec', label: { 'zh-CN': '网页回放', 'en-US': 'Web, recorded' } },
        { value: 'mobileLive', label: { 'zh-CN': '手机直播', 'en-US': 'Mobile, live' } },
        { value: 'mobileRec', label: { 'zh-CN': '手机回放', 'en-US': 'Mobile, recorded' } },
      ],
      bulk: false,
      list: { width: 130, cell: 'tag' },
      form: {
        widget: 'select',
        help: { 'zh-CN': '留空为所复制主题的类型', 'en-US': 'Blank: that of the copied theme' },
      },
      query: 'in',
    },
    state: {
      label: { 'zh-CN': '状态', 'en-US': 'Status' },
      kind: 'enum',
      options: [
        { value: 'draft', label: { 'zh-CN': '草稿', 'en-US': 'Draft' }, tone: 'default' },
        { value: 'changed', label: { 'zh-CN': '有未发布修改', 'en-US': 'Changed' }, tone: 'info' },
        { value: 'published', label: { 'zh-CN': '已发布', 'en-US': 'Published' }, tone: 'success' },
      ],
      readOnly: true,
      list: { width: 130, cell: 'tag' },
      query: 'in',
    },
    publishedNumber: {
      label: { 'zh-CN': '发布版本', 'en-US': 'Version' },
      kind: 'integer',
      readOnly: true,
      list: { width: 90, align: 'right' },
    },
    publishTime: {
      label: { 'zh-CN': '发布时间', 'en-US': 'Published' },
      kind: 'time',
      readOnly: true,
      list: { width: 170, cell: 'time' },
      sortable: true,
    },
    publishBy: {
      label: { 'zh-CN': '发布人', 'en-US': 'Published by' },
      kind: 'string',
      readOnly: true,
      list: { width: 110, hidden: true },
    },
    usedBy: {
      label: { 'zh-CN': '使用应用（30 天）', 'en-US': 'Used by (30 days)' },
      kind: 'strings',
      readOnly: true,
      export: false,
      list: { width: 170, cell: 'list' },
    },
    copyOf: {
      label: { 'zh-CN': '复制自', 'en-US': 'Copy of' },
      kind: 'string',
      max: themeLimits.maxIdChars,
      immutable: true,
      import: false,
      form: {
        help: {
          'zh-CN': '内置主题，或本组织的主题',
          'en-US': 'A built-in theme, or one of this organization',
        },
      },
    },
    themeIntro: {
      label: { 'zh-CN': '简介', 'en-US': 'Introduction' },
      kind: 'string',
      max: themeLimits.maxIntroChars,
      pattern: themeLine,
      patternHint: lineHint,
      bulk: false,
      list: { width: 220, hidden: true },
      form: { span: 2 },
      query: 'like',
    },
    theme: {
      label: { 'zh-CN': '主题内容', 'en-US': 'Record' },
      kind: 'json',
      document: documentOf<Theme>(),
      detail: false,
      // Written by the designer, and with the fields beside it.
      form: false,
      bulk: false,
      export: false,
    },
    createTime: { ...createTimeField, list: { width: 170, cell: 'time', hidden: true } },
  },
});
