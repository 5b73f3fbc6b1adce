import type { EntryGroup } from '../entry.ts';
import { advice } from './advice.ts';

/** -999 to -1202: how apps on Apple systems number the faults of the network. */
export const systemEntries: readonly EntryGroup[] = [
  {
    source: 'player',
    isRetryable: 'yes',
    advice: advice.repeatIfNeeded,
    rows: [['-999', '系统报告请求已取消', 'The system reports that the request was called off']],
  },
  {
    source: 'player',
    isRetryable: 'yes',
    advice: advice.checkConnection,
    rows: [
      ['-1001', '系统报告网络请求超时', 'The system reports that a request took too long'],
      ['-1003', '系统报告找不到服务器', 'The system reports that the server was not found'],
      ['-1004', '系统报告无法连接服务器', 'The system reports that the server cannot be connected'],
      ['-1005', '系统报告网络连接中断', 'The system reports that the network connection was lost'],
      ['-1009', '系统报告没有连接网络', 'The system reports that there is no network'],
      ['-1018', '系统报告漫游时不允许使用数据', 'The system reports that roaming is switched off'],
      ['-1019', '系统报告通话期间无法使用网络', 'The system reports that a phone call keeps the network'],
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
      ['-1011', '系统报告服务器的应答有误', 'The system reports a bad answer of the server'],
      [
        '-1016 -1017',
        '系统报告服务器的应答无法解析',
        'The system reports that the answer of the server cannot be read',
      ],
    ],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.checkAccount,
    rows: [['-1012', '系统报告身份验证已取消', 'The system reports that authentication was called off']],
  },
  {
    source: 'player',
    isRetryable: 'yes',
    advice: advice.checkClock,
    rows: [
      ['-1200', '系统报告安全连接没有建立', 'The system reports that no secure connection could be made'],
      [
        '-1202',
        '系统报告服务器证书不可信',
        'The system reports that the certificate of the server is not trusted',
      ],
    ],
  },
];
