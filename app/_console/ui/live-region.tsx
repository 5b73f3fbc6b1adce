import { VisuallyHidden } from '@mantine/core';

/** Announced when its text changes. It must be rendered empty first, or screen readers ignore it. */
export function LiveRegion({ text }: { readonly text: string }) {
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {text}
    </VisuallyHidden>
  );
}
