import { expect } from 'expect';
import { describe, it } from 'vitest';
import { checkRecordings } from '../../lib/domain/devices/recordings-check.ts';
import { AppError } from '../../lib/kernel/app-error.ts';
import { zoneOf } from '../../lib/kernel/zone-time.ts';
import type { DeviceRecordings, DeviceRecordingsReport } from '../../lib/media/ports.ts';

const camera = { kind: 'onvif', url: 'http://cam/', username: '', password: '', channelNo: 1 } as const;
const zone = zoneOf('Asia/Shanghai');

function check(inspect: () => Promise<DeviceRecordingsReport>, locale: 'zh-CN' | 'en-US') {
  const recordings: DeviceRecordings = {
    inspect,
    stretches: () => Promise.reject(new Error('not asked for')),
    replay: () => Promise.reject(new Error('not asked for')),
  };
  return checkRecordings(camera, recordings, { locale, zone });
}
const failsWith = (code: string) => () => Promise.reject(new AppError(code, 'why'));

describe('the check of the recordings in a camera', () => {
  const recorded = { fromMs: Date.UTC(2026, 2, 1, 6), toMs: Date.UTC(2026, 2, 2, 18) };

  it('names the recorded time in the zone of the organisation', async () => {
    const inspect = async () => ({ recorded });
    expect(await check(inspect, 'zh-CN')).toEqual({
      ok: true,
      code: null,
      message: '可以回放：2026-03-01 14:00:00 至 2026-03-03 02:00:00',
    });
    expect((await check(inspect, 'en-US')).message).toBe(
      'Can be played: 2026-03-01 14:00:00 to 2026-03-03 02:00:00',
    );
    const nothing = await check(async () => ({ recorded: null }), 'en-US');
    expect(nothing).toEqual({ ok: true, code: null, message: 'Can be played, but nothing is recorded yet' });
  });

  it('says why they cannot be played, and what helps', async () => {
    expect(await check(failsWith('recordings.unsupported'), 'zh-CN')).toEqual({
      ok: false,
      code: 'recordings.unsupported',
      message: '该摄像机不支持查找和回放自身存储的录像：使用支持 ONVIF Profile G 的摄像机，或在服务器上录像',
    });
    const refused = await check(failsWith('recordings.auth'), 'en-US');
    expect(refused).toMatchObject({ ok: false, code: 'recordings.auth' });
    expect(refused.message).toMatch(/password/i);
    await expect(check(() => Promise.reject(new Error('bug')), 'en-US')).rejects.toThrow('bug');
  });
});
