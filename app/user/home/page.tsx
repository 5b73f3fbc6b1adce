import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { Home } from './home.tsx';

export const metadata: Metadata = { title: 'Oriel' };

export default async function Page() {
  return <Home origin={(await headers()).get('x-oriel-origin') ?? ''} />;
}
