import { defineTexts } from './define-texts.ts';

/** What a list is narrowed by, loaded with the first filter. */
export const filterTexts = defineTexts({
  'filter.narrowedBy': { 'zh-CN': '筛选条件', 'en-US': 'Filters' },
  'filter.removeFilter': { 'zh-CN': '移除筛选 {filter}', 'en-US': 'Remove filter: {filter}' },
});
