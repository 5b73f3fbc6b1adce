/** What is said about a rule whose state changed. */
import { alertComparisons, alertMeasures } from '../../contracts/admin/alert-measures.ts';
import type { Locale, LocalText } from '../../i18n/translate.ts';
import type { EpochMs } from '../../kernel/units.ts';
import type { AlertTerms } from './alert-terms.ts';

export interface AlertChange {
  readonly rule: AlertTerms & { readonly name: string };
  readonly state: 'firing' | 'recovered';
  readonly value: number;
  readonly at: EpochMs;
}

const labelOf = (options: readonly { readonly value: string; readonly label: LocalText }[], value: string) =>
  options.find((option) => option.value === value)!.label;

/** At most 50 characters: names of rules have at most 30. */
export function alertTitle({ rule, state }: AlertChange, locale: Locale): string {
  const isFiring = state === 'firing';
  if (locale === 'zh-CN') return `${isFiring ? '告警' : '告警恢复'}：${rule.name}`;
  return `${isFiring ? 'Alert' : 'Alert over'}: ${rule.name}`;
}

/** One sentence; `time` is that of the change in the organisation's zone. */
export function alertText({ rule, state, value }: AlertChange, time: string, locale: Locale): string {
  const measure = labelOf(alertMeasures, rule.measure)[locale];
  const comparison = labelOf(alertComparisons, rule.comparison)[locale];
  const terms = `${measure} ${comparison} ${rule.threshold}`;
  if (locale === 'zh-CN') {
    return state === 'firing'
      ? `${time}：${terms}，已持续 ${rule.duration} 秒，当前值 ${value}。`
      : `${time}：${terms} 的情况已结束，当前值 ${value}。`;
  }
  return state === 'firing'
    ? `${time}: ${terms} for ${rule.duration} s, now ${value}.`
    : `${time}: ${terms} is over, now ${value}.`;
}

/** What webhooks receive. */
export const alertPayload = ({ rule, state, value, at }: AlertChange) => ({
  type: 'alert',
  ruleId: rule.id,
  ruleName: rule.name,
  state,
  measure: rule.measure,
  comparison: rule.comparison,
  threshold: rule.threshold,
  duration: rule.duration,
  value,
  time: at,
});
