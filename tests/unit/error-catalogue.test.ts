import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'expect';
import fc from 'fast-check';
import { describe, it } from 'vitest';
import { isLappCode } from '../../lib/domain/errors/lapp-errors.ts';
import { type ErrorEntry, errorCatalogue } from '../../lib/error-catalogue/catalogue.ts';
import { matchError } from '../../lib/error-catalogue/match.ts';
import { ownEntry } from '../../lib/error-catalogue/own.ts';
import { advice } from '../../lib/error-catalogue/platform/advice.ts';
import type { EzopenErrorCode } from '../../lib/ezopen/address.ts';
import { locales } from '../../lib/i18n/translate.ts';
import { judge } from '../../player-frame/state/failure-policy.ts';
import {
  errorCodesFile,
  errorCodesPage,
  errorCodeType,
  errorCodeTypeFile,
} from '../../scripts/generate-error-codes.ts';
import { propertyRun } from '../kit/mutation.ts';

const knownCodes: string[] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'error-codes.fixture.json'), 'utf8'),
);

/** Every error code of an address. A missing code is a compile error. */
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

/**
 * Files that may use error codes, without the demuxer in `engines/flv`: its codes are internal, and the engine reports
 * all of them as one.
 */
function sourcesOf(folder: string): string[] {
  const root = join(import.meta.dirname, '../../player-frame', folder);
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('flv/'))
    .map((file) => readFileSync(join(root, file), 'utf8'));
}

const max = { 'zh-CN': 120, 'en-US': 220 } as const;

/** Style violations in the texts of an entry; empty if there are none. */
function faultsOf({ code, cause, advice }: ErrorEntry): string[] {
  return locales.flatMap((locale) =>
    [cause[locale], advice[locale]].flatMap((text) => {
      const isChinese = /\p{Script=Han}/u.test(text);
      return [
        text.trim().length > 3 ? [] : [`${code}: blank in ${locale}`],
        text.length <= max[locale] ? [] : [`${code}: too long in ${locale}`],
        isChinese === (locale === 'zh-CN') ? [] : [`${code}: not ${locale}`],
        text === text.trim() && !/[。.]$|\s{2}|\{|undefined/.test(text)
          ? []
          : [`${code}: untidy in ${locale}`],
      ].flat();
    }),
  );
}

describe('the error catalogue', () => {
  it('has an entry for each of the 931 known codes', () => {
    expect(new Set(knownCodes).size).toBe(931);
    expect(knownCodes.filter((code) => matchError(code, 'stream').by !== 'exact')).toEqual([]);
  });

  it('has no entry that is blank, overlong or in the wrong language', () => {
    expect(errorCatalogue.flatMap(faultsOf)).toEqual([]);
  });

  it.each([
    ['blank in zh-CN', { cause: { 'zh-CN': '', 'en-US': 'The device is offline' } }],
    ['blank in en-US', { advice: { 'zh-CN': '请稍后重试', 'en-US': '  ' } }],
    ['not zh-CN', { cause: { 'zh-CN': 'offline', 'en-US': 'The device is offline' } }],
    ['not en-US', { cause: { 'zh-CN': '设备不在线', 'en-US': '设备不在线' } }],
    ['too long in en-US', { cause: { 'zh-CN': '设备不在线', 'en-US': 'x'.repeat(221) } }],
    ['too long in zh-CN', { cause: { 'zh-CN': '线'.repeat(121), 'en-US': 'The device is offline' } }],
  ])('control: an entry that is %s is detected', (fault, change) => {
    const audio = matchError('395404', 'stream').entry;
    expect(faultsOf(audio)).toEqual([]);
    expect(faultsOf({ ...audio, ...change })).toContain(`395404: ${fault}`);
  });

  it('has each code once', () => {
    const codes = errorCatalogue.map(({ code }) => code);
    expect(codes).toEqual([...new Set(codes)]);
  });

  it('has unique codes', () => {
    expect(
      errorCatalogue.filter(({ code }) => !/^(-?\d{1,10}|[a-z]+([.-][a-zA-Z]+)?|tooMany)$/.test(code)),
    ).toEqual([]);
  });

  it.each(Object.keys(addressErrors))('has a text for %s', (code) => {
    expect(matchError(code, 'address').by).toBe('exact');
  });

  it('offers a retry for each code that the player itself retries', () => {
    for (const { code, isRetryable } of errorCatalogue) {
      const verdict = judge({ kind: 'other', code, stage: 'stream', message: null }, 0, 0);
      if (verdict.what === 'retry') expect([code, isRetryable]).toEqual([code, 'yes']);
    }
  });

  it('requests a new token for each code for which the player itself does', () => {
    for (const { code, action } of errorCatalogue) {
      const verdict = judge({ kind: 'other', code, stage: 'stream', message: null }, 0, 0);
      if (verdict.what === 'renewToken') expect([code, action]).toEqual([code, 'getToken']);
    }
  });

  it('offers only actions that can help', () => {
    for (const { code, isRetryable, action } of errorCatalogue) {
      if (action === 'retry') expect([code, isRetryable]).toEqual([code, 'yes']);
      if (action === 'none') expect([code, isRetryable]).toEqual([code, 'no']);
    }
  });

  it('contains the codes of the player and its server without the large table', () => {
    for (const code of ['1003', '10002', '20007', '400035', '400036', 'network.closed', 'source.silent']) {
      expect(ownEntry(code)).toBe(matchError(code, 'stream').entry);
    }
    expect(errorCatalogue.filter(({ code }) => isLappCode(code) && !ownEntry(code))).toEqual([]);
    expect(ownEntry('395404')).toBeUndefined();
  });

  it('has a text for each code that the frame rejects or reports with', () => {
    // Only codes with a dot: codes without one are internal to the host link.
    const codes = ['state', 'session', 'engines']
      .flatMap(sourcesOf)
      .flatMap((text) =>
        [
          ...text.matchAll(/\b(?:refuse|failureOf)\((?:id, )?'(\w+\.\w+)'/g),
          ...text.matchAll(/\bfailure\('(?:network|media|denied|other)', '(\w+\.\w+)'/g),
        ].map((match) => match[1] as string),
      );
    expect(codes).toEqual(expect.arrayContaining(['player.notPlaying', 'network.silent', 'media.decode']));
    expect(codes.filter((code) => !ownEntry(code))).toEqual([]);
  });

  it('has no unused advice', () => {
    const given = new Set(errorCatalogue.map((entry) => entry.advice));
    expect(Object.keys(advice).filter((name) => !given.has(advice[name as keyof typeof advice]))).toEqual([]);
  });

  it('is documented in docs/ref/error-codes.md: npx tsx scripts/generate-error-codes.ts', () => {
    expect(readFileSync(errorCodesFile, 'utf8') === errorCodesPage()).toBe(true);
    expect(readFileSync(errorCodeTypeFile, 'utf8') === errorCodeType()).toBe(true);
  });
});

describe('the messages of recordings', () => {
  it.each([
    ['seek.format', 'seek时间格式错误'],
    ['seek.otherDate', 'seek时间不能跨日期'],
    ['rate.max', '播放速度最大为4倍速度'],
    ['rate.min', '播放速度最小为1倍速度'],
    ['playback.none', '未找到录像片段'],
    ['ezopen.playbackTime', '回放时间格式有误，请确认'],
  ])('%s: %s', (code, message) => {
    expect(ownEntry(code)?.cause['zh-CN']).toBe(message);
  });
});

describe('the groups and examples of the specification', () => {
  it.each([
    ['10002 110002', /accessToken.*无效或已过期/, /重新获取播放凭证/, 'getToken'],
    ['400902', /accessToken.*失效/, /重新获取播放凭证/, 'getToken'],
    ['10017 110017', /appKey.*不存在/, /检查播放器的配置/, 'none'],
    ['110008', /签名/, /重新计算签名/, 'none'],
    ['110010', /签名已超时/, /同步服务器时间/, 'none'],
    ['110006', /IP/, /允许范围/, 'none'],
    ['110007 110026 110027', /上限/, /升级为企业版/, 'none'],
    ['110029', /个人版.*频率超限/, /升级为企业版/, 'retry'],
    ['10031 110031', /没有查看该摄像机的权限/, /开通/, 'none'],
    ['10032 110036', /子账号/, /./, 'none'],
    ['20002 120002', /设备不存在/, /./, 'none'],
    ['20007 120007 395404', /^设备不在线$/, /检查设备网络或重启设备/, 'retry'],
    ['20008 120008', /设备响应超时/, /检查设备网络或重启设备/, 'retry'],
    ['20010 120010 105002', /设备验证码错误/, /设备标签/, 'none'],
    ['20017 120017 105000', /您已添加过/, /./, 'none'],
    ['20013 120013 105001', /其他账号添加/, /./, 'none'],
    ['20014 120014', /设备序列号(不合法|有误)/, /./, 'none'],
    ['20016 120016', /正在格式化/, /./, 'retry'],
    ['120507', /智能锁密码/, /./, 'none'],
    ['120600', /临时密码.*上限/, /./, 'none'],
    ['120606', /./, /120 秒/, 'none'],
    ['60002 160002', /上限位/, /./, 'none'],
    ['60003 160003', /下限位/, /./, 'none'],
    ['60004 160004', /左限位/, /./, 'none'],
    ['60005 160005', /右限位/, /./, 'none'],
    ['60007 160007', /预置点.*上限/, /./, 'none'],
    ['60083 160084', /隐私遮蔽/, /./, 'retry'],
    ['60040 160040', /同一局域网/, /./, 'none'],
    ['60060', /没有开通直播/, /开通直播/, 'none'],
    ['160030', /输错次数过多/, /24 小时后/, 'none'],
    ['160070 160071 160072', /设备/, /./, 'none'],
    ['90002', /3 台设备/, /./, 'none'],
    ['90004', /型号.*不支持/, /./, 'none'],
    ['101006 101026', /已注册过/, /./, 'none'],
    ['101008 101032', /格式不正确/, /./, 'none'],
    ['101011 101012 130003', /验证码/, /./, 'none'],
    ['101015', /锁定/, /./, 'none'],
    ['170003 170004', /refreshToken/, /退出登录后重新登录/, 'none'],
    ['395402', /^未找到录像文件$/, /检查存储卡/, 'none'],
    ['395405 395452', /设备/, /检查设备网络或重启设备/, 'retry'],
    ['395500 395530', /./, /刷新重试/, 'retry'],
    ['395546', /并发.*上限/, /升级/, 'retry'],
    ['399048 399049', /免费版/, /升级/, 'retry'],
    ['400035', /需要验证码/, /输入设备验证码/, 'askCode'],
    ['400036', /验证码错误/, /重新输入/, 'askCode'],
    ['400903', /终端绑定/, /./, 'none'],
    ['400904', /对讲中/, /./, 'retry'],
    ['400905', /隐私保护/, /./, 'retry'],
    ['1003', /^连接断开，请重试$/, /./, 'retry'],
    ['-1000', /^设备不支持对讲$/, /./, 'none'],
  ] as const)('%s: %s', (codes, cause, advice, action) => {
    for (const code of codes.split(' ')) {
      const { by, entry } = matchError(code, 'stream');
      expect([code, by, entry.action]).toEqual([code, 'exact', action]);
      expect(entry.cause['zh-CN']).toMatch(cause);
      expect(entry.advice['zh-CN']).toMatch(advice);
    }
  });
});

describe('matching', () => {
  it.each([
    ['10002', 'exact', '播放凭证（accessToken）无效或已过期'],
    ['ezopen.playbackTime', 'exact', '回放时间格式有误，请确认'],
    ['player.notPlaying', 'exact', '当前非播放状态'],
    // Matched by the last four digits, within the media code families.
    ['5404', 'family', '设备不在线'],
    ['5546', 'family', '取流并发路数已达上限'],
    ['1209', 'family', '等待转发服务超时'],
    // Five-digit and six-digit codes of one family.
    ['110065', 'family', '该 weakAppKey 不属于凭证所属的用户'],
    ['30002', 'family', '该手机号已注册过'],
    ['20501', 'family', '门没有打开'],
    ['60030', 'family', '卡密输错次数过多'],
  ] as const)('finds %s (%s)', (code, by, cause) => {
    expect(matchError(code, 'stream')).toMatchObject({ by, entry: { code, cause: { 'zh-CN': cause } } });
  });

  it.each([
    ...['99999', '40007', '7', '', '设备', '395404x', '-5404', '999995404'],
    // Ambiguous: 361004 and 391004 both end in these digits and mean different things.
    '1004',
    // Unknown codes of a media family; 361010 belongs to another family.
    ...['391010', '395999'],
  ])('does not guess at %p', (code) => {
    expect(matchError(code, 'stream')).toMatchObject({
      by: 'fallback',
      entry: { code, cause: { 'zh-CN': '播放失败，请检查设备及客户端网络' } },
    });
  });

  it('never matches a code of another family', () => {
    const media = new Set(['395', '396', '397', '399', '391', '361']);
    const six = (digits: number) => fc.integer({ min: 0, max: 10 ** digits - 1 }).map(String);
    const endings = fc
      .constantFrom(...errorCatalogue.map(({ code }) => code).filter((code) => /^\d{5,}$/.test(code)))
      .chain((code) => fc.integer({ min: 1, max: 5 }).map((length) => code.slice(-length)));
    const prefixed = fc.tuple(six(3), endings).map(([prefix, ending]) => prefix + ending);
    const codesAs = (entryTexts: ErrorEntry) =>
      errorCatalogue.filter(
        ({ cause, advice }) => cause === entryTexts.cause && advice === entryTexts.advice,
      );
    let families = 0;
    propertyRun('error codes', 40_000, fc.oneof(six(4), six(5), six(6), endings, prefixed), (code) => {
      const { by, entry } = matchError(code, 'stream');
      if (by !== 'family') return;
      families += 1;
      const isTwin = codesAs(entry).some((own) => own.code === `1${code}` || `1${own.code}` === code);
      const shortened = errorCatalogue.filter(
        (own) => own.code.length === 6 && media.has(own.code.slice(0, 3)) && own.code.endsWith(code),
      );
      const isShort = code.length === 4 && shortened.length === 1 && codesAs(entry).includes(shortened[0]!);
      expect([code, isTwin || isShort]).toEqual([code, true]);
    });
    expect(families).toBeGreaterThan(0);
  });

  it('returns 获取播放地址失败 if resolving the address failed', () => {
    expect(matchError('99999', 'address').entry.cause['zh-CN']).toBe('获取播放地址失败');
  });
});
