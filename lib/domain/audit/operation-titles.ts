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
  uploadFile: { 'zh-CN': '上传文件', 'en-US': 'Upload a file' },
  uploadPackage: { 'zh-CN': '上传安装包', 'en-US': 'Upload a package' },
  connect: { 'zh-CN': '接入摄像头', 'en-US': 'Add a camera' },
  watch: { 'zh-CN': '预览摄像头', 'en-US': 'Preview a camera' },
  openLink: { 'zh-CN': '打开摄像头链接', 'en-US': 'Open a camera link' },
  openWall: { 'zh-CN': '打开视频墙链接', 'en-US': 'Open a link to a wall' },
  cameraNote: { 'zh-CN': '摄像头备注', 'en-US': 'Notes of a camera' },
  watchWall: { 'zh-CN': '视频墙', 'en-US': 'Video wall' },
  talk: { 'zh-CN': '对讲', 'en-US': 'Talk' },
  broadcast: { 'zh-CN': '广播', 'en-US': 'Broadcast' },
  voice: { 'zh-CN': '播放语音消息', 'en-US': 'Play a voice message' },
  playRecordings: { 'zh-CN': '播放录像', 'en-US': 'Play recordings' },
  themeDraftLink: { 'zh-CN': '主题草稿链接', 'en-US': 'Link to a draft theme' },
  newSecret: { 'zh-CN': '更换应用密钥', 'en-US': 'Rotate application secret' },
} as const satisfies Record<string, LocalText>;
