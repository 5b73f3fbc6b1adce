import { act, cleanup, render, screen } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, describe, it } from 'vitest';
import { PlayerContext } from '../../player-frame/react/player-context.ts';
import { ErrorOverlay } from '../../player-frame/ui/error-overlay.tsx';
import { hdCamera, recordedPlayer } from '../kit/recorded-player.ts';

afterEach(cleanup);

function show(code: string, message: string | null, support = ''): void {
  const player = recordedPlayer();
  player.send({ type: 'request.setUp', address: hdCamera, audio: false, language: 'zh-CN' });
  const view = { store: player.store, sendRequest: () => {}, now: () => player.clock.now(), support };
  act(() => {
    render(
      <PlayerContext value={view}>
        <ErrorOverlay playbackFailure={{ code, stage: 'stream', message }} />
      </PlayerContext>,
    );
  });
}

describe('the error text over the video', () => {
  it("is the server's until the texts of platform codes are loaded", async () => {
    show('395558', 'said by the server');
    expect(screen.getByRole('alert').textContent).toBe('said by the server');
    expect((await screen.findByText('请换一个时间段')).textContent).not.toBe('');
    expect(screen.getByRole('alert').textContent).toBe('找不到录像的开始时间');
    expect(screen.queryByRole('button')).toBeNull();
  });

  it("is available immediately for the player's own codes", () => {
    show('1003', null);
    expect(screen.getByRole('alert').textContent).toBe('连接断开，请重试');
    expect(screen.getByRole('button', { name: '重试' })).not.toBeNull();
  });

  it('names whom to contact, if the organisation has set it', () => {
    show('1003', null, '客服电话 400-000-0000');
    expect(screen.getByText('客服电话 400-000-0000')).not.toBeNull();
  });
});
