import type { EntryGroup } from '../entry.ts';
import { advice } from './advice.ts';

/** 101xxx, 130xxx and their short forms: registration, phone numbers, email addresses, codes by text message. */
export const accountEntries: readonly EntryGroup[] = [
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.checkAccount,
    rows: [
      ['101001', '用户名不符合要求', 'The user name does not meet the rules'],
      ['101003', '密码不符合要求', 'The password does not meet the rules'],
      ['101004', '密码不能全是同一个字符', 'A password must not consist of one repeated character'],
      ['101007', '该手机号还没有注册', 'This phone number is not registered'],
      ['1008 101008', '手机号格式不正确', 'The phone number is invalid'],
      ['101009', '用户名和手机号对不上', 'The user name and phone number do not match'],
      ['101013 130001', '找不到该用户', 'The user does not exist'],
      ['101014', '密码或 appKey 不正确', 'The password or the appKey is wrong'],
      ['101021', '验证信息有误', 'The details to verify are wrong'],
      ['101031', '该邮箱还没有注册', 'This email address is not registered'],
      ['101032', '邮箱格式不正确', 'The email address is invalid'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.chooseAnother,
    rows: [
      ['101002', '用户名已被使用', 'The user name is taken'],
      ['101006 130002', '该手机号已注册过', 'This phone number is already registered'],
      ['101026', '该邮箱已注册过', 'This email address is already registered'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.checkSmsCode,
    rows: [
      ['1011 101011', '验证码不正确', 'The code is wrong'],
      ['30003 130003', '手机验证码不正确', 'The code from the text message is wrong'],
      ['101012', '验证码已失效', 'The code has expired'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'yes',
    advice: advice.waitForSms,
    rows: [
      ['101010', '验证码没有发送成功', 'The code could not be sent'],
      ['1041 101041', '验证码获取得太频繁', 'Verification codes were requested too often'],
      ['101043', '手机验证码输错次数过多', 'Too many incorrect text message codes'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.contactSupport,
    rows: [['101015', '用户已被锁定', 'The user is locked']],
  },
  {
    source: 'service',
    isRetryable: 'yes',
    advice: advice.later,
    rows: [
      ['1012 1021 1043', '重置没有成功', 'The reset failed'],
      ['130004', '终端绑定操作没有成功', 'Terminal binding could not be changed'],
    ],
  },
];
