/** Sign-in, sign-out and the current user. */
import { z } from 'zod';
import { defineAdminCall } from '../call.ts';
import { maskRules } from '../field.ts';
import { unseen } from '../field-schema.ts';
import { localizedMessage } from '../localized-message.ts';
import { wireBrand, wireTime } from './wire.ts';

const needed = (label: string, english: string) =>
  localizedMessage({ 'zh-CN': `${label}不能为空`, 'en-US': `${english} is required` });
const long = (label: string, english: string, count: number) =>
  localizedMessage({
    'zh-CN': `${label}不能超过 ${count} 个字符`,
    'en-US': `${english}: at most ${count} characters`,
  });

/** Any existing password; the rules for new ones are checked when they are set. */
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
  /** The text of the captcha image, or the key of the challenge. */
  smsCode: z.string().trim().max(64).default(''),
  /** Of the captcha. */
  uuid: z.string().max(64).default(''),
};
export const totpDigits = z
  .string()
  .trim()
  .regex(/^\d{6}$/, localizedMessage({ 'zh-CN': '动态验证码应为 6 位数字', 'en-US': 'Enter 6 digits' }));

/** Also the rule for the names of new accounts. */
export const accountName = z
  .string(needed('账号', 'The account'))
  .trim()
  .regex(
    /^[A-Za-z][A-Za-z0-9_]{3,29}$/,
    localizedMessage({
      'zh-CN': '账号须以字母开头，由 4 至 30 个字母、数字或下划线组成',
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

/** Creates the first administrator. The setup code is printed at server start and works once. */
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

const captchaQuery = z.object({ purpose: z.enum(['login', 'register']).default('login') });

export const captchaImage = defineAdminCall({
  method: 'GET',
  path: '/captchaImage',
  policy: 'public',
  summary: { 'zh-CN': '验证码图片', 'en-US': 'Captcha image for sign-in' },
  query: captchaQuery,
  data: z.object({
    /** False: no captcha is required and none is returned. */
    captchaEnabled: z.boolean(),
    uuid: z.string(),
    /** A data URL. */
    img: z.string(),
    /** Whether `/user/register` is enabled. */
    registerEnabled: z.boolean(),
    /** Whether `/captchaChallenge` is available instead of the image. */
    challengeEnabled: z.boolean(),
  }),
});

/** Find the counter whose PBKDF2 key begins with `keyPrefix`; the answer is this key, hexadecimal. */
const challenge = z.object({
  algorithm: z.string(),
  /** Hexadecimal, like salt and prefix. */
  nonce: z.string(),
  salt: z.string(),
  /** Iterations per key. */
  cost: z.int(),
  /** Bytes. */
  keyLength: z.int(),
  keyPrefix: z.string(),
  /** The key is found at this counter at the latest. */
  maxCounter: z.int(),
});
export type CaptchaChallenge = z.infer<typeof challenge>;

/** For people who cannot see the image: a computation of the browser, with the same limits and validity. */
export const captchaChallenge = defineAdminCall({
  method: 'GET',
  path: '/captchaChallenge',
  policy: 'public',
  summary: { 'zh-CN': '免看图验证', 'en-US': 'Captcha that the browser computes' },
  query: captchaQuery,
  data: z.object({
    /** False: no captcha is required and none is returned. */
    captchaEnabled: z.boolean(),
    uuid: z.string(),
    challenge: challenge.nullable(),
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
    /** For users with two-step verification. A failed response whose `errors` name it means that it is required. */
    totpCode: z.union([z.literal(''), totpDigits]).optional(),
    /** Without idle limit. */
    rememberMe: z.boolean().default(false),
  }),
  data: z.object({ token: z.string(), expiresInMs: z.number() }),
  // The call limits attempts itself, and each response differs.
  rejectsDuplicates: false,
  acceptedWhenFull: true,
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
  acceptedWhenFull: true,
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
  acceptedWhenFull: true,
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
    /** Until it is done, all other calls are rejected. */
    pwdChangeRequired: z.boolean(),
    totpRequired: z.boolean(),
    /** A first administrator without two-step verification: recommend it. */
    totpAdvised: z.boolean(),
    lastLoginTime: wireTime.nullable(),
    deptName: z.string().nullable(),
    /** Access to all data of the organisation, which is required to place records at the root. */
    allData: z.boolean(),
    /** Kinds of values that are masked for this user, who can search them only with the permission to reveal them. */
    masks: z.array(z.enum(maskRules)),
    /** IANA name of the organisation's time zone; all times are in it. */
    timeZone: z.string(),
    /** Minimum length of a new password for this user. */
    passwordLength: z.int(),
    brand: wireBrand,
  }),
});

export const sessionCalls = [
  setupState,
  setup,
  captchaImage,
  captchaChallenge,
  login,
  register,
  renewToken,
  logout,
  logoutByPost,
  userInfo,
];
