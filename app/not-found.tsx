import { headers } from 'next/headers';
import { pageLanguage } from './page-language.ts';

export default async function NotFound() {
  const isEnglish = pageLanguage((await headers()).get('accept-language')) === 'en-US';
  return (
    <main>
      <h1>404</h1>
      <p>{isEnglish ? 'There is nothing at this address.' : '这个地址没有内容。'}</p>
      <p>
        <a href="/">Oriel</a>
      </p>
    </main>
  );
}
