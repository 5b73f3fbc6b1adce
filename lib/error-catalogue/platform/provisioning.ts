import type { EntryGroup } from '../entry.ts';
import { advice } from './advice.ts';

/** 6003x to 602xx and 16003x to 16007x: adding devices to a recorder, live service, card keys, transfers. */
export const provisioningEntries: readonly EntryGroup[] = [
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.sameNetwork,
    rows: [
      ['60040 160040', '要添加的设备不在同一局域网', 'The device to add is not in the same local network'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.checkDevice,
    rows: [
      [
        '60041 160041',
        '要添加的设备已被关联，或没有及时响应',
        'The device to add is linked to another one, or did not respond in time',
      ],
      ['60044 160044', '要添加的设备网络不通', 'The device to add cannot be reached over the network'],
      ['160055', '无法从要添加的设备取得码流', 'The stream of the device to add could not be read'],
      ['60056 160056', '设备没有移除成功', 'The device could not be removed'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.checkPassword,
    rows: [
      ['60042 160042', '要添加的设备密码不正确', 'The password of the device to add is wrong'],
      ['160054', '要添加的设备账号已锁定', 'The account of the device to add is locked'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.removeOthers,
    rows: [
      ['60043 160043', '可添加的设备数量已达上限', 'No more devices can be added'],
      ['160048', '码流带宽超过接入上限', 'The streams exceed the allowed inbound bandwidth'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.resolveConflict,
    rows: [
      [
        '60045 160045',
        '要添加的设备与其他通道的 IP 地址重复',
        'The device to add has the IP address of another channel',
      ],
      [
        '60046 160046',
        '要添加的设备与本机的 IP 地址重复',
        'The device to add has the IP address of this recorder',
      ],
    ],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.checkDeviceSettings,
    rows: [
      ['160049', 'IP 地址或端口不正确', 'The IP address or the port is not valid'],
      ['160052', '要添加的设备通道号有误', 'The channel number of the device to add is wrong'],
      ['160053', '不支持要添加设备的分辨率', 'The resolution of the device to add is not supported'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.updateFirmware,
    rows: [['160050', '要添加的设备固件过旧', 'The firmware of the device to add is too old']],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.checkCapability,
    rows: [['160051', '这种设备不能接入', 'This type of device cannot be added']],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.checkChannelLink,
    rows: [['160057', '要移除的设备没有关联', 'The device to remove is not linked']],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.openLive,
    rows: [
      ['60060', '该通道没有开通直播', 'Live streaming is not enabled for this channel'],
      ['160060', '直播地址还没有绑定', 'No live address is bound yet'],
      ['160063', '直播没有使用或已关闭', 'Live streaming is not enabled or was disabled'],
      ['60203', '没有开通相应的服务', 'The required service is not activated'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.nothingToDo,
    rows: [['160062', '该通道的直播已经开通', 'Live streaming is already enabled for this channel']],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.checkPageAddress,
    rows: [['60059', '这些 ezopen 地址都不可用', 'None of the ezopen addresses can be used']],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.buyTraffic,
    rows: [
      [
        '60061 160061',
        '账号的流量已用完或尚未购买',
        'The data volume of the account is used up or was never bought',
      ],
    ],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.in24Hours,
    rows: [['160030', '卡密输错次数过多', 'Too many incorrect card keys']],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.checkCardKey,
    rows: [
      ['160031', '没有这个卡密', 'The card key does not exist'],
      ['60032', '卡密已经用过', 'The card key has been used'],
      ['160032', '卡密不可用或已过期', 'The card key is in the wrong state or has expired'],
      [
        '160033',
        '该卡密是赠品，只能用于绑定的设备',
        'This card key is not for sale: it works only for the device it is bound to',
      ],
    ],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.chooseOtherPerson,
    rows: [['160070', '设备的接收方不能是自己', 'A device cannot be transferred to its own account']],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.unlinkFirst,
    rows: [
      [
        '160071',
        '设备与其他设备有关联，不能转移',
        'The device is linked to others and cannot be transferred',
      ],
      [
        '160072',
        '设备的通道正在分享，不能转移',
        'A channel of the device is shared, so it cannot be transferred',
      ],
    ],
  },
];
