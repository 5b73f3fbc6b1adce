import type { EntryGroup } from '../entry.ts';
import { advice } from './advice.ts';

/** 360xxx and 361xxx: two-way audio. */
export const talkEntries: readonly EntryGroup[] = [
  {
    source: 'player',
    isRetryable: 'yes',
    advice: advice.checkConnection,
    rows: [
      ['360001', '本机的对讲请求超时', 'The talk request timed out on this side'],
      ['360002', '发起对讲超时', 'Starting the talk timed out'],
      ['360006', '本机接收对讲数据出错', 'This side failed to receive the talk audio'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.checkDevice,
    rows: [
      ['360003', '对讲时设备端出错', 'The device failed during the talk'],
      ['361003', '设备连接对讲服务超时', 'The device did not connect to the talk service in time'],
      ['361011', '设备 10 秒内没有响应对讲', 'The device did not respond to the talk request within 10 s'],
      ['361012', '设备不在线，无法对讲', 'The device is offline, so no talk is possible'],
      ['361015', '设备没有找到这次对讲的会话', 'The device does not recognize this talk session'],
      ['361017', '设备与对讲服务的连接没有及时建立', 'Device and talk service were not connected in time'],
      ['361018', '设备的对讲链路异常', 'The talk link to the device has a fault'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'yes',
    advice: advice.refresh,
    rows: [
      ['360004', '对讲服务内部出错', 'Internal error of the talk service'],
      ['360007', '对讲服务关闭了连接', 'The talk service closed the connection'],
      ['360102', '对讲服务没有初始化成功', 'The talk service could not be initialized'],
      ['361001', '对讲服务排队超时', 'The talk timed out in the queue of the service'],
      ['361002', '对讲服务处理超时', 'The talk service timed out'],
      ['361004', '对讲服务器内部错误', 'Internal error of the talk server'],
      ['361006', '对讲请求需要转到其他服务', 'The talk must be requested from another service'],
      ['361022', '对讲的信令链路异常', 'The signalling link of the talk has a fault'],
      ['361023', '对讲服务没有空闲的会话', 'The talk service has no free session'],
    ],
  },
  {
    source: 'player',
    isRetryable: 'no',
    advice: advice.reportBug,
    rows: [
      ['360005', '本机发送的对讲消息有误', 'This side sent a faulty talk message'],
      ['361005 361024', '对讲消息无法解析', 'The talk message cannot be read'],
      ['361007', '对讲地址不合法', 'The talk address is invalid'],
      ['361019', '对讲服务不支持该消息', 'The talk service does not support this message'],
      ['361020', '对讲请求没有说明双方的能力', "The talk request does not contain this side's capabilities"],
      ['361021', '双方没有共同支持的对讲格式', 'The two sides have no talk format in common'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.endTalk,
    rows: [['360010 361010', '设备已在对讲中', 'The device is already in a talk']],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.endPrivacy,
    rows: [
      [
        '360013 361013',
        '设备开启了隐私保护，不能对讲',
        'Talk is not possible: privacy protection is enabled on the device',
      ],
    ],
  },
  {
    source: 'service',
    isRetryable: 'yes',
    action: 'getToken',
    advice: advice.renewToken,
    rows: [
      ['361008', '对讲凭证已失效', 'The token for the talk has expired'],
      ['361016', '对讲凭证没有通过验证', 'The token for the talk could not be verified'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.askPermission,
    rows: [['361014', '没有对讲的权限', 'You have no permission to talk with this device']],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.readLabel,
    rows: [
      [
        '361009',
        '设备验证码或通信密钥不匹配，无法对讲',
        'No talk: the verification code or key of the device does not match',
      ],
    ],
  },
];
