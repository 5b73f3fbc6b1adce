import { act, fireEvent, screen as page, waitFor, within } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, describe, it } from 'vitest';
import { leavePages, server, showConsolePage } from '../kit/console-page-view.tsx';

const { default: AddVoice } = await import('../../app/_console/pages/voice/add-voice.tsx');
const { ListenButton } = await import('../../app/_console/pages/voice/listen-button.tsx');

afterEach(leavePages);

describe('the microphone for a message', () => {
  /** Requests for it, each with what the viewer answers. */
  let asked: ((stream: unknown) => void)[];
  let isOn: boolean;

  beforeEach(() => {
    asked = [];
    isOn = false;
    const getUserMedia = () => new Promise((resolve) => asked.push(resolve));
    Object.defineProperty(navigator, 'mediaDevices', { value: { getUserMedia }, configurable: true });
    // jsdom has none.
    class Recorder {
      state = 'inactive';
      start() {
        this.state = 'recording';
      }
      stop() {
        this.state = 'inactive';
      }
    }
    Object.assign(globalThis, { MediaRecorder: Recorder });
  });
  const answer = () =>
    act(async () => {
      isOn = true;
      const stop = () => {
        isOn = false;
      };
      asked.at(-1)?.({ getTracks: () => [{ stop }] });
    });
  const show = () => showConsolePage(<AddVoice onClose={() => undefined} />);

  it('is asked for once, and off again after the dialog is closed', async () => {
    show();
    const record = await page.findByRole('button', { name: '录音' });
    fireEvent.click(record);
    fireEvent.click(record);
    await answer();
    expect(await page.findByText('录音中 00:00')).toBeVisible();
    expect([asked.length, isOn]).toEqual([1, true]);
    leavePages();
    expect(isOn).toBe(false);
  });

  it('stays off if the dialog is closed while the browser asks', async () => {
    show();
    fireEvent.click(await page.findByRole('button', { name: '录音' }));
    leavePages();
    await answer();
    expect(isOn).toBe(false);
  });

  it('is not given up by closing the dialog without a question', async () => {
    show();
    fireEvent.click(await page.findByRole('button', { name: '录音' }));
    await answer();
    fireEvent.keyDown(document.body, { key: 'Escape' });
    const question = await page.findByText('有未保存的修改，确定放弃吗？');
    fireEvent.click(within(question.closest('section')!).getByRole('button', { name: '取消' }));
    expect(await page.findByText(/录音中/)).toBeVisible();
    expect(isOn).toBe(true);
  });
});

describe('listening to a message', () => {
  let played: number;
  let answerCall: (answer: unknown) => void;

  beforeEach(() => {
    played = 0;
    server.on('GET /iot/voice/a/audio', () => new Promise((resolve) => (answerCall = resolve)));
    class Sound {
      onpause: () => void = () => undefined;
      async play() {
        played += 1;
      }
      pause() {
        played -= 1;
        this.onpause();
      }
    }
    Object.assign(globalThis, { Audio: Sound });
    URL.createObjectURL = () => 'blob:test';
    URL.revokeObjectURL = () => undefined;
  });
  const answer = () => act(async () => answerCall({ content: '' }));
  const show = () => showConsolePage(<ListenButton voice={{ id: 'a', name: '欢迎' } as never} />);

  it('is ended by its button, also before it is heard', async () => {
    show();
    fireEvent.click(await page.findByRole('button', { name: '试听 欢迎' }));
    fireEvent.click(page.getByRole('button', { name: '停止 欢迎' }));
    await answer();
    expect(played).toBe(0);
    fireEvent.click(page.getByRole('button', { name: '试听 欢迎' }));
    await answer();
    expect(played).toBe(1);
    fireEvent.click(page.getByRole('button', { name: '停止 欢迎' }));
    await waitFor(() => expect(played).toBe(0));
  });

  it('does not begin after the page was left', async () => {
    show();
    fireEvent.click(await page.findByRole('button', { name: '试听 欢迎' }));
    await waitFor(() => expect(answerCall).toBeTruthy());
    leavePages();
    await answer();
    expect(played).toBe(0);
  });
});
