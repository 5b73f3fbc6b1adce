'use client';
import { useEffect } from 'react';
import { watchFlexibleUnit } from './watch-flexible-unit.ts';

/** Updates the layout unit of the front page on resize. Renders nothing. */
export function FlexibleUnit() {
  useEffect(() => watchFlexibleUnit(document.documentElement, window), []);
  return null;
}
