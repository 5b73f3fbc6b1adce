import { act, fireEvent, screen as page, waitFor } from '@testing-library/react';
import { expect } from 'expect';
import { Activity, type Ref, useEffect, useState } from 'react';
import { afterEach, it, vi } from 'vitest';
import { leavePages, server, showConsolePage } from '../kit/console-page-view.tsx';

const talks: { readonly say: (event: string, data: unknown) => void; readonly calls: unknown[] }[] = [];

/** A player that is made anew when its effects run again. */
function FakePlayer({ ref, onSuccess }: { readonly ref: Ref<unknown>; onSuccess(): void }) {
  const [isMade, setMade] = useState(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as the player
  useEffect(() => {
    const listeners = new Map<string, (data: unknown) => void>();
    const calls: unknown[] = [];
    talks.push({ say: (event, data) => listeners.get(event)?.(data), calls });
    const give = ref as (player: unknown) => void;
    give({
      on: (event: string, listener: (data: unknown) => void) => {
        listeners.set(event, listener);
        return () => listeners.delete(event);
      },
      startTalk: async (talk: object) => void calls.push(talk),
      setTalk: async (talk: object) => void calls.push(talk),
    });
    setMade(true);
    return () => give(null);
  }, []);
  return (
    <button type="button" disabled={!isMade} onClick={onSuccess}>
      picture
    </button>
  );
}
vi.mock('../../host-sdk/react/index.tsx', () => ({ OrielPlayer: FakePlayer }));
const { default: BroadcastDialog } = await import('../../app/_console/pages/parts/broadcast-dialog.tsx');

afterEach(leavePages);

it('a broadcast is silent after its tab was hidden, and says so', async () => {
  const cameras = [{ id: 'a', name: '大门', path: 'GATE/1' }];
  server.on('POST /iot/camera/broadcast', () => ({ accessToken: 't', appKey: 'a', cameras }));
  let show: (isShown: boolean) => void = () => undefined;
  function Tab() {
    const [isShown, setShown] = useState(true);
    show = setShown;
    return (
      <Activity mode={isShown ? 'visible' : 'hidden'}>
        <BroadcastDialog ids={['a']} onClose={() => undefined} />
      </Activity>
    );
  }
  showConsolePage(<Tab />);
  fireEvent.click(await page.findByRole('button', { name: '连接摄像头' }));
  fireEvent.click(await page.findByRole('button', { name: 'picture' }));
  await waitFor(() => expect(talks.at(-1)?.calls).toHaveLength(1));
  act(() => talks.at(-1)?.say('startTalk', { cameras: [] }));
  fireEvent.click(page.getByRole('radio', { name: '点击切换' }));
  fireEvent.click(page.getByRole('button', { name: '开始说话' }));
  expect(page.getByText('正在说话')).toBeVisible();

  await act(async () => show(false));
  await act(async () => show(true));
  expect(talks).toHaveLength(2);
  // Before its picture there is no talk.
  expect(talks.at(-1)?.calls).toEqual([]);
  fireEvent.click(page.getByRole('button', { name: 'picture' }));
  await waitFor(() => expect(talks.at(-1)?.calls).toEqual([{ cameras: [], isMuted: true }]));
  act(() => talks.at(-1)?.say('startTalk', { cameras: [] }));
  expect(page.queryByText('正在说话')).toBeNull();
  fireEvent.click(page.getByRole('button', { name: '开始说话' }));
  expect(talks.at(-1)?.calls.at(-1)).toEqual({ isMuted: false });
});
