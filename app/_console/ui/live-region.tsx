import { VisuallyHidden } from '@mantine/core';

/** Spoken when its text changes. It is there before it says anything, or nothing would be heard. */
export function LiveRegion({ text }: { readonly text: string }) {
  return (
    <VisuallyHidden role="status" aria-live="polite">
      {text}
    </VisuallyHidden>
  );
}
