/** Signing in and out, and who somebody is. */
import { z } from 'zod';
import { defineAdminCall } from '../call.ts';
import { unseen } from '../field-schema.ts';
import { localizedMessage } from '../localized-message.ts';
import { wireTime } from './wire.ts';

const needed = (label: string, english: string) =>
  localizedMessage({ 'zh-CN': `${label}不能为空`, 'en-US': `${english} is needed` });
const long = (label: string, english: string, count: number) =>
  localizedMessage({
    'zh-CN': `${label}不能超过${count}个字符`,
    'en-US': `${english}: at most ${count} characters`,
  });

/** Any password that somebody may have: what a new one must be is decided where it is set. */
export const givenPassword = z
  .string(needed('密码', 'The password'))
  .min(1, needed('密码', 'The password'))
  .max(128, long('密码', 'The password', 128));
const accountNo = z
  .string(needed('账号', 'The account'))
  .trim()
  .min(1, needed('账号', 'The account'))
  .max(64, long('账号', 'The account', 64));
const captchaFields = {
  /** What the picture says. */
  smsCode: z.string().trim().max(16).default(''),
  /** Of the picture. */
  uuid: z.string().max(64).default(''),
};
export const totpDigits = z
  .string()
  .trim()
  .regex(/^\d{6}$/, localizedMessage({ 'zh-CN': '动态验证码应为6位数字', 'en-US': 'Enter 6 digits' }));

/** At the same time what a name of a new account must be. */
export const accountName = z
  .string(needed('账号', 'The account'))
  .trim()
  .regex(
    /^[A-Za-z][A-Za-z0-9_]{3,29}$/,
    localizedMessage({
      'zh-CN': '账号须以字母开头，由4至30个字母、数字或下划线组成',
      'en-US': 'An account starts with a letter and has 4 to 30 letters, digits or underscores',
    }),
  );
const badCharacter = {
  'zh-CN': '昵称含有不可用的字符',
  'en-US': 'The name has a character it may not have',
} as const;
export const nickName = z
  .string(needed('昵称', 'The name'))
  .trim()
  .min(1, needed('昵称', 'The name'))
  .max(30, long('昵称', 'The name', 30))
  .regex(/^\P{Cc}*$/u, localizedMessage(badCharacter))
  .refine((name) => !unseen.test(name), { error: localizedMessage(badCharacter) });

export const setupState = defineAdminCall({
  method: 'GET',
  path: '/setup',
  policy: 'public',
  summary: { 'zh-CN': '是否需要初始化', 'en-US': 'Whether setup is required' },
  data: z.object({ needed: z.boolean() }),
});

/** Makes the first administrator. The code is shown where the server starts, and works once. */
export const setup = defineAdminCall({
  method: 'POST',
  path: '/setup',
  policy: 'public',
  summary: { 'zh-CN': '创建首个管理员', 'en-US': 'Create the first administrator' },
  body: z.object({
    code: z.string(needed('初始化代码', 'The setup code')).trim().max(64),
    accountNo: accountName,
    password: givenPassword,
    nickName,
  }),
  rejectsDuplicates: false,
});

export const captchaImage = defineAdminCall({
  method: 'GET',
  path: '/captchaImage',
  policy: 'public',
  summary: { 'zh-CN': '验证码图片', 'en-US': 'Captcha image for sign-in' },
  query: z.object({ purpose: z.enum(['login', 'register']).default('login') }),
  data: z.object({
    /** False: none is needed now, and there is none. */
    captchaEnabled: z.boolean(),
    uuid: z.string(),
    /** A data URL. */
    img: z.string(),
    /** Whether `/user/register` is open. */
    registerEnabled: z.boolean(),
  }),
});

export const login = defineAdminCall({
  method: 'POST',
  path: '/login',
  policy: 'public',
  summary: { 'zh-CN': '登录', 'en-US': 'Sign in' },
  body: z.object({
    accountNo,
    password: givenPassword,
    ...captchaFields,
    userType: z.literal('ADMIN').default('ADMIN'),
    loginType: z.literal('PASSWORD').default('PASSWORD'),
    device: z.literal('PC').default('PC'),
    /** Of whoever has a second factor. A failed answer whose `errors` name it asks for it. */
    totpCode: z.union([z.literal(''), totpDigits]).optional(),
    /** May be idle for as long as it lives. */
    rememberMe: z.boolean().default(false),
  }),
  data: z.object({ token: z.string(), expiresInMs: z.number() }),
  // It counts tries itself, and its answer differs each time.
  rejectsDuplicates: false,
});

export const register = defineAdminCall({
  method: 'POST',
  path: '/register',
  policy: 'public',
  summary: { 'zh-CN': '注册', 'en-US': 'Register' },
  body: z.object({
    accountNo: accountName,
    password: givenPassword,
    nickName: nickName.optional(),
    ...captchaFields,
    userType: z.literal('ADMIN').default('ADMIN'),
  }),
});

export const renewToken = defineAdminCall({
  method: 'POST',
  path: '/token/renew',
  policy: 'cookie',
  summary: { 'zh-CN': '续期令牌', 'en-US': 'Renew the bearer token' },
  data: z.object({ token: z.string(), expiresInMs: z.number() }),
  rejectsDuplicates: false,
});

const signOut = { 'zh-CN': '退出登录', 'en-US': 'Sign out' } as const;
export const logout = defineAdminCall({
  method: 'GET',
  path: '/logout',
  policy: 'signedIn',
  beforeSetup: 'always',
  summary: signOut,
});
export const logoutByPost = defineAdminCall({
  method: 'POST',
  path: '/logout',
  policy: 'signedIn',
  beforeSetup: 'always',
  summary: signOut,
  rejectsDuplicates: false,
});

export const userInfo = defineAdminCall({
  method: 'GET',
  path: '/get-user-info',
  policy: 'signedIn',
  beforeSetup: 'always',
  summary: { 'zh-CN': '当前用户信息', 'en-US': 'Current user' },
  data: z.object({
    tenantId: z.string(),
    avatar: z.string(),
    roleCodes: z.array(z.string()),
    permissions: z.array(z.string()),
    nickName: z.string(),
    userId: z.int(),
    userName: z.string(),
    /** Nothing else is answered until it was done. */
    pwdChangeRequired: z.boolean(),
    totpRequired: z.boolean(),
    /** A first administrator without a second factor: say so where they see it. */
    totpAdvised: z.boolean(),
    lastLoginTime: wireTime.nullable(),
    deptName: z.string().nullable(),
    /** Every row of the organisation: what may lie at the root is theirs to say. */
    allData: z.boolean(),
    /** IANA name of the organisation's zone, in which all times are. */
    timeZone: z.string(),
    /** Characters that a new password of theirs needs at least. */
    passwordLength: z.int(),
  }),
});

export const sessionCalls = [
  setupState,
  setup,
  captchaImage,
  login,
  register,
  renewToken,
  logout,
  logoutByPost,
  userInfo,
];
