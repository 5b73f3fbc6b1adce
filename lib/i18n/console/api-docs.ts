import { defineTexts } from './define-texts.ts';

export const apiDocsTexts = defineTexts({
  'apiDocs.title': { 'zh-CN': '系统接口', 'en-US': 'Calls of this system' },
  'apiDocs.intro': {
    'zh-CN': '这里只列出您有权调用的接口，共 {count} 个。',
    'en-US': 'The {count} calls that you may make; others are not listed.',
  },
  'apiDocs.search': { 'zh-CN': '按路径或说明查找', 'en-US': 'Find by path or summary' },
  'apiDocs.nothing': { 'zh-CN': '没有匹配的接口', 'en-US': 'No call fits' },
  'apiDocs.general': { 'zh-CN': '会话与公共', 'en-US': 'Session and general' },
  'apiDocs.choose': { 'zh-CN': '请选择一个接口', 'en-US': 'Choose a call' },
  'apiDocs.needs': { 'zh-CN': '需要权限', 'en-US': 'Needs' },
  'apiDocs.signedIn': { 'zh-CN': '登录即可', 'en-US': 'A session is enough' },
  'apiDocs.open': { 'zh-CN': '无需登录', 'en-US': 'Open to everybody' },
  'apiDocs.parameters': { 'zh-CN': '参数', 'en-US': 'Parameters' },
  'apiDocs.body': { 'zh-CN': '请求体', 'en-US': 'Body' },
  'apiDocs.answer': { 'zh-CN': '返回', 'en-US': 'Answer' },
  'apiDocs.name': { 'zh-CN': '名称', 'en-US': 'Name' },
  'apiDocs.where': { 'zh-CN': '位置', 'en-US': 'In' },
  'apiDocs.type': { 'zh-CN': '类型', 'en-US': 'Type' },
  'apiDocs.required': { 'zh-CN': '必填', 'en-US': 'Required' },
  'apiDocs.limits': { 'zh-CN': '限制', 'en-US': 'Limits' },
  'apiDocs.download': { 'zh-CN': '下载 OpenAPI 文档', 'en-US': 'Download the OpenAPI document' },
  'apiDocs.try': { 'zh-CN': '试一试', 'en-US': 'Try it' },
  'apiDocs.send': { 'zh-CN': '发送', 'en-US': 'Send' },
});
