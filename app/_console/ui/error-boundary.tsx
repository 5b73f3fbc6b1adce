'use client';
import { Component, type ErrorInfo, type ReactNode } from 'react';

/** Around a part whose script may not come, without a network for instance: the page it stands on stays. */
export class ErrorBoundary extends Component<
  { readonly children: ReactNode; readonly fallback: ReactNode },
  { readonly isBroken: boolean }
> {
  override state = { isBroken: false };

  static getDerivedStateFromError() {
    return { isBroken: true };
  }

  override componentDidCatch(error: Error, info: ErrorInfo): void {
    console.error('a part of the console broke', error, info.componentStack);
  }

  override render() {
    return this.state.isBroken ? this.props.fallback : this.props.children;
  }
}
