/** Failures of the bucket with uploaded files. */
import { adminCodes } from '../../contracts/admin/envelope.ts';
import type { LocalText } from '../../i18n/translate.ts';
import { AdminError } from '../errors/admin-error.ts';

const texts = {
  /** No connection, no answer in time, or an error of the service, several times. */
  unavailable: {
    'zh-CN': '文件存储暂时无法访问，请稍后重试',
    'en-US': 'The file storage cannot be reached at the moment. Try again later.',
  },
  /** Credentials, permissions, or a bucket that does not exist. */
  refused: {
    'zh-CN': '文件存储拒绝访问，请联系管理员检查存储桶及其密钥',
    'en-US': 'The file storage refuses access. Ask an administrator to check the bucket and its credentials.',
  },
  missing: {
    'zh-CN': '文件已从存储中丢失，请重新上传',
    'en-US': 'The file is missing in the file storage. Upload it again.',
  },
  /** Other bytes than were stored. */
  damaged: {
    'zh-CN': '存储中的文件已损坏，请重新上传',
    'en-US': 'The file is damaged in the file storage. Upload it again.',
  },
  /** In a bucket that this server does not use. */
  elsewhere: {
    'zh-CN': '文件所在的存储桶没有配置，请联系管理员',
    'en-US': 'The file is in a bucket that is not configured. Contact your administrator.',
  },
} as const satisfies Record<string, LocalText>;
export type FileStoreFault = keyof typeof texts;

export class FileStoreError extends AdminError {
  readonly fault: FileStoreFault;

  constructor(fault: FileStoreFault, details: Readonly<Record<string, unknown>> = {}) {
    super(adminCodes.storage, texts[fault], { details: { ...details, files: fault } });
    this.name = 'FileStoreError';
    this.fault = fault;
  }
}
