'use client';
import { useMediaQuery } from '@mantine/hooks';

/** Phone layout: cards instead of a table. */
export const useIsNarrow = (): boolean =>
  useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
