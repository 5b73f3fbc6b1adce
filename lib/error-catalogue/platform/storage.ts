import type { EntryGroup } from '../entry.ts';
import { advice } from './advice.ts';

/** 1005x, 204xx, 1204xx, 105xxxx, 115xxxx: cloud storage, recordings and storage cards. */
export const storageEntries: readonly EntryGroup[] = [
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.payAccount,
    rows: [
      ['10052', '账号余额不足', 'The balance of the account is too low'],
      ['60035 160035', '云存储服务没有购买成功', 'The cloud storage service could not be bought'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'yes',
    advice: advice.onceDone,
    rows: [['10053', '云存储正在开通', 'Cloud storage is being set up']],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.chooseSupportedPlan,
    rows: [
      ['10055', '该设备不能试用云存储', 'This device has no trial of cloud storage'],
      ['10056', '该设备的云存储不能转出', 'The cloud storage of this device cannot be moved to another'],
      ['10060', '设备不支持这种云存储', 'The device does not support this type of cloud storage'],
      ['120019', '设备不支持云存储', 'The device does not support cloud storage'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.alreadySo,
    rows: [['120406', '云存储已经开通', 'Cloud storage is already enabled']],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.refreshList,
    rows: [
      ['20401 120401', '找不到该用户的云空间', 'The cloud space of the user cannot be found'],
      ['120403', '没有这个用户目录', 'The folder of the user does not exist'],
      ['120404', '没有这个目标目录', 'The target folder does not exist'],
      ['120405', '要删除的文件不存在', 'The file to delete does not exist'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'yes',
    advice: advice.later,
    rows: [
      ['107004', '云存储连接不上', 'Cloud storage cannot be reached'],
      ['120402', '云空间操作没有成功', 'The operation on the cloud space failed'],
      ['120407', '云存储的开通记录没有保存成功', 'The activation of cloud storage could not be recorded'],
      ['160073', '云存储没有转移成功', 'Cloud storage could not be transferred'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.otherTime,
    rows: [
      ['1053445 1153445', '设备在这段时间里没有录像', 'The device has no recording for this time'],
      ['395558 95558', '找不到录像的开始时间', 'The start of the recording cannot be found'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.checkCardHealth,
    rows: [
      [
        '1054722 1054723 1154722 1154723',
        '设备存储没有格式化成功',
        'The storage of the device could not be formatted',
      ],
    ],
  },
];
