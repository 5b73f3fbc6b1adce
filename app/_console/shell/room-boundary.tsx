'use client';
import { Component, type ErrorInfo, type ReactNode, useEffect, useState } from 'react';
import { ExceptionPage } from './exception-page.tsx';
import { useOnline } from './use-online.ts';

/** A room that breaks takes its own tab with it and nothing else. */
export class RoomBoundary extends Component<
  { readonly children: ReactNode; readonly onRetry: () => void },
  { readonly error: Error | null }
> {
  override state: { readonly error: Error | null } = { error: null };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error('a page of the console broke', error, info.componentStack);
  }

  override render() {
    const { error } = this.state;
    if (!error) return this.props.children;
    return <Broken error={error} onRetry={this.props.onRetry} />;
  }
}

/** A part that could not be fetched without a network comes by itself once there is one. */
function Broken({ error, onRetry }: { readonly error: Error; readonly onRetry: () => void }) {
  const isOnline = useOnline();
  const [wasOffline] = useState(!isOnline);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the line is what it waits for
  useEffect(() => {
    if (wasOffline && isOnline) onRetry();
  }, [wasOffline, isOnline]);
  if (wasOffline) return <ExceptionPage code="offline" headingLevel={2} onRetry={onRetry} />;
  return <ExceptionPage code="500" headingLevel={2} detail={error.message} onRetry={onRetry} />;
}
