import { expect } from 'expect';
import { describe, it } from 'vitest';
import { type MaskRule, maskRules } from '../../lib/contracts/admin/field.ts';
import { isMaskedFor, masked } from '../../lib/domain/resource/masks.ts';

const shown: readonly [MaskRule, string, string][] = [
  ['phone', '13812340000', '138****0000'],
  ['email', 'anna.li@x.cn', 'a***@x.cn'],
  ['idCard', '110101199003071234', '110101********1234'],
  ['bankCard', '6222020200112233445', '************3445'],
  ['name', '张三丰', '张**'],
  ['name', '李', '李*'],
  ['address', '广东省深圳市南山区科技园路1号', '广东省深圳市南山区****'],
  ['address', '浙江省杭州市文三路', '浙江省杭州市****'],
  ['plate', '粤B12345', '粤B***45'],
  ['ip', '10.0.12.34', '10.0.*.*'],
  ['ip', '2001:db8:1::7', '2001:db8:*'],
  ['secret', 'hunter2', '******'],
];

describe('masks', () => {
  it.each(shown)('%s: %s is shown as %s', (rule, value, mask) => {
    expect(masked(rule, value)).toBe(mask);
  });

  it.each(maskRules)('%s keeps empty values empty, and hides values that are too short', (rule) => {
    expect(masked(rule, null)).toBeNull();
    expect(masked(rule, '')).toBe('');
    for (const value of ['a', '12345', '1.2.3', 'x'.repeat(300)]) {
      expect(masked(rule, value)).toContain('*');
      expect(masked(rule, value)).not.toBe(value);
    }
  });

  it.each([
    ['phone', '12345678', '******'],
    ['phone', '123456789', '123****6789'],
    ['idCard', '12345678901', '******'],
    ['idCard', '123456789012', '123456********9012'],
    ['bankCard', '12345', '******'],
    ['plate', 'AB123', '******'],
  ] as const)('%s: at least two characters are hidden, so %s is shown as %s', (rule, value, mask) => {
    expect(masked(rule, value)).toBe(mask);
  });

  it('are removed for the rules a user may see, and never from secrets', () => {
    const label = { 'zh-CN': '', 'en-US': '' };
    const phone = { label, kind: 'string', mask: 'phone' } as const;
    expect(isMaskedFor({ sees: new Set() }, phone)).toBe(true);
    expect(isMaskedFor({ sees: new Set(['phone'] as const) }, phone)).toBe(false);
    expect(isMaskedFor({ sees: 'everything' }, { label, kind: 'secret' })).toBe(true);
    expect(isMaskedFor({ sees: 'everything' }, { label, kind: 'string', mask: 'secret' })).toBe(true);
    expect(isMaskedFor({ sees: new Set() }, { label, kind: 'string' })).toBe(false);
  });
});
