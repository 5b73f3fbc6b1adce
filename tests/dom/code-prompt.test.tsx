import { act, cleanup, fireEvent, screen } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { CodePrompt } from '../../player-frame/features/code-prompt/code-prompt.tsx';
import { snapshotOf } from '../../player-frame/session/snapshot.ts';
import { Overlay } from '../../player-frame/ui/overlay.tsx';
import { recordedPlayer } from '../kit/recorded-player.ts';
import { showView } from '../kit/shown-player.tsx';

const canary = 'CANARY77';

let player: ReturnType<typeof recordedPlayer>;
beforeEach(() => {
  player = recordedPlayer();
  player.setUp();
  player.send({ type: 'request.play' });
  showView(
    player,
    <>
      <Overlay />
      <CodePrompt />
    </>,
  );
});
afterEach(cleanup);

const fail = (code: string) => act(() => player.fail('other', code));
const field = () => screen.getByLabelText('验证码') as HTMLInputElement;
function give(code: string): void {
  fireEvent.change(field(), { target: { value: code } });
  fireEvent.submit(field().form!);
}

describe('the verification code prompt', () => {
  it.each(['400035', '400036'])('is shown in the frame after %s, in place of the failure', (code) => {
    fail(code);
    expect(screen.getByRole('dialog', { name: '请输入设备验证码' })).toBeVisible();
    expect(screen.queryByText(/错误码/)).toBeNull();
    expect(screen.getByRole('alert').textContent).toBe(code === '400036' ? '验证码错误，请重新输入' : '');
    expect(field().type).toBe('password');
  });

  it.each(['20002', '10029'])('is not shown after %s, which is explained', (code) => {
    fail(code);
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText(`错误码 ${code}`)).toBeVisible();
  });

  it('sets the key and replays', () => {
    fail('400035');
    player.take();
    give(canary);
    expect(player.phase).toBe('resolving');
    const [resolve] = player.take().filter((effect) => effect.do === 'resolve');
    expect(resolve).toMatchObject({ address: expect.stringContaining(`${canary}@`) });
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('is shown again, empty, after a wrong code', () => {
    fail('400035');
    give(canary);
    fail('400036');
    expect(field()).toHaveValue('');
    expect(screen.getByRole('alert').textContent).toBe('验证码错误，请重新输入');
  });

  it('stores the code in the address only and reports it in no event', () => {
    fail('400035');
    give(canary);
    act(() => {
      player.resolved();
      player.firstFrame();
      player.send({ type: 'request.setQuality', quality: 'hd' });
    });
    expect(JSON.stringify(snapshotOf(player.state, 0))).not.toContain(canary);
    expect(document.body.innerHTML).not.toContain(canary);
  });

  it('shows the code on request', () => {
    fail('400035');
    fireEvent.click(screen.getByRole('button', { name: '显示验证码' }));
    expect(field().type).toBe('text');
    fireEvent.click(screen.getByRole('button', { name: '隐藏验证码' }));
    expect(field().type).toBe('password');
  });

  it.each(['', 'a b', 'a/b', 'a?b'])('rejects %j with a message', (code) => {
    fail('400035');
    player.take();
    give(code);
    expect(player.take()).toEqual([]);
    expect(screen.getByRole('alert').textContent).toBe('验证码不能为空，也不能含空格、/、? 或 #');
  });

  it('closes with Esc and can be opened again', () => {
    fail('400035');
    fireEvent.keyDown(field(), { key: 'Escape' });
    expect(screen.queryByRole('dialog')).toBeNull();
    fireEvent.click(screen.getByRole('button', { name: '输入验证码' }));
    expect(screen.getByRole('dialog')).toBeVisible();
    fireEvent.click(screen.getByRole('button', { name: '取消' }));
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it("keeps typed keys from the player's shortcuts", () => {
    fail('400035');
    let received = 0;
    const listen = () => {
      received += 1;
    };
    window.addEventListener('keydown', listen);
    fireEvent.keyDown(field(), { key: 'm' });
    window.removeEventListener('keydown', listen);
    expect(received).toBe(0);
  });
});
