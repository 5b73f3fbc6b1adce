import { describe, expect, it } from '@jest/globals';
import { errorCatalogue } from '../../lib/error-catalogue/catalogue.ts';
import { matchError } from '../../lib/error-catalogue/match.ts';
import type { EzopenErrorCode } from '../../lib/ezopen/address.ts';
import { locales } from '../../lib/i18n/translate.ts';
import { judge } from '../../player-frame/state/failure-policy.ts';

/** Every way in which an address can be wrong: a new one does not compile until it stands here. */
const addressErrors: Record<EzopenErrorCode, true> = {
  'ezopen.notAddress': true,
  'ezopen.tooLong': true,
  'ezopen.host': true,
  'ezopen.validCode': true,
  'ezopen.deviceSerial': true,
  'ezopen.channelNo': true,
  'ezopen.mode': true,
  'ezopen.playbackTime': true,
  'ezopen.query': true,
};

describe('the error catalogue', () => {
  it.each(Object.keys(addressErrors))('has words for %s', (code) => {
    expect(matchError(code, 'address').by).toBe('exact');
  });

  it('has each code once', () => {
    const codes = errorCatalogue.map(({ code }) => code);
    expect(codes).toEqual([...new Set(codes)]);
  });

  it.each(errorCatalogue.map((entry) => [entry.code, entry] as const))(
    'says in each language what %s is and what to try',
    (_code, { cause, advice }) => {
      for (const locale of locales) {
        expect(cause[locale].trim().length).toBeGreaterThan(3);
        expect(advice[locale].trim().length).toBeGreaterThan(3);
      }
      expect(cause['zh-CN']).toMatch(/\p{Script=Han}/u);
      expect(cause['en-US']).not.toMatch(/\p{Script=Han}/u);
      expect(advice['zh-CN']).toMatch(/\p{Script=Han}/u);
      expect(advice['en-US']).not.toMatch(/\p{Script=Han}/u);
    },
  );

  it.each(
    ['10001', '10002', '10017', '10030', '10031', '110002', '110029', '20002', '20007'].concat([
      '400035',
      '400036',
      '400902',
      '395404',
      '395546',
      '1003',
    ]),
  )('knows %s', (code) => {
    expect(matchError(code, 'stream').by).toBe('exact');
  });

  it('offers a retry for whatever the player itself would retry', () => {
    for (const { code, retryHelps } of errorCatalogue) {
      const verdict = judge({ kind: 'other', code, stage: 'stream', message: null }, 0, 0);
      if (verdict.what === 'retry') expect([code, retryHelps]).toEqual([code, 'yes']);
    }
  });
});

describe('matching', () => {
  it.each([
    ['10002', 'exact', '播放凭证（accessToken）无效或已过期'],
    ['1003', 'exact', '连接断开，请重试'],
    ['ezopen.playbackTime', 'exact', '回放时间格式有误，请确认'],
    ['player.notPlaying', 'exact', '当前非播放状态'],
    // By the last four digits, within the media families.
    ['5404', 'family', '设备不在线'],
    ['395404', 'exact', '设备不在线'],
    // The five- and six-digit forms of one family.
    ['120007', 'family', '设备不在线'],
    ['120002', 'exact', '设备不存在或未注册'],
  ] as const)('finds %s (%s)', (code, by, cause) => {
    expect(matchError(code, 'stream')).toMatchObject({ by, entry: { code, cause: { 'zh-CN': cause } } });
  });

  it.each(['99999', '40007', '7', '', '设备', '395404x', '-1', '999995404'])(
    'does not guess at %p',
    (code) => {
      expect(matchError(code, 'stream')).toMatchObject({
        by: 'fallback',
        entry: { code, cause: { 'zh-CN': '播放失败，请检查设备及客户端网络' } },
      });
    },
  );

  it('says 获取播放地址失败 where the address is what failed', () => {
    expect(matchError('99999', 'address').entry.cause['zh-CN']).toBe('获取播放地址失败');
  });
});
