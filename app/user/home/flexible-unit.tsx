'use client';
import { useEffect } from 'react';
import { watchFlexibleUnit } from './watch-flexible-unit.ts';

/** Keeps the front page's unit in step with the window. Draws nothing. */
export function FlexibleUnit() {
  useEffect(() => watchFlexibleUnit(document.documentElement, window), []);
  return null;
}
