'use client';
import { Skeleton } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { retryWhenOnline } from '../../../ui/retry-when-online.ts';
import type { MapViewProps } from './map-view.tsx';

const MapView = lazy(retryWhenOnline(() => import('./map-view.tsx')));

/** The library that draws maps is loaded with the first of them. The space is kept, so nothing moves. */
export function LazyMap(props: MapViewProps) {
  return (
    <Suspense fallback={<Skeleton height={props.height} radius="md" />}>
      <MapView {...props} />
    </Suspense>
  );
}
