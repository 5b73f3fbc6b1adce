import type { EntryGroup } from '../entry.ts';
import { advice } from './advice.ts';

/** -999 to -1202: network errors of apps on Apple systems. */
export const systemEntries: readonly EntryGroup[] = [
  {
    source: 'player',
    isRetryable: 'yes',
    advice: advice.repeatIfNeeded,
    rows: [['-999', '系统报告请求已取消', 'The system reports that the request was cancelled']],
  },
  {
    source: 'player',
    isRetryable: 'yes',
    advice: advice.checkConnection,
    rows: [
      ['-1001', '系统报告网络请求超时', 'The system reports that a request timed out'],
      ['-1003', '系统报告找不到服务器', 'The system reports that the server was not found'],
      ['-1004', '系统报告无法连接服务器', 'The system reports that the connection to the server failed'],
      ['-1005', '系统报告网络连接中断', 'The system reports that the network connection was lost'],
      ['-1009', '系统报告没有连接网络', 'The system reports that there is no network'],
      ['-1018', '系统报告漫游时不允许使用数据', 'The system reports that roaming is disabled'],
      ['-1019', '系统报告通话期间无法使用网络', 'The system reports that a phone call is using the network'],
      ['-1020', '系统报告不允许使用移动数据', 'The system reports that mobile data is not allowed'],
    ],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.checkPageAddress,
    rows: [['-1002', '系统报告不支持该地址', 'The system reports that the address is not supported']],
  },
  {
    source: 'service',
    isRetryable: 'yes',
    advice: advice.refresh,
    rows: [
      ['-1011', '系统报告服务器的应答有误', 'The system reports an invalid server response'],
      [
        '-1016 -1017',
        '系统报告服务器的应答无法解析',
        'The system reports that the server response cannot be parsed',
      ],
    ],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.checkAccount,
    rows: [['-1012', '系统报告身份验证已取消', 'The system reports that authentication was cancelled']],
  },
  {
    source: 'player',
    isRetryable: 'yes',
    advice: advice.checkClock,
    rows: [
      [
        '-1200',
        '系统报告安全连接没有建立',
        'The system reports that a secure connection could not be established',
      ],
      [
        '-1202',
        '系统报告服务器证书不可信',
        'The system reports that the certificate of the server is not trusted',
      ],
    ],
  },
];
