import type { Metadata } from 'next';
import { sessionTexts } from '../../../lib/i18n/console/session.ts';
import { Register } from './register.tsx';

export const metadata: Metadata = { title: `${sessionTexts['session.register']['zh-CN']} · Oriel` };

export default function Page() {
  return <Register />;
}
