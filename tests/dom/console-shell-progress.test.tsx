import { afterEach, describe, expect, it } from '@jest/globals';
import { act, cleanup, render, screen } from '@testing-library/react';
import { lazy, Suspense } from 'react';
import { RouteProgress, WaitingForPage } from '../../app/_console/shell/route-progress.tsx';

afterEach(cleanup);

describe('while a page is on its way', () => {
  it('a bar moves at the top, without a spinner, and rests when the page is there', async () => {
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
    // The bar and the empty place of the page: nothing turns.
    expect(document.querySelectorAll('body *:not(body > div)')).toHaveLength(2);
    expect(document.querySelector('[aria-busy=true]')).toBeTruthy();
    await act(async () => arrive());
    expect(screen.getByText('到了')).toBeTruthy();
    expect(moving()).toHaveLength(0);
  });
});
