/** What the operation log calls changes that are neither of a resource nor a call of its own name. */
import type { LocalText } from '../../i18n/translate.ts';

export const operationTitles = {
  ownProfile: { 'zh-CN': '个人资料', 'en-US': 'Own profile' },
  ownPassword: { 'zh-CN': '修改密码', 'en-US': 'Own password' },
  ownPicture: { 'zh-CN': '修改头像', 'en-US': 'Own picture' },
  ownSession: { 'zh-CN': '结束自己的会话', 'en-US': 'Own session ended' },
  secondFactorOn: { 'zh-CN': '启用动态验证码', 'en-US': 'Second factor on' },
  secondFactorOff: { 'zh-CN': '停用动态验证码', 'en-US': 'Second factor off' },
  picture: { 'zh-CN': '上传图片', 'en-US': 'Bring a picture' },
  connect: { 'zh-CN': '接入摄像头', 'en-US': 'Connect a camera' },
  watch: { 'zh-CN': '预览摄像头', 'en-US': 'Watch a camera' },
  newSecret: { 'zh-CN': '更换应用密钥', 'en-US': 'New secret of an application' },
} as const satisfies Record<string, LocalText>;
