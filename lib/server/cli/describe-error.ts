/** The domain's messages are Chinese, as specified; these are the same in English for other locales. */
const english: Readonly<Record<string, string>> = {
  'app.notFound': 'There is no application of this key',
  'token.notFound': 'There is no such token, or it is revoked already',
  'camera.notFound': 'There is no such camera',
  'camera.exists': 'There is a camera of this serial and channel already',
  'camera.serialTaken': 'This serial belongs to somebody else',
  '10031': 'The application may not hand out that much: narrow the capabilities',
};

function isChinese(env: Readonly<Record<string, string | undefined>>): boolean {
  return (env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || '').startsWith('zh');
}

/** The message for this terminal's language, with the fields that were wrong, if any. */
export function describeError(
  code: string,
  message: string,
  details: Readonly<Record<string, unknown>>,
  env: Readonly<Record<string, string | undefined>>,
): string {
  const words = isChinese(env) ? message : (english[code] ?? message);
  const problems = details['problems'];
  return Array.isArray(problems) ? `${words}: ${problems.join('; ')}` : words;
}
