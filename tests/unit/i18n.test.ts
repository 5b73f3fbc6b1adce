import { expect } from 'expect';
import { describe, it } from 'vitest';
import { enUs } from '../../lib/i18n/en-us.ts';
import { isMessageKey, nearestLocale, translate } from '../../lib/i18n/translate.ts';
import { zhCn } from '../../lib/i18n/zh-cn.ts';

const keys = Object.keys(zhCn) as (keyof typeof zhCn)[];
const holes = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();

describe('texts', () => {
  it('have the same keys in both languages', () => {
    expect(Object.keys(enUs).sort()).toEqual([...keys].sort());
  });

  it.each(keys)('%s is in both languages, with the same placeholders', (key) => {
    expect(zhCn[key].trim()).not.toBe('');
    expect(enUs[key].trim()).not.toBe('');
    expect(enUs[key]).not.toMatch(/\p{Script=Han}/u);
    expect(holes(enUs[key])).toEqual(holes(zhCn[key]));
  });

  it.each([
    ['player.notPlaying', '当前非播放状态'],
    ['player.playbackFailed', '播放失败，请检查设备及客户端网络'],
    ['player.addressFailed', '获取播放地址失败'],
  ] as const)('%s is as specified', (key, text) => {
    expect(translate('zh-CN', key)).toBe(text);
  });

  it('fill placeholders, and keep one without a value visible', () => {
    expect(translate('en-US', 'player.retryIn', { seconds: 3 })).toBe('Retrying in 3 s');
    expect(translate('en-US', 'player.retryIn', {})).toBe('Retrying in {seconds} s');
    expect(translate('en-US', 'player.retryIn', Object.create({ seconds: 1 }))).toBe(
      'Retrying in {seconds} s',
    );
  });

  it.each([
    ['en', 'en-US'],
    ['en-GB', 'en-US'],
    ['EN_us', 'zh-CN'],
    ['zh-TW', 'zh-CN'],
    ['fr', 'zh-CN'],
    ['', 'zh-CN'],
  ])('select for %p the nearest language, %s', (wanted, locale) => {
    expect(nearestLocale(wanted)).toBe(locale);
  });

  it('ignore inherited names', () => {
    expect(isMessageKey('toString')).toBe(false);
  });
});
