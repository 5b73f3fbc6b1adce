import { defineTexts } from './define-texts.ts';

/** The import dialog, loaded with it. */
export const importTexts = defineTexts({
  'import.help': {
    'zh-CN': '请按模板填写。文件将先检查，再保存。',
    'en-US': 'Fill in the template, then import it. The file is checked before anything is saved.',
  },
  'import.templateName': { 'zh-CN': '{title}导入模板', 'en-US': '{title} template' },
  'import.template': { 'zh-CN': '下载模板', 'en-US': 'Download template' },
  'import.file': { 'zh-CN': '文件', 'en-US': 'File' },
  'import.dropFile': {
    'zh-CN': '选择或拖入 xlsx、csv、txt 文件',
    'en-US': 'Choose or drop an .xlsx, .csv or .txt file',
  },
  'import.removeFile': { 'zh-CN': '移除文件', 'en-US': 'Remove file' },
  'import.updateSupport': { 'zh-CN': '更新已存在的数据', 'en-US': 'Update existing records' },
  'import.skipBad': { 'zh-CN': '跳过有错误的行', 'en-US': 'Skip rows with errors' },
  'import.checking': { 'zh-CN': '正在检查…', 'en-US': 'Checking…' },
  'import.importing': { 'zh-CN': '正在导入…', 'en-US': 'Importing…' },
  'import.check': { 'zh-CN': '检查文件', 'en-US': 'Check file' },
  'import.start': {
    'zh-CN': '导入 {count} 行',
    'en-US': 'Import {count, plural, one {# row} other {# rows}}',
  },
  'import.repeatedFile': {
    'zh-CN': '该文件已导入过：新增 {created}，更新 {updated}，跳过 {skipped}',
    'en-US': 'This file has already been imported: {created} created, {updated} updated, {skipped} skipped',
  },
  'import.imported': {
    'zh-CN': '导入完成：新增 {created}，更新 {updated}，跳过 {skipped}',
    'en-US': 'Import complete: {created} created, {updated} updated, {skipped} skipped',
  },
  'import.checked': {
    'zh-CN': '共 {total} 行：将新增 {created} 行，将更新 {updated} 行，{bad} 行有错误。尚未保存。',
    'en-US':
      '{total, plural, one {# row} other {# rows}}: {created} to create, {updated} to update, {bad} with errors. Nothing has been saved yet.',
  },
  'import.errors': {
    'zh-CN': '{count} 处错误',
    'en-US': '{count, plural, one {# error} other {# errors}}',
  },
  'import.warnings': { 'zh-CN': '导入前请核对', 'en-US': 'Check before you import' },
  'import.warningOf': { 'zh-CN': '{column}：{message}', 'en-US': '{column}: {message}' },
  'import.marked': { 'zh-CN': '下载标出错误的文件', 'en-US': 'Download file with errors marked' },
  'import.markedName': { 'zh-CN': '{name} - 错误', 'en-US': '{name} - errors' },
  'import.row': { 'zh-CN': '行', 'en-US': 'Row' },
  'import.column': { 'zh-CN': '列', 'en-US': 'Column' },
  'import.error': { 'zh-CN': '错误', 'en-US': 'Error' },
  'import.writtenRows': {
    'zh-CN': '已保存 {done} / {total} 行',
    'en-US': '{done} of {total} rows saved',
  },
  'import.checkedRows': {
    'zh-CN': '已检查 {done} / {total} 行',
    'en-US': '{done} of {total} rows checked',
  },
});
