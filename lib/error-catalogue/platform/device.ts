import type { EntryGroup } from '../entry.ts';
import { advice } from './advice.ts';

/** 20xxx, 120xxx, 102xxx, 105xxx, 382xxxx, 4009xx: the device, its channels, its owner. */
export const deviceEntries: readonly EntryGroup[] = [
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.checkRegistration,
    rows: [
      ['102000', '没有这台设备', 'The device does not exist'],
      ['120002 3820002', '设备不存在或未注册', 'The device does not exist or is not registered'],
      ['102001', '摄像机不存在，可能还没有注册', 'The camera does not exist or is not registered yet'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.checkAddress,
    rows: [
      ['20014', '设备序列号不合法', 'The device serial number is malformed'],
      ['102007 120014', '设备序列号有误', 'The device serial number is wrong'],
      ['120034', '该账号下没有设备', 'The account has no device'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.checkChannelLink,
    rows: [
      ['20001 120001', '通道不存在或没有接入摄像机', 'The channel does not exist or has no camera'],
      ['3820032', '没有这个通道，请检查设备连接', 'The channel does not exist; check the device connection'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.checkDevice,
    rows: [
      ['20006 120006', '设备网络异常', 'The device network has a fault'],
      [
        '3820006 3820007',
        '操作没有成功，设备网络可能有问题',
        'The operation failed; the device network may have a fault',
      ],
      ['120007 102003 400901 2003', '设备不在线', 'The device is offline'],
      ['20008 120008 102009', '设备响应超时', 'The device did not respond in time'],
      ['102004', '设备工作异常', 'The device is malfunctioning'],
      ['120505', '设备没有完成该操作', 'The device did not execute the operation'],
      ['120305', '无法解析设备的 IP 地址', 'The IP address of the device cannot be read'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'yes',
    advice: advice.later,
    rows: [
      ['3820008', '操作过于频繁', 'Too many operations in a short time'],
      ['120090', '反馈没有提交成功', 'The feedback could not be sent'],
      ['120095', '应用安装包下载失败', 'The app package could not be downloaded'],
      ['120096', '应用安装包的信息没有删除成功', 'The details of the app package could not be deleted'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.later,
    rows: [['120500', '没有取到设备数据', 'The data of the device could not be fetched']],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.readLabel,
    rows: [
      ['20010 105002 120010', '设备验证码错误', 'The verification code of the device is incorrect'],
      [
        '20097',
        '设备无法添加：验证码为 ABCDEF，或设备已被其他中心设备关联',
        'The device cannot be added: its code is ABCDEF, or a hub has already linked it',
      ],
    ],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.askOwner,
    rows: [
      ['20013 105001 120013', '设备已被其他账号添加', 'Another account has already added this device'],
      ['20018 120018', '设备不属于当前账号', 'The device does not belong to this account'],
      ['20022 120022', '设备在线，但属于其他账号', 'The device is online, but belongs to another account'],
      ['20024 120024', '设备离线，且属于其他账号', 'The device is offline and belongs to another account'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.alreadySo,
    rows: [
      ['20017 105000 120017', '您已添加过该设备', 'You have already added this device'],
      ['20020 120020', '设备在线，您已添加过', 'The device is online, and you have already added it'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.checkDevice,
    rows: [
      [
        '20029 120029',
        '您已添加过该设备，但它不在线',
        'You have already added this device, but it is offline',
      ],
    ],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.addFirst,
    rows: [
      ['20021 120021', '设备在线，还没有账号添加它', 'The device is online, and no account has added it'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.powerThenAdd,
    rows: [
      ['20023 120023', '设备离线，还没有账号添加它', 'The device is offline, and no account has added it'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.askPermission,
    rows: [['120009', '子账号没有添加设备的权限', 'Sub-accounts are not allowed to add devices']],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.refreshOrRestart,
    rows: [['120012', '设备没有添加成功', 'The device could not be added']],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.checkCapability,
    rows: [
      ['120015', '设备不支持该功能', 'The device does not support this function'],
      ['120506', '设备不认识该命令', 'The device does not recognize this command'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.onceDone,
    rows: [['20016 120016', '设备正在格式化存储', 'The device is formatting its storage']],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.updateApp,
    rows: [
      ['120003 120004', '参数有误，SDK 的版本可能过低', 'A parameter is invalid; the SDK may be outdated'],
      ['120005', '安全认证没有通过', 'The security check failed'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.contactSupport,
    rows: [['120028', '没有可用的固件升级包', 'No firmware package available for this device']],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.endPrivacy,
    rows: [['400905', '设备已开启隐私保护', 'Privacy protection is enabled on the device']],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.refreshOrRestart,
    rows: [
      ['2001 6002', '设备没有删除成功', 'The device could not be deleted'],
      ['-24', '设备的启用状态没有设置成功', 'The device could not be enabled or disabled'],
      ['1049954 1149954', '设备固件没有升级成功', 'The firmware of the device could not be updated'],
      [
        '131 3 1052679 1052936 1152679 1152936',
        '清晰度没有切换成功',
        'The video quality could not be changed',
      ],
      ['1 4 5', '设备返回了未说明的错误', 'The device reported an unspecified error'],
    ],
  },
];
