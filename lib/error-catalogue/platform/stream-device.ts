import type { EntryGroup } from '../entry.ts';
import { advice } from './advice.ts';

/** 395xxx and 95xxx caused by the device. */
export const streamDeviceEntries: readonly EntryGroup[] = [
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.checkDevice,
    rows: [
      ['395000', '流媒体服务与设备的连接意外断开', 'The streaming service lost the device unexpectedly'],
      ['395404 95404', '设备不在线', 'The device is offline'],
      ['395405 95405', '与设备通信超时', 'The device did not respond to the video service in time'],
      ['395452 95452', '设备连接流媒体服务失败', 'The device could not reach the streaming service'],
      ['395454 95454 395460', '设备的取流会话已不存在', 'The stream session of the device no longer exists'],
      ['395557 95557', '等待设备的录像数据超时', 'The recording of the device did not start in time'],
      ['395610 95610', '没有收到设备的视频头', 'The stream header of the device was not received'],
      ['395620 95620', '与设备的心跳超时', 'The device stopped responding'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.refreshOrRestart,
    rows: [
      ['395403 95403', '操作码或通信密钥与设备不一致', 'Operation code or key do not match the device'],
      [
        '395458 95458',
        '设备不支持同时进行多次密钥协商',
        'The device cannot do several key exchanges at a time',
      ],
    ],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.endPrivacy,
    rows: [['395409 95409', '设备已开启隐私保护', 'Privacy protection is enabled on the device']],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.fewerStreamsOrFirmware,
    rows: [['395410', '设备的连接数已达上限', 'The device has reached its maximum number of connections']],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.fewerStreams,
    rows: [
      [
        '395416 95416',
        '设备资源不足，无法再取一路画面',
        'The device has no resources left for another stream',
      ],
    ],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.checkAddress,
    rows: [['395415 95415', '设备通道有误', 'The channel of the device is wrong']],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.topUpData,
    rows: [['95417', '设备的 4G 流量已用完', 'The 4G data of the device is used up']],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.otherQuality,
    rows: [['395451 95451', '设备没有这种清晰度的码流', 'The device has no stream of this type']],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.checkChannelLink,
    rows: [['395455 95455', '该通道没有关联摄像机', 'No camera is linked to this channel']],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.checkChannelOnline,
    rows: [['395456 95456', '该通道关联的摄像机不在线', 'The camera linked to this channel is offline']],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.updateApp,
    rows: [['395457 95457', '播放端不支持端到端加密', 'This player does not support end-to-end encryption']],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.checkCapability,
    rows: [
      [
        '395492 95492',
        '设备不支持取流服务的命令',
        'The device does not support a command of the streaming service',
      ],
    ],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.linkToRecorder,
    rows: [['395506 95506', '该摄像机不能直接取流', 'This camera cannot be watched directly']],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.checkSignal,
    rows: [['395544 95544', '设备没有视频信号', 'The device has no video signal']],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.onceDone,
    rows: [
      ['95460', '手表正用于拍照或录像', 'The watch is taking a photo or a video'],
      ['95461', '手表正用于视频聊天', 'The watch is in a video chat'],
      ['95462', '手表正用于识别图片', 'The watch is recognizing an image'],
      ['95463', '手表正用于 QQ 视频通话', 'The watch is in a QQ video call'],
      ['95464', '手表正用于检测坐姿', 'The watch is watching the posture'],
      ['95466', '设备正在视频通话，不能预览', 'The device is in a video call and cannot be watched'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.letCoolDown,
    rows: [['95465', '手表过热', 'The watch is too hot']],
  },
  {
    source: 'device',
    isRetryable: 'no',
    action: 'askCode',
    advice: advice.enterCode,
    rows: [['399057 9057', '设备的视频已加密', 'The video of the device is encrypted']],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.otherBrowser,
    rows: [['9053', '当前环境不支持 H.265 编码', 'H.265 video is not supported here']],
  },
];
