import type { EntryGroup } from '../entry.ts';
import { advice } from './advice.ts';

/** 396xxx, 96xxx, 397xxx, 399xxx: the link from the device through the service to the viewer. */
export const streamLinkEntries: readonly EntryGroup[] = [
  {
    source: 'player',
    isRetryable: 'yes',
    advice: advice.refresh,
    rows: [
      ['396001 96001', '播放端发送的参数有误', 'The player sent invalid parameters'],
      ['96002', '服务 20 秒没有收到播放端的心跳', 'The service received nothing from the player for 20 s'],
      ['396099 96099', '播放端出现未说明的错误', 'Player error without further details'],
      ['396101 96101', '服务不支持该命令', 'The service does not support this command'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'yes',
    advice: advice.refresh,
    rows: [
      ['396102 96102', '视频头没有发送成功', 'The stream header could not be sent'],
      ['396103 96103', '信令服务或设备返回错误 1', 'The signalling service or the device reported error 1'],
      ['396104 96104', '信令服务或设备返回错误 -1', 'The signalling service or the device reported error -1'],
      ['396108 96108', '信令服务重复应答', 'The signalling service responded twice'],
      [
        '396504 96504',
        '服务内存不足，无法缓存设备数据',
        'The service had no memory to store the device data',
      ],
      ['396509 96509', '服务找不到该设备的数据记录', "The service has no record of this device's data"],
      ['396510 96510', '服务中的设备连接状态不一致', "The service's link to the device is in a wrong state"],
      ['396700', '收到异常的数据包', 'A faulty packet was received'],
      [
        '397001 397002 397003 397004',
        '与流媒体服务的连接没有建立',
        'No connection to the streaming service could be made',
      ],
      ['397006', '调度服务断开了连接', 'The dispatcher closed the connection'],
      ['399000', '收到的数据包无效或过大', 'A packet is invalid or too large'],
      ['399030', '没有取到画面', 'The stream could not be obtained'],
      ['399066', '没有取到设备的密钥信息', 'The stored key of the device could not be fetched'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'yes',
    advice: advice.checkConnection,
    rows: [
      ['397005', '与转发服务的连接失败或已断开', 'The connection to the relay failed or was closed'],
      ['7005 107005', '转发服务主动断开了连接', 'The relay closed the connection'],
      ['397007', '发送缓冲区已满，上行带宽可能太小', 'The send buffer is full; the upstream may be too slow'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.checkDevice,
    rows: [
      [
        '396519 96519',
        '设备长时间没有发送画面，网络可能不稳定',
        'The device sent no data for a long time; its network may be unstable',
      ],
      ['396520 96520', '设备发送画面的网络不稳定', 'The device network is unstable'],
      [
        '399026',
        '没有取到画面，设备网络可能有问题',
        'The stream could not be obtained; the device network may have a fault',
      ],
    ],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.refreshOrRestart,
    rows: [
      ['396105 96105', '设备返回错误 3', 'The device reported error 3'],
      ['396106 96106', '设备返回错误 4', 'The device reported error 4'],
      ['396107 96107', '设备返回错误 5', 'The device reported error 5'],
      [
        '396110 96110',
        '设备返回未说明的信令错误',
        'The device reported a signalling error without further details',
      ],
      ['396501 96501', '设备的数据走了另一条链路', 'The device data came over another link'],
      ['396502 96502', '设备重复建立了数据连接', 'The device opened its data link twice'],
      ['396503 96503', '设备数据连接的端口对不上', 'The port of the data link does not match'],
      ['396505 96505', '设备重复发送了确认消息', 'The device sent its acknowledgement twice'],
      ['396506 96506', '设备的数据先于确认消息到达', 'Device data arrived before its acknowledgement'],
      ['396508 96508', '设备数据的头部长度不对', 'The header of the device data has the wrong length'],
      ['396511 96511', '设备数据的头部缺少流密钥', 'The header of the device data has no stream key'],
      ['396512 96512', '设备数据的头部不合法', 'The header of the device data is not valid'],
      ['396513 96513', '设备发送的数据过短', 'The data of the device is too short'],
      [
        '396514 96514',
        '设备使用旧协议，数据头部缺少流密钥',
        'The device uses the old protocol and its header has no stream key',
      ],
      [
        '396515 96515 396517 96517',
        '设备按旧协议发送的数据不合法',
        "The device's data in the old protocol is invalid",
      ],
      [
        '396516 96516',
        '服务找不到旧协议设备的数据记录',
        'The service has no record of this device of the old protocol',
      ],
      ['396518 96518', '设备发送的数据包过大', 'A packet of the device is too large'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.otherTime,
    rows: [['396701', '录像已播放结束', 'The end of the recording is reached']],
  },
];
