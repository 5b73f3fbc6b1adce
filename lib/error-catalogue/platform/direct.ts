import type { EntryGroup } from '../entry.ts';
import { advice } from './advice.ts';

/** 380xxx: streams directly from the device. */
export const directEntries: readonly EntryGroup[] = [
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.endPrivacy,
    rows: [['380011', '设备的隐私保护已打开', 'Privacy protection is enabled on the device']],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.fewerStreams,
    rows: [['380045', '直接连接设备的画面过多', 'Too many views are connected to the device directly']],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.checkCapability,
    rows: [
      ['380047', '直连的设备不支持该命令', 'The device connected directly does not support this command'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.endTalk,
    rows: [['380077', '设备正在与其他用户对讲', 'The device is in a talk with another user']],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.checkDevice,
    rows: [
      ['380102', '接收设备数据时出现异常', 'Receiving data from the device failed'],
      ['380209', '连接设备的网络超时', 'The network connection to the device timed out'],
      ['380212', '设备一侧的网络连接超时', 'The network connection on the device side timed out'],
      ['380355', '设备直接发送的画面意外结束', 'The direct stream of the device ended unexpectedly'],
    ],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.reportBug,
    rows: [['380205', '检测设备所用的参数有误', 'The parameters of the device probe are invalid']],
  },
  {
    source: 'service',
    isRetryable: 'yes',
    advice: advice.refresh,
    rows: [['380290', '无法连接信令服务器', 'The signalling server cannot be reached']],
  },
];
