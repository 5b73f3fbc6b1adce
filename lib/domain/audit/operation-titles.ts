/** Titles of logged operations that belong neither to a resource nor to a named call. */
import type { LocalText } from '../../i18n/translate.ts';

export const operationTitles = {
  ownProfile: { 'zh-CN': '个人资料', 'en-US': 'Your profile' },
  ownPassword: { 'zh-CN': '修改密码', 'en-US': 'Change password' },
  ownImage: { 'zh-CN': '修改头像', 'en-US': 'Change profile uploadImage' },
  ownSession: { 'zh-CN': '结束自己的会话', 'en-US': 'Sign out a device' },
  secondFactorOn: { 'zh-CN': '启用两步验证', 'en-US': 'Enable two-step verification' },
  secondFactorOff: { 'zh-CN': '停用两步验证', 'en-US': 'Disable two-step verification' },
  uploadImage: { 'zh-CN': '上传图片', 'en-US': 'Upload an image' },
  connect: { 'zh-CN': '接入摄像头', 'en-US': 'Add a camera' },
  watch: { 'zh-CN': '预览摄像头', 'en-US': 'Preview a camera' },
  playRecordings: { 'zh-CN': '播放录像', 'en-US': 'Play recordings' },
  newSecret: { 'zh-CN': '更换应用密钥', 'en-US': 'Rotate application secret' },
} as const satisfies Record<string, LocalText>;
