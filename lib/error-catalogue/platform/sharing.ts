import type { EntryGroup } from '../entry.ts';
import { advice } from './advice.ts';

/** 107xxx, 201xx, 1200xx, 1201xx: friends, invitations, shares, public videos, alarms, pictures. */
export const sharingEntries: readonly EntryGroup[] = [
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.askToShareAgain,
    rows: [
      ['107001', '没有找到这个邀请', 'The invitation does not exist'],
      ['107002', '邀请没有通过验证', 'The invitation failed verification'],
      ['107003', '邀请是发给其他用户的', 'The invitation is meant for another user'],
      ['20102', '没有可以接受的邀请', 'No invitation to accept'],
      ['120102', '找不到对应的邀请', 'The invitation cannot be found'],
      ['20109 120109', '分享不存在或已取消', 'The share does not exist or was revoked'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.chooseOtherPerson,
    rows: [
      ['107006', '邀请的对象不能是自己', 'You cannot invite yourself'],
      ['20107 120107', '不能把自己加为好友', 'You cannot add yourself as a friend'],
      ['120101', '视频不能分享给自己', 'A video cannot be shared with yourself'],
      ['20104 120104', '没有这位好友', 'The friend does not exist'],
      ['20108 120108', '对方还不是您的好友', 'This user is not your friend yet'],
      ['120112', '无法将应用下的用户加为好友', 'A user of the application could not be added as a friend'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.resetShares,
    rows: [
      ['107007', '已经邀请过，不能重复邀请', 'An invitation already exists'],
      ['120025', '已经申请过该设备的分享', 'A share of this device was requested before'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.alreadySo,
    rows: [
      ['20103 120103', '对方已经是您的好友', 'This user is already your friend'],
      ['20111 120111', '好友申请不在等待确认的状态', 'The friend request is not waiting to be accepted'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.refreshList,
    rows: [
      ['120105', '好友状态不正确', 'The friend is in the wrong state for this operation'],
      ['120106', '没有这个群组', 'The group does not exist'],
      ['120110', '该好友群组不属于当前账号', 'This group of friends belongs to another account'],
      ['120026', '视频广场上没有该视频', 'The video does not exist on the public square'],
      ['120030', '该公开视频不属于当前账号', 'This public video belongs to another account'],
      ['20301', '找不到该编号的联动信息', 'The linkage with this number does not exist'],
      ['120302 120303', '找不到该图片', 'The image cannot be found'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.nothingToDo,
    rows: [['120033', '不能收藏自己分享的视频', 'You cannot bookmark a video you share yourself']],
  },
  {
    source: 'service',
    isRetryable: 'yes',
    advice: advice.later,
    rows: [
      ['120027', '视频没有转码成功', 'The video could not be converted'],
      ['20201 120201', '报警信息没有处理成功', 'The alarm could not be handled'],
      ['20202 120202', '留言没有处理成功', 'The message could not be handled'],
    ],
  },
];
