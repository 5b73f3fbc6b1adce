import { defineTexts } from './define-texts.ts';

/** Details and history of a row. */
export const detailTexts = defineTexts({
  'detail.after': { 'zh-CN': '修改后', 'en-US': 'After' },
  'detail.before': { 'zh-CN': '修改前', 'en-US': 'Before' },
  'detail.detailOf': { 'zh-CN': '{title} 详情', 'en-US': '{title}: details' },
  'detail.field': { 'zh-CN': '字段', 'en-US': 'Field' },
  'detail.history': { 'zh-CN': '变更记录', 'en-US': 'History' },
  'detail.history.delete': { 'zh-CN': '删除', 'en-US': 'Deleted' },
  'detail.history.export': { 'zh-CN': '导出', 'en-US': 'Exported' },
  'detail.history.grant': { 'zh-CN': '授权', 'en-US': 'Permissions changed' },
  'detail.history.import': { 'zh-CN': '导入', 'en-US': 'Imported' },
  'detail.history.insert': { 'zh-CN': '新增', 'en-US': 'Created' },
  'detail.history.other': { 'zh-CN': '其他', 'en-US': 'Other' },
  'detail.history.update': { 'zh-CN': '修改', 'en-US': 'Updated' },
  'detail.reveal': { 'zh-CN': '查看明文', 'en-US': 'Reveal' },
  'detail.revealField': { 'zh-CN': '查看{field}明文', 'en-US': 'Reveal {field}' },
});
