import { defineTexts } from './define-texts.ts';

/** Sign-in, and the end of a session. */
export const sessionTexts = defineTexts({
  'session.lead': {
    'zh-CN': '摄像机、直播与权限，在一处管理。',
    'en-US': 'Cameras, live video and permissions in one place.',
  },
  'session.login': { 'zh-CN': '登录', 'en-US': 'Sign in' },
  'session.loginTitle': { 'zh-CN': '登录管理平台', 'en-US': 'Sign in to the console' },
  'session.account': { 'zh-CN': '账号', 'en-US': 'Account' },
  'session.password': { 'zh-CN': '密码', 'en-US': 'Password' },
  'session.capsLock': { 'zh-CN': '大写锁定已打开', 'en-US': 'Caps Lock is on' },
  'session.captcha': { 'zh-CN': '验证码', 'en-US': 'Verification code' },
  'session.captchaImage': {
    'zh-CN': '验证码图片，点击更换',
    'en-US': 'Verification code image. Select to get a new one.',
  },
  'session.captchaHint': {
    'zh-CN': '看不清时请点击图片更换。',
    'en-US': 'Select the image to get a new one.',
  },
  'session.captchaHintNoChallenge': {
    'zh-CN': '看不清时请点击图片更换；无法看图时，请 15 分钟后再试，或联系管理员。',
    'en-US':
      'Select the image to get a new one. If you cannot see the image, try again in 15 minutes or contact your administrator.',
  },
  'session.toChallenge': {
    'zh-CN': '无法看图？改用自动验证',
    'en-US': 'Cannot see the image? Verify without it',
  },
  'session.toImage': { 'zh-CN': '改用图片验证码', 'en-US': 'Use the image instead' },
  'session.challengeProgress': { 'zh-CN': '自动验证的进度', 'en-US': 'Verification progress' },
  'session.challengeRuns': {
    'zh-CN': '正在自动验证，只需几秒，请稍候…',
    'en-US': 'Verifying automatically. This takes a few seconds…',
  },
  'session.challengeHalf': { 'zh-CN': '自动验证已完成一半…', 'en-US': 'Verification is half done…' },
  'session.challengeDone': {
    'zh-CN': '自动验证已完成，请继续。',
    'en-US': 'Verification complete. You can continue.',
  },
  'session.captchaLost': {
    'zh-CN': '验证码加载失败，点击重试',
    'en-US': 'Could not load the captcha. Select to try again.',
  },
  'session.remember': { 'zh-CN': '记住我，7 天内保持登录', 'en-US': 'Keep me signed in for 7 days' },
  'session.needed': { 'zh-CN': '{name}不能为空', 'en-US': '{name} is required' },
  'session.toRegister': { 'zh-CN': '注册账号', 'en-US': 'Register' },
  'session.noAccount': { 'zh-CN': '还没有账号？', 'en-US': 'No account yet?' },
  'session.toLogin': { 'zh-CN': '返回登录', 'en-US': 'Back to sign-in' },
  'session.toHome': { 'zh-CN': '返回产品首页', 'en-US': 'Go to product page' },
  'session.light': { 'zh-CN': '切换到浅色', 'en-US': 'Switch to light' },
  'session.dark': { 'zh-CN': '切换到深色', 'en-US': 'Switch to dark' },
  'session.totpTitle': { 'zh-CN': '两步验证', 'en-US': 'Two-step verification' },
  'session.totpLead': {
    'zh-CN': '请输入验证器应用中显示的 6 位数字。',
    'en-US': 'Enter the 6-digit code from your authenticator app.',
  },
  'session.totpCode': { 'zh-CN': '动态验证码', 'en-US': 'Verification code' },
  'session.totpDigits': { 'zh-CN': '动态验证码应为 6 位数字', 'en-US': 'Enter 6 digits' },
  'session.next': { 'zh-CN': '继续', 'en-US': 'Continue' },
  'session.setupTitle': { 'zh-CN': '创建首个管理员', 'en-US': 'Create the first administrator' },
  'session.setupLead': {
    'zh-CN':
      '系统尚无管理员。初始化代码显示在服务器首次启动的输出中，30 分钟内有效，只能使用一次；过期后可在服务器上运行 npm run oriel -- setup-code 重新生成。',
    'en-US':
      'No administrator exists yet. The setup code is in the output of the first server start. It works once and is valid for 30 minutes. To get a new code, run npm run oriel -- setup-code on the server.',
  },
  'session.setupCode': { 'zh-CN': '初始化代码', 'en-US': 'Setup code' },
  'session.setupDo': { 'zh-CN': '创建并登录', 'en-US': 'Create and sign in' },
  'session.made': { 'zh-CN': '管理员已创建，请登录', 'en-US': 'Administrator created. Sign in.' },
  'session.nickName': { 'zh-CN': '昵称', 'en-US': 'Name' },
  'session.accountRule': {
    'zh-CN': '以字母开头，4 至 30 个字母、数字或下划线',
    'en-US': '4 to 30 letters, digits or underscores; the first is a letter',
  },
  'session.accountWrong': {
    'zh-CN': '账号须以字母开头，由 4 至 30 个字母、数字或下划线组成',
    'en-US': 'Use 4 to 30 letters, digits or underscores, starting with a letter',
  },
  'session.registerTitle': { 'zh-CN': '注册账号', 'en-US': 'Register' },
  'session.register': { 'zh-CN': '注册', 'en-US': 'Register' },
  'session.registerClosed': {
    'zh-CN': '注册未开放，请联系管理员开通账号。',
    'en-US': 'Registration is closed. Ask an administrator to create an account for you.',
  },
  'session.registered': { 'zh-CN': '注册成功，请登录', 'en-US': 'Account created. Sign in.' },
  'session.oldPassword': { 'zh-CN': '当前密码', 'en-US': 'Current password' },
  'session.newPassword': { 'zh-CN': '新密码', 'en-US': 'New password' },
  'session.confirmPassword': { 'zh-CN': '确认密码', 'en-US': 'Confirm password' },
  'session.passwordsDiffer': { 'zh-CN': '两次输入的密码不一致', 'en-US': 'The passwords do not match' },
  'session.passwordRule': {
    'zh-CN': '至少 {count} 个字符；不能只由账号、常见词（如 admin、oriel）、年份或连续字符组成',
    'en-US':
      'At least {count} characters. Do not use only your account name, common words (such as admin or oriel), years or keyboard sequences.',
  },
  'session.passwordShort': {
    'zh-CN': '密码至少 {count} 个字符',
    'en-US': 'Use at least {count} characters',
  },
  'session.strength': { 'zh-CN': '密码强度：{level}', 'en-US': 'Password strength: {level}' },
  'session.strength0': { 'zh-CN': '太弱', 'en-US': 'too weak' },
  'session.strength1': { 'zh-CN': '弱', 'en-US': 'weak' },
  'session.strength2': { 'zh-CN': '中', 'en-US': 'fair' },
  'session.strength3': { 'zh-CN': '强', 'en-US': 'strong' },
  'session.strength4': { 'zh-CN': '很强', 'en-US': 'very strong' },
  'session.mustChange': { 'zh-CN': '请先修改密码', 'en-US': 'Change your password' },
  'session.mustChangeLead': {
    'zh-CN': '您的密码由管理员设置或已到期，修改后才能继续。',
    'en-US': 'Your password was set by an administrator or has expired. Change it to continue.',
  },
  'session.passwordChanged': { 'zh-CN': '密码已修改', 'en-US': 'Password changed' },
  'session.changePassword': { 'zh-CN': '修改密码', 'en-US': 'Change password' },
  'session.mustTotp': { 'zh-CN': '请先启用两步验证', 'en-US': 'Set up two-step verification' },
  'session.mustTotpLead': {
    'zh-CN': '您的角色要求两步验证，启用后才能继续。',
    'en-US': 'Your role requires two-step verification. Set it up to continue.',
  },
  'session.totpScan': {
    'zh-CN': '用验证器应用扫描二维码，或手动输入密钥：',
    'en-US': 'Scan the QR code with an authenticator app, or enter the key manually:',
  },
  'session.totpQr': { 'zh-CN': '动态验证码密钥的二维码', 'en-US': 'QR code of the key' },
  'session.totpBegin': { 'zh-CN': '开始设置', 'en-US': 'Start setup' },
  'session.totpEnable': { 'zh-CN': '启用', 'en-US': 'Enable' },
  'session.totpEnabled': { 'zh-CN': '两步验证已启用', 'en-US': 'Two-step verification enabled' },
  'session.returning': { 'zh-CN': '正在返回…', 'en-US': 'Redirecting…' },
  'session.bindTitle': { 'zh-CN': '绑定账号', 'en-US': 'Link account' },
  'session.bindNone': {
    'zh-CN': '本系统没有启用第三方登录，因此没有可以绑定的账号。',
    'en-US': 'Sign-in with other services is not configured, so there is no account to link.',
  },
  'session.logout': { 'zh-CN': '退出登录', 'en-US': 'Sign out' },
});
