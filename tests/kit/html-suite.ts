import { expect } from 'expect';
import { xssPayloads } from './xss-corpus.ts';

/** A row with HTML of a user. */
export interface HtmlField {
  /** Stores the HTML through its call. */
  write(html: string): Promise<void>;
  stored(): Promise<string>;
  /** Replaces it in the database. */
  overwrite(html: string): Promise<void>;
  /** As every reader receives it. */
  read(): Promise<readonly string[]>;
}

/** HTML is sanitised when it is written, and again when it is read, in case it was written by other means. */
export async function expectCleanHtml(field: HtmlField): Promise<void> {
  const dangerous = /<script|\son\w+\s*=|javascript:|<iframe|<svg|<style|srcdoc/i;
  const parts = xssPayloads.filter((payload) => !/&lt;|title="/.test(payload));
  // Control characters are rejected before the HTML is sanitized, so the test removes them.
  const html = parts
    .slice(0, 100)
    .join('\n')
    .replace(/[^\P{Cc}\n\t]/gu, '');
  await field.write(html);
  expect(await field.stored()).not.toMatch(/<script|<iframe|<svg|<style/i);
  await field.overwrite(
    '<p onclick="alert(1)">x<script>alert(1)</script><a href="javascript:alert(1)">y</a></p>',
  );
  for (const shown of await field.read()) {
    expect(shown).not.toMatch(dangerous);
    expect(shown).toContain('<p>x');
  }
}
