import type { Locale } from '../../i18n/translate.ts';
import type { AlarmKind } from '../../kernel/alarm-kind.ts';
import type { FieldOption } from './field.ts';

/** Names of the kinds of alarms. */
const names = {
  motion: { 'zh-CN': '移动侦测', 'en-US': 'Motion' },
  line: { 'zh-CN': '越界侦测', 'en-US': 'Line crossing' },
  intrusion: { 'zh-CN': '区域入侵', 'en-US': 'Intrusion' },
  person: { 'zh-CN': '人形检测', 'en-US': 'Person' },
  vehicle: { 'zh-CN': '车辆检测', 'en-US': 'Vehicle' },
  input: { 'zh-CN': '报警输入', 'en-US': 'Digital input' },
  tamper: { 'zh-CN': '遮挡报警', 'en-US': 'Tampering' },
  videoLoss: { 'zh-CN': '视频丢失', 'en-US': 'Video loss' },
  audio: { 'zh-CN': '声音异常', 'en-US': 'Audio' },
  external: { 'zh-CN': '外部报警', 'en-US': 'External' },
} as const satisfies Record<AlarmKind, FieldOption['label']>;

const alarming: ReadonlySet<AlarmKind> = new Set(['intrusion', 'tamper', 'videoLoss', 'external']);

export const alarmKindOptions: readonly FieldOption[] = (Object.keys(names) as AlarmKind[]).map((kind) => ({
  value: kind,
  label: names[kind],
  tone: alarming.has(kind) ? 'danger' : 'primary',
}));

/** An alarm of an outside system has a name of its own. */
export function alarmName(kind: AlarmKind, name: string | null, locale: Locale): string {
  return name ?? names[kind][locale];
}
