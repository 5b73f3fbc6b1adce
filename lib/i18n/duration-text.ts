import { formatMessage } from './format-message.ts';
import type { Locale, LocalText } from './translate.ts';

const texts = {
  hours: { 'zh-CN': '{hours} 小时 {minutes} 分', 'en-US': '{hours} h {minutes} min' },
  minutes: { 'zh-CN': '{minutes} 分 {seconds} 秒', 'en-US': '{minutes} min {seconds} s' },
  seconds: { 'zh-CN': '{seconds} 秒', 'en-US': '{seconds} s' },
} as const satisfies Record<string, LocalText>;

/** Whole seconds in their two largest units. */
export function durationText(locale: Locale, total: number): string {
  const [hours, minutes, seconds] = [
    Math.floor(total / 3_600),
    Math.floor((total % 3_600) / 60),
    Math.floor(total % 60),
  ];
  const text = hours > 0 ? texts.hours : minutes > 0 ? texts.minutes : texts.seconds;
  return formatMessage(locale, text[locale], { hours, minutes, seconds });
}
