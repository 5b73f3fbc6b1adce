/** What everybody who is signed in may read and change of themselves. */
import { z } from 'zod';
import { defineAdminCall } from '../call.ts';
import { say } from '../say.ts';
import { givenPassword, nickName, totpDigits } from './session.calls.ts';
import { wireTime } from './wire.ts';

/** Asked for again before what must not happen by somebody else's hand at an open page. */
const password = givenPassword;

export const profile = defineAdminCall({
  method: 'GET',
  path: '/system/user/profile',
  policy: 'signedIn',
  summary: { 'zh-CN': '个人资料', 'en-US': 'Own profile' },
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
  summary: { 'zh-CN': '修改个人资料', 'en-US': 'Change the own profile' },
  // What is not named stays as it is.
  body: z.object({
    nickName: nickName.optional(),
    phonenumber: z
      .string()
      .trim()
      .regex(
        /^(?:1[3-9]\d{9})?$/,
        say({ 'zh-CN': '手机号码格式不正确', 'en-US': 'The phone number is not one' }),
      )
      .optional(),
    email: z
      .union([
        z.literal(''),
        z.email(say({ 'zh-CN': '邮箱格式不正确', 'en-US': 'The address is not one' })).max(50),
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
  summary: { 'zh-CN': '修改密码', 'en-US': 'Change the own password; all other sessions end' },
  body: z.object({ oldPassword: password, newPassword: password }),
});

export const setAvatar = defineAdminCall({
  method: 'POST',
  path: '/system/user/profile/avatar',
  policy: 'signedIn',
  summary: { 'zh-CN': '上传头像', 'en-US': 'Set the own picture' },
  takes: 'multipart',
  file: 'picture',
  body: z.object({}),
  data: z.object({ avatar: z.string() }),
});

/** Pictures are shown by `<img>`, which sends no bearer: their names cannot be guessed instead. */
export const avatar = defineAdminCall({
  method: 'GET',
  path: '/avatar/{id}',
  policy: 'public',
  summary: { 'zh-CN': '头像', 'en-US': "Somebody's picture" },
  params: z.object({ id: z.string().regex(/^[0-9a-f]{32}$/) }),
  answers: 'file',
});

export const reauthenticate = defineAdminCall({
  method: 'POST',
  path: '/system/user/profile/reauth',
  policy: 'signedIn',
  beforeSetup: 'secondFactor',
  summary: { 'zh-CN': '再次验证密码', 'en-US': 'Show the password again before something sensitive' },
  body: z.object({ password }),
  refusesTwice: false,
});

export const ownSessions = defineAdminCall({
  method: 'GET',
  path: '/system/user/profile/sessions',
  policy: 'signedIn',
  summary: { 'zh-CN': '我的登录设备', 'en-US': 'Own sessions' },
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
  summary: { 'zh-CN': '退出某个设备', 'en-US': 'End one of the own sessions' },
  params: z.object({ id: z.string().regex(/^[0-9a-f]{32}$/) }),
});

export const beginTotp = defineAdminCall({
  method: 'POST',
  path: '/system/user/profile/totp',
  policy: 'signedIn',
  beforeSetup: 'secondFactor',
  summary: { 'zh-CN': '准备动态验证码', 'en-US': 'Begin a second factor: shown this once' },
  body: z.object({ password }),
  data: z.object({ secret: z.string(), uri: z.string() }),
  refusesTwice: false,
});

/** Begun but not confirmed, it asks for nothing at sign-in. */
export const confirmTotp = defineAdminCall({
  method: 'PUT',
  path: '/system/user/profile/totp',
  policy: 'signedIn',
  beforeSetup: 'secondFactor',
  summary: { 'zh-CN': '启用动态验证码', 'en-US': 'Confirm the second factor by its first code' },
  body: z.object({ secret: z.string().regex(/^[A-Z2-7]{32}$/), code: totpDigits }),
});

export const endTotp = defineAdminCall({
  method: 'DELETE',
  path: '/system/user/profile/totp',
  policy: 'signedIn',
  beforeSetup: 'secondFactor',
  summary: { 'zh-CN': '停用动态验证码', 'en-US': 'Do without a second factor' },
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
