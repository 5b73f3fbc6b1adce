import type { LocalText } from '../../i18n/translate.ts';

/** Why an export failed, by what is stored. */
export const failureTexts = {
  interrupted: {
    'zh-CN': '服务器已重启或停止，导出中断，可重新开始',
    'en-US': 'The server was restarted or stopped. Start the export again.',
  },
  failed: {
    'zh-CN': '导出时出现错误，可重新开始',
    'en-US': 'The export failed. Start it again.',
  },
  large: {
    'zh-CN': '导出的文件超过 64 MB，请缩小查询范围',
    'en-US': 'The file would be larger than 64 MB. Narrow your search.',
  },
} as const satisfies Record<string, LocalText>;
export type ExportFailure = keyof typeof failureTexts;

const number = (value: number) => value.toLocaleString('en-US');

export const startedText = (rows: number): LocalText => ({
  'zh-CN': `共 ${number(rows)} 行，正在后台导出，完成后可在通知铃铛中下载`,
  'en-US': `${number(rows)} rows are exported in the background. When they are, the bell offers the file.`,
});

export const tooManyText: LocalText = {
  'zh-CN': '已有 3 个导出尚未完成，请稍后再试',
  'en-US': 'Three of your exports are not finished yet. Try again later.',
};
