import { defineTexts } from './define-texts.ts';

export const apiDocsTexts = defineTexts({
  'apiDocs.title': { 'zh-CN': '接口文档', 'en-US': 'API reference' },
  'apiDocs.intro': {
    'zh-CN': '这里只列出您有权调用的接口，共 {count} 个。',
    'en-US': '{count, plural, one {# API call} other {# API calls}} that you have permission to use',
  },
  'apiDocs.search': { 'zh-CN': '按路径或说明查找', 'en-US': 'Search by path or summary' },
  'apiDocs.nothing': { 'zh-CN': '没有匹配的接口', 'en-US': 'No matching calls' },
  'apiDocs.general': { 'zh-CN': '会话与公共', 'en-US': 'Session and general' },
  'apiDocs.choose': { 'zh-CN': '请选择一个接口', 'en-US': 'Select a call' },
  'apiDocs.needs': { 'zh-CN': '所需权限', 'en-US': 'Required permission' },
  'apiDocs.signedIn': { 'zh-CN': '登录用户均可', 'en-US': 'Any signed-in user' },
  'apiDocs.open': { 'zh-CN': '无需登录', 'en-US': 'No sign-in required' },
  'apiDocs.parameters': { 'zh-CN': '参数', 'en-US': 'Parameters' },
  'apiDocs.body': { 'zh-CN': '请求体', 'en-US': 'Request body' },
  'apiDocs.answer': { 'zh-CN': '响应', 'en-US': 'Response' },
  'apiDocs.name': { 'zh-CN': '名称', 'en-US': 'Name' },
  'apiDocs.where': { 'zh-CN': '位置', 'en-US': 'Location' },
  'apiDocs.type': { 'zh-CN': '类型', 'en-US': 'Type' },
  'apiDocs.required': { 'zh-CN': '必填', 'en-US': 'Required' },
  'apiDocs.limits': { 'zh-CN': '限制', 'en-US': 'Constraints' },
  'apiDocs.download': { 'zh-CN': '下载 OpenAPI 文档', 'en-US': 'Download OpenAPI document' },
  'apiDocs.try': { 'zh-CN': '试运行', 'en-US': 'Try it' },
  'apiDocs.send': { 'zh-CN': '发送', 'en-US': 'Send' },
});
