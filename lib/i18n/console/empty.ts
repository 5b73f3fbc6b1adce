import { defineTexts } from './define-texts.ts';

/** An empty list, loaded with the first one. */
export const emptyTexts = defineTexts({
  'empty.title': { 'zh-CN': '还没有{resource}', 'en-US': 'Nothing here yet' },
  'empty.noRows': { 'zh-CN': '暂无记录', 'en-US': 'No records yet' },
  'empty.add': { 'zh-CN': '新增{resource}', 'en-US': 'Add {resource}' },
  'empty.import': { 'zh-CN': '导入{resource}', 'en-US': 'Import a file' },
  'empty.mayNotAdd': {
    'zh-CN': '您没有新增{resource}的权限。如有需要，请联系管理员。',
    'en-US': 'You do not have permission to add records. If you need to, ask an administrator.',
  },
});
