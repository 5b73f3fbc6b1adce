import { expect } from 'expect';
import { describe, it } from 'vitest';
import { availableLocales, requestedLocale } from '../../lib/i18n/requested-locale.ts';

describe('the language of a visitor', () => {
  it.each([
    [null, null, 'zh-CN'],
    [null, 'en-GB,zh;q=0.5', 'en-US'],
    [null, 'fr,en;q=0.8,zh;q=0.5', 'en-US'],
    [null, 'fr', 'zh-CN'],
    ['oriel_sid=x; app_language=en-US', 'zh-CN', 'en-US'],
    ['app_language=zh-CN', 'en-US', 'zh-CN'],
    ['other_app_language=en-US; app_language=nonsense', 'zh', 'zh-CN'],
  ])('with cookie %p and Accept-Language %p is %s', (cookie, acceptLanguage, locale) => {
    expect(requestedLocale({ cookie, acceptLanguage })).toBe(locale);
  });

  it('is Chinese if the setting allows nothing else', () => {
    const headers = { cookie: 'app_language=en-US', acceptLanguage: 'en' };
    expect(requestedLocale(headers, availableLocales(['zh-CN']))).toBe('zh-CN');
  });

  it.each([
    [
      ['zh-CN', 'en-US'],
      ['zh-CN', 'en-US'],
    ],
    ['zh-CN,en-US', ['zh-CN', 'en-US']],
    ['["en-US"]', ['zh-CN', 'en-US']],
    [['zh-CN'], ['zh-CN']],
    [null, ['zh-CN']],
  ])('the setting %j allows %j', (setting, allowed) => {
    expect(availableLocales(setting)).toEqual(allowed);
  });
});
