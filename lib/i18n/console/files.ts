import { defineTexts } from './define-texts.ts';

/** The page of uploaded files. */
export const fileTexts = defineTexts({
  'files.upload': { 'zh-CN': '上传文件', 'en-US': 'Upload files' },
  'files.kind': { 'zh-CN': '类型', 'en-US': 'Type' },
  'files.image': { 'zh-CN': '图片', 'en-US': 'Images' },
  'files.video': { 'zh-CN': '视频', 'en-US': 'Videos' },
  'files.file': { 'zh-CN': '文件', 'en-US': 'Any file' },
  'files.hint': {
    'zh-CN':
      '每个文件小于 2 MB。支持 PNG、JPEG、WebP、GIF、MP4、WebM、PDF、Word、Excel、PowerPoint、ZIP、CSV、TXT。上传到此处的文件会一直保留，直到被移除。',
    'en-US':
      'Less than 2 MB each: PNG, JPEG, WebP, GIF, MP4, WebM, PDF, Word, Excel, PowerPoint, ZIP, CSV, TXT. Files uploaded here are kept until they are removed.',
  },
  'files.done': { 'zh-CN': '完成', 'en-US': 'Done' },
  'files.preview': { 'zh-CN': '预览', 'en-US': 'Preview' },
  'files.download': { 'zh-CN': '下载', 'en-US': 'Download' },
});
