/** What every signed-in user may read and change of their own account. */
import { z } from 'zod';
import { defineAdminCall } from '../call.ts';
import { localizedMessage } from '../localized-message.ts';
import { givenPassword, nickName, totpDigits } from './session.calls.ts';
import { wireTime } from './wire.ts';

/** Required again for sensitive changes, which must not be possible for others at an open page. */
const password = givenPassword;

export const profile = defineAdminCall({
  method: 'GET',
  path: '/system/user/profile',
  policy: 'signedIn',
  summary: { 'zh-CN': '个人资料', 'en-US': 'Your profile' },
  data: z.object({
    userId: z.int(),
    userName: z.string(),
    nickName: z.string(),
    phonenumber: z.string(),
    email: z.string(),
    sex: z.enum(['0', '1', '2']),
    avatar: z.string(),
    deptName: z.string().nullable(),
    roleNames: z.array(z.string()),
    postNames: z.array(z.string()),
    loginIp: z.string().nullable(),
    loginDate: wireTime.nullable(),
    pwdUpdateDate: wireTime.nullable(),
    createTime: wireTime,
    totpEnabled: z.boolean(),
    version: z.int(),
  }),
});

export const changeProfile = defineAdminCall({
  method: 'PUT',
  path: '/system/user/profile',
  policy: 'signedIn',
  summary: { 'zh-CN': '修改个人资料', 'en-US': 'Update your profile' },
  // Fields that are left out keep their value.
  body: z.object({
    nickName: nickName.optional(),
    phonenumber: z
      .string()
      .trim()
      .regex(
        /^(?:1[3-9]\d{9})?$/,
        localizedMessage({ 'zh-CN': '请输入正确的手机号码', 'en-US': 'Enter a valid phone number' }),
      )
      .optional(),
    email: z
      .union([
        z.literal(''),
        z
          .email(localizedMessage({ 'zh-CN': '请输入正确的邮箱', 'en-US': 'Enter a valid email address' }))
          .max(50),
      ])
      .optional(),
    sex: z.enum(['0', '1', '2']).optional(),
    version: z.int().positive().optional(),
  }),
});

export const changePassword = defineAdminCall({
  method: 'PUT',
  path: '/system/user/profile/updatePwd',
  policy: 'signedIn',
  beforeSetup: 'always',
  summary: { 'zh-CN': '修改密码', 'en-US': 'Change your password (signs out all other sessions)' },
  body: z.object({ oldPassword: password, newPassword: password }),
  acceptedWhenFull: true,
});

export const setAvatar = defineAdminCall({
  method: 'POST',
  path: '/system/user/profile/avatar',
  policy: 'signedIn',
  summary: { 'zh-CN': '上传头像', 'en-US': 'Upload a profile picture' },
  takes: 'multipart',
  file: 'image',
  body: z.object({}),
  data: z.object({ avatar: z.string() }),
});

/** Images are loaded by `<img>`, which sends no bearer token; instead, their names cannot be guessed. */
export const avatar = defineAdminCall({
  method: 'GET',
  path: '/avatar/{id}',
  policy: 'public',
  summary: { 'zh-CN': '头像', 'en-US': 'Avatar of a user' },
  params: z.object({ id: z.string().regex(/^[0-9a-f]{32}$/) }),
  answers: 'file',
});

export const reauthenticate = defineAdminCall({
  method: 'POST',
  path: '/system/user/profile/reauth',
  policy: 'signedIn',
  beforeSetup: 'secondFactor',
  summary: { 'zh-CN': '再次验证密码', 'en-US': 'Confirm the password before a sensitive action' },
  body: z.object({ password }),
  rejectsDuplicates: false,
  acceptedWhenFull: true,
});

export const ownSessions = defineAdminCall({
  method: 'GET',
  path: '/system/user/profile/sessions',
  policy: 'signedIn',
  summary: { 'zh-CN': '我的登录设备', 'en-US': 'Signed-in devices of the current user' },
  data: z.array(
    z.object({
      id: z.string(),
      ipaddr: z.string(),
      browser: z.string(),
      os: z.string(),
      device: z.string(),
      rememberMe: z.boolean(),
      current: z.boolean(),
      loginTime: wireTime,
      lastAccess: wireTime,
      expiresAt: wireTime,
    }),
  ),
});

export const endOwnSession = defineAdminCall({
  method: 'DELETE',
  path: '/system/user/profile/sessions/{id}',
  policy: 'signedIn',
  summary: { 'zh-CN': '退出某个设备', 'en-US': 'Sign out one of your devices' },
  params: z.object({ id: z.string().regex(/^[0-9a-f]{32}$/) }),
});

export const beginTotp = defineAdminCall({
  method: 'POST',
  path: '/system/user/profile/totp',
  policy: 'signedIn',
  beforeSetup: 'secondFactor',
  summary: { 'zh-CN': '开始设置两步验证', 'en-US': 'Start setup of two-step verification (key shown once)' },
  body: z.object({ password }),
  data: z.object({ secret: z.string(), uri: z.string() }),
  rejectsDuplicates: false,
});

/** Until it is confirmed, sign-in requires no code. */
export const confirmTotp = defineAdminCall({
  method: 'PUT',
  path: '/system/user/profile/totp',
  policy: 'signedIn',
  beforeSetup: 'secondFactor',
  summary: { 'zh-CN': '启用两步验证', 'en-US': 'Enable two-step verification' },
  body: z.object({ secret: z.string().regex(/^[A-Z2-7]{32}$/), code: totpDigits }),
});

export const endTotp = defineAdminCall({
  method: 'DELETE',
  path: '/system/user/profile/totp',
  policy: 'signedIn',
  beforeSetup: 'secondFactor',
  summary: { 'zh-CN': '停用两步验证', 'en-US': 'Disable two-step verification' },
  body: z.object({ password }),
});

export const accountCalls = [
  profile,
  changeProfile,
  changePassword,
  setAvatar,
  avatar,
  reauthenticate,
  ownSessions,
  endOwnSession,
  beginTotp,
  confirmTotp,
  endTotp,
];
