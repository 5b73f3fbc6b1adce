import type { EntryGroup } from '../entry.ts';
import { advice } from './advice.ts';

/** 900xx: AI analysis tasks. */
export const aiTaskEntries: readonly EntryGroup[] = [
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.removeOthers,
    rows: [['90002', '一个 AI 任务最多配置 3 台设备', 'An AI task supports at most 3 devices']],
  },
  {
    source: 'device',
    isRetryable: 'no',
    advice: advice.checkCapability,
    rows: [['90004', '该型号的设备暂不支持 AI 任务', 'Devices of this model do not support AI tasks yet']],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.alreadySo,
    rows: [['90005', '设备已在该 AI 任务中', 'The device is already part of the AI task']],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.askPermission,
    rows: [
      ['90006', '账号不能执行该 AI 任务操作', 'The account has no permission for this AI task operation'],
    ],
  },
  {
    source: 'service',
    isRetryable: 'no',
    advice: advice.addToTask,
    rows: [['90007', '设备没有加入该 AI 任务', 'The device is not part of the AI task']],
  },
];
