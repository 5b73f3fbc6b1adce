import type { Metadata } from 'next';
import { headers } from 'next/headers';
import { visitorBrand } from '../../visitor-brand.ts';
import { Home } from './home.tsx';

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await visitorBrand()).name || 'Oriel' };
}

export default async function Page() {
  return <Home origin={(await headers()).get('x-oriel-origin') ?? ''} />;
}
