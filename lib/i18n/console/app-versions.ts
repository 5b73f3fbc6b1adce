import { defineTexts } from './define-texts.ts';

export const appVersionTexts = defineTexts({
  'appVersion.upload': { 'zh-CN': '上传安装包', 'en-US': 'Upload a package' },
  'appVersion.uploadHint': {
    'zh-CN': '上传 {types} 文件（不超过 100 MB），或填写地址',
    'en-US': 'Upload a file of type {types} (at most 100 MB), or enter an address',
  },
  'appVersion.addressHint': {
    'zh-CN': '可以不填，由应用商店更新',
    'en-US': 'Optional: the store updates the app',
  },
  'appVersion.uploading': { 'zh-CN': '正在上传 {name}', 'en-US': 'Uploading {name}' },
  'appVersion.cancel': { 'zh-CN': '取消上传', 'en-US': 'Cancel the upload' },
  'appVersion.uploaded': { 'zh-CN': '已上传 {name}，{size}', 'en-US': '{name} uploaded, {size}' },
  'appVersion.large': {
    'zh-CN': '安装包不能超过 100 MB，请存放在别处并填写地址',
    'en-US': 'The package is larger than 100 MB. Store it elsewhere and enter its address.',
  },
  'appVersion.failed': {
    'zh-CN': '上传失败，请检查网络后重试',
    'en-US': 'The upload failed. Check the network and try again.',
  },
  'appVersion.list': { 'zh-CN': '、', 'en-US': ', ' },
});
