'use client';
import { useMediaQuery } from '@mantine/hooks';

/** A phone: cards instead of a table, and what is not the list behind buttons. */
export const useIsNarrow = (): boolean =>
  useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
