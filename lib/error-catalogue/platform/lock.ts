import type { EntryGroup } from '../entry.ts';
import { advice } from './advice.ts';

/** 206xx, 1205xx, 1206xx: door locks, indoor stations and their temporary passwords. */
export const lockEntries: readonly EntryGroup[] = [
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.nearTheLock,
    rows: [
      ['120501', '门没有打开', 'The door was not unlocked'],
      ['120508', '门锁没有完成开关操作', 'The lock neither opened nor closed'],
      ['120509', '门锁开关超时', 'The lock did not open or close in time'],
      ['120604', '指纹锁的无线通信失败', 'The radio link to the fingerprint lock failed'],
      [
        '20609 120609',
        '设备没有及时响应，可能是门锁通信故障或电量不足',
        'The device did not respond in time; the lock may be out of range or its battery low',
      ],
    ],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.onceDone,
    rows: [
      ['120510', '智能锁正忙', 'The lock is busy'],
      ['120503', '室内机响铃中', 'The indoor station is ringing'],
      ['120504', '室内机通话中', 'The indoor station is in a call'],
      ['20605 120605', '其他用户正在验证', 'Another user is being verified'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.checkDevice,
    rows: [['120502', '室内机没有收到呼叫', 'The indoor station did not receive the call']],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.checkPassword,
    rows: [['120507', '智能锁密码不正确', 'The password of the lock is wrong']],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.enableRemoteUnlock,
    rows: [['120511', '远程开锁没有打开', 'Remote unlocking is disabled']],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.freeTemporaryCodes,
    rows: [
      ['20600 120600', '临时密码的数量已达上限', 'The maximum number of temporary passwords is reached'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'yes',
    advice: advice.nearTheLock,
    rows: [
      ['120601', '临时密码没有添加成功', 'The temporary password could not be added'],
      ['120602', '临时密码没有删除成功', 'The temporary password could not be deleted'],
      ['120607', '门锁用户没有删除成功', 'The user of the lock could not be deleted'],
      ['120610', '没有取到临时密码列表', 'The temporary passwords could not be listed'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.verifyWithin120s,
    rows: [['120606', '门锁的验证已经开始', 'The lock has started its verification']],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.refreshList,
    rows: [
      ['120603', '没有这个临时密码', 'The temporary password does not exist'],
      ['20608 120608', '门锁没有这个用户', 'The lock has no such user'],
    ],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.chooseAnother,
    rows: [
      ['20615', '门锁已有这个用户', 'The lock already has this user'],
      ['20619', '主用户不能删除', 'The main user cannot be deleted'],
    ],
  },
];
