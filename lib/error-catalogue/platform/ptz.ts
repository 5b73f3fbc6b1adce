import type { EntryGroup } from '../entry.ts';
import { advice } from './advice.ts';

/**
 * 600xx, 1600xx, 386xxxx: PTZ, presets, and other device functions that are in use meanwhile. Our own server returns
 * some of them.
 */
export const ptzEntries: readonly EntryGroup[] = [
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.checkCapability,
    rows: [
      ['3860000', '设备不支持这种云台操作', 'The device does not support this movement'],
      ['60020 160020', '设备不支持该命令', 'The device does not support this command'],
      ['60047 160047', '设备不支持这种码流类型', 'The device does not support this type of stream'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.askPermission,
    rows: [
      ['60001 160001 3860001', '没有控制云台的权限', 'You have no permission to control PTZ of this camera'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.refresh,
    rows: [
      ['60023 160023', '消息订阅没有成功', 'The subscription failed'],
      ['160024', '取消订阅没有成功', 'The subscription could not be cancelled'],
      ['160025', '客流统计没有配置成功', 'People counting could not be set up'],
      ['60210', '图片数据有误', 'The image data is invalid'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.managePresets,
    rows: [
      ['60007 160007', '预置点数量已达上限', 'The maximum number of presets is reached'],
      ['60011 160011', '没有这个预置点', 'The preset does not exist'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.nothingToDo,
    rows: [
      ['60010 160010', '画面已在该预置点', 'The camera is already at this preset'],
      ['60016 160016', '视频加密没有开启，不用关闭', 'Encryption is already disabled'],
      ['60019 160019', '视频加密已经开启', 'Encryption is already enabled'],
      ['160013', '设备固件已是最新版本', 'The device firmware is up to date'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.onceDone,
    rows: [
      ['60009 160009', '云台正在转向预置点', 'The camera is moving to a preset'],
      ['160014', '设备正在升级固件', 'The device is updating its firmware'],
      ['160015', '设备正在重新启动', 'The device is restarting'],
      ['160027', '设备正在翻转画面', 'The device is mirroring the image'],
      ['160028', '设备正在执行按键动作', 'The device is executing a key command'],
      ['160029', '设备正在语音对讲', 'The device is in a talk'],
      ['160080', '设备正在声源定位', 'The device is locating a sound'],
      [
        '60082 160082',
        '设备正在处理这次声源定位',
        'The device is processing this sound localization request',
      ],
      ['160081', '设备正在轨迹巡航', 'The device is on patrol'],
      ['60083 160083', '设备正在开启隐私遮蔽', 'The device is enabling its privacy mask'],
      ['60084 160084', '设备正在关闭隐私遮蔽', 'The device is disabling its privacy mask'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.endPrivacy,
    rows: [['60026 160026', '设备的隐私遮蔽已打开', 'The privacy mask of the device is enabled']],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.checkDevice,
    rows: [
      ['160017', '设备没有抓到图片', 'The device could not take a snapshot'],
      ['60018 160018', '设备没有升级成功', 'The device could not be updated'],
    ],
  },
];
