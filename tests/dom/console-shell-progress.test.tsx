import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { expect } from 'expect';
import { lazy, Suspense } from 'react';
import { afterEach, describe, it } from 'vitest';
import { RouteProgress, WaitingForPage } from '../../app/_console/shell/route-progress.tsx';
import { connection } from '../../app/_console/ui/connection.ts';
import { retryWhenOnline } from '../../app/_console/ui/retry-when-online.ts';

afterEach(cleanup);

describe('while a page loads', () => {
  it('a progress bar moves at the top, without a spinner, and stops when the page is shown', async () => {
    let arrive = () => {};
    const Page = lazy(
      () =>
        new Promise<{ default: () => string }>((resolve) => {
          arrive = () => resolve({ default: () => '到了' });
        }),
    );
    await act(async () => {
      render(
        <>
          <RouteProgress />
          <Suspense fallback={<WaitingForPage />}>
            <Page />
          </Suspense>
        </>,
      );
    });
    const moving = () => document.querySelectorAll('[data-waiting]');
    expect(moving()).toHaveLength(1);
    // Only the progress bar and the placeholder of the page, and no second indicator.
    expect(document.querySelectorAll('body *:not(body > div)')).toHaveLength(2);
    expect(document.querySelector('[aria-busy=true]')).toBeTruthy();
    await act(async () => arrive());
    expect(screen.getByText('到了')).toBeVisible();
    expect(moving()).toHaveLength(0);
  });

  it('shows that the network is down, and loads the page when it is back', async () => {
    const goOnline = (isOnline: boolean) => {
      Object.defineProperty(navigator, 'onLine', { value: isOnline, configurable: true });
      window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
    };
    let attempts = 0;
    const Page = lazy(
      retryWhenOnline(async () => {
        attempts += 1;
        if (!navigator.onLine) throw new Error('Failed to load chunk');
        return { default: () => '到了' };
      }),
    );
    goOnline(false);
    await act(async () => {
      render(
        <Suspense fallback={<WaitingForPage />}>
          <Page />
        </Suspense>,
      );
    });
    expect(screen.getByRole('heading', { name: '网络连接已断开' })).toBeVisible();
    await act(async () => goOnline(true));
    expect(await screen.findByText('到了')).toBeVisible();
    expect(attempts).toBe(2);
  });

  it('passes on failures that are not caused by the network', async () => {
    const isServerUp = async () => true;
    const load = retryWhenOnline(async () => {
      throw new Error('坏了');
    }, isServerUp);
    await expect(load()).rejects.toThrow('坏了');
  });

  it('loads a page again when the server responds', async () => {
    let attempts = 0;
    const load = retryWhenOnline(
      async () => {
        attempts += 1;
        if (attempts === 1) throw new Error('Failed to load chunk');
        return '到了';
      },
      async () => false,
    );
    const page = load();
    await waitFor(() => expect(connection.isLost()).toBe(true));
    expect(attempts).toBe(1);
    connection.setRestored();
    expect(await page).toBe('到了');
  });
});
