import { expect } from 'expect';
import { describe, it } from 'vitest';
import { translate } from '../../lib/i18n/translate.ts';
import { behindText, durationText, lengthText } from '../../player-frame/react/duration-text.ts';

const inChinese = (key: Parameters<typeof translate>[1], params: Parameters<typeof translate>[2]) =>
  translate('zh-CN', key, params);
const inEnglish: typeof inChinese = (key, params) => translate('en-US', key, params);
const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

describe('durations in the player', () => {
  it.each([
    [0, '0 秒', '0 s'],
    [4 * minute, '4 分钟', '4 min'],
    [65 * second, '1 分钟 5 秒', '1 min 5 s'],
    [hour + 5 * minute, '1 小时 5 分钟', '1 h 5 min'],
    [hour + 3 * second, '1 小时 3 秒', '1 h 3 s'],
    [2 * day + hour, '2 天 1 小时', '2 d 1 h'],
  ])('of %i ms are %s, %s', (durationMs, chinese, english) => {
    expect([durationText(durationMs, inChinese), durationText(durationMs, inEnglish)]).toEqual([
      chinese,
      english,
    ]);
  });

  it('have a fraction below a minute where a range is selected', () => {
    expect(lengthText({ begin: 500, end: 10_000 }, inChinese)).toBe('9.5 秒');
    expect(lengthText({ begin: 0, end: 5 * minute }, inEnglish)).toBe('5 min');
  });

  it.each([
    [35_900, '35 s'],
    [119_900, '1 min'],
    [2 * hour + 59 * second, '2 h'],
    [2 * hour + minute, '2 h 1 min'],
    [2 * day + 61 * minute, '2 d 1 h'],
  ])('of %i ms behind live are %s', (behindMs, text) => {
    expect(behindText(behindMs, inEnglish)).toBe(text);
  });
});
