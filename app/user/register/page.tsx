import type { Metadata } from 'next';
import { Register } from './register.tsx';

export const metadata: Metadata = { title: '注册 · Oriel' };

export default function Page() {
  return <Register />;
}
