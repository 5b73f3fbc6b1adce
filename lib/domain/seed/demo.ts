/** What the first start creates, before there is a camera. */
import type { RecordPlan } from '../../contracts/admin/record-plan.ts';
import type { LocalText } from '../../i18n/translate.ts';

export const demoCompany: LocalText = { 'zh-CN': '演示公司', 'en-US': 'Demo company' };

/** Stored in both languages, because every viewer sees it; short, because the player header has about 160 px for it. */
export const demoDevices = [
  { serial: 'DEMO00001', name: { 'zh-CN': 'Demo 1 · 演示 1', 'en-US': 'Demo 1' } },
  { serial: 'DEMO00002', name: { 'zh-CN': 'Demo 2 · 演示 2', 'en-US': 'Demo 2' } },
] as const;

/** Bounded, because nobody asked for it: 2 GiB in our storage, and the 1 GiB of the memory card. */
export const demoRecordPlan: RecordPlan = {
  enabled: true,
  mode: 'always',
  days: [],
  keepDays: 7,
  maxGb: 2,
  preRecordSec: 5,
  card: true,
};
