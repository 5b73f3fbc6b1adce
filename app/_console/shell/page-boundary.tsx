'use client';
import { Component, type ErrorInfo, type ReactNode } from 'react';
import { ExceptionPage } from './exception-page.tsx';

/** A page that breaks takes its own tab with it and nothing else. */
export class PageBoundary extends Component<
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
    return <ExceptionPage code="500" headingLevel={2} detail={error.message} onRetry={this.props.onRetry} />;
  }
}
