import { expect } from 'expect';
import { describe, it, vi } from 'vitest';
import type * as Explain from '../../player-frame/session/explain.ts';
import type { PlaybackFailure } from '../../player-frame/state/player-state.ts';

/** Fetched texts are cached in the module, so each test imports a new instance. */
async function newFrame(): Promise<typeof Explain> {
  vi.resetModules();
  return await import('../../player-frame/session/explain.ts');
}

const playbackFailure = (code: string, message: string | null = null): PlaybackFailure => ({
  code,
  stage: 'stream',
  message,
});

describe('the explanation of a failure, in the frame', () => {
  it("is immediate for the player's own codes, in the language of the player", async () => {
    const { explain, loadExplanations } = await newFrame();
    expect(loadExplanations('400035')).toBeNull();
    expect(explain(playbackFailure('400035', 'whatever'), 'zh-CN')).toEqual({
      code: '400035',
      cause: '设备已加密，需要验证码',
      advice: '请输入设备验证码，它通常印在设备标签上',
      isRetryable: false,
      action: 'askCode',
    });
    expect(explain(playbackFailure('400035'), 'en-GB').cause).toBe(
      'The device is encrypted and requires its verification code',
    );
  });

  it('of an address that the server refuses is its message, for the viewer and for the page', async () => {
    const { explain, explainFailure } = await newFrame();
    const refused = { code: '10001', stage: 'address', message: '回放时间格式有误，请确认' } as const;
    expect(explain(refused, 'zh-CN')).toMatchObject({ code: '10001', cause: refused.message });
    expect(await explainFailure(refused, 'zh-CN')).toMatchObject({ code: '10001', message: refused.message });
    // Not one that was never answered.
    expect(explain({ ...refused, message: null }, 'zh-CN').cause).toBe('请求参数有误');
  });

  it('names both causes where the player cannot distinguish them: no PTZ, or a token without it', async () => {
    const { explain } = await newFrame();
    const { cause, advice } = explain(playbackFailure('ptz.unsupported'), 'en-US');
    expect(cause).toBe('The device has no PTZ, or the access token does not allow it');
    expect(advice).toContain('capability ptz');
  });

  it('is the message of the server until the texts of platform codes are loaded', async () => {
    const { explain, loadExplanations } = await newFrame();
    expect(explain(playbackFailure('395546', 'from the server'), 'zh-CN').cause).toBe('from the server');
    expect(explain(playbackFailure('395546'), 'zh-CN').cause).toBe('播放失败，请检查设备及客户端网络');
    await loadExplanations('395546');
    expect(explain(playbackFailure('395546', 'from the server'), 'zh-CN')).toMatchObject({
      cause: '取流并发路数已达上限',
      action: 'retry',
    });
    expect(loadExplanations('395547')).toBeNull();
  });

  it('is sent to the page in full, without a further request', async () => {
    const { explainFailure } = await newFrame();
    expect(await explainFailure(playbackFailure('5404'), 'zh-CN')).toEqual({
      code: '5404',
      message: '设备不在线',
      source: 'device',
      retryable: true,
      detail: { solution: '检查设备网络或重启设备后重试' },
    });
  });

  it.each(['50007', '99998'])('is the message of the server if %s has no meaning', async (code) => {
    const { explain, loadExplanations } = await newFrame();
    await loadExplanations(code);
    expect(explain(playbackFailure(code, '磁盘阵列离线'), 'zh-CN').cause).toBe('磁盘阵列离线');
    expect(explain(playbackFailure(code), 'zh-CN').cause).toMatch(/未归类|播放失败/);
  });
});
