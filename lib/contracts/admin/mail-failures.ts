import type { FieldOption } from './field.ts';

/** Why an e-mail was not sent. */
export const mailFailures = [
  { value: 'notConfigured', label: { 'zh-CN': '没有邮件服务器', 'en-US': 'No mail server' } },
  { value: 'refusedAddress', label: { 'zh-CN': '地址不允许连接', 'en-US': 'Address not allowed' } },
  { value: 'unresolved', label: { 'zh-CN': '域名无法解析', 'en-US': 'Name not resolved' } },
  { value: 'unreachable', label: { 'zh-CN': '无法连接', 'en-US': 'No connection' } },
  { value: 'timeout', label: { 'zh-CN': '超时', 'en-US': 'Timeout' } },
  { value: 'certificate', label: { 'zh-CN': '证书不受信任', 'en-US': 'Certificate not trusted' } },
  { value: 'login', label: { 'zh-CN': '账号或密码被拒绝', 'en-US': 'Login refused' } },
  { value: 'rejected', label: { 'zh-CN': '邮件被拒收', 'en-US': 'Message rejected' } },
] as const satisfies readonly FieldOption[];
