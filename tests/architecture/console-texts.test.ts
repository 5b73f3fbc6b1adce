import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'expect';
import { describe, it } from 'vitest';

const app = join(import.meta.dirname, '../../app');
const components = readdirSync(app, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .map((file) => ({ file, code: withoutComments(readFileSync(join(app, file), 'utf8')) }));

/** All matches, as `file: text`. */
const found = (pattern: RegExp) =>
  components.flatMap(({ file, code }) =>
    [...code.matchAll(pattern)].map(([text]) => `${file}: ${text.trim()}`),
  );

function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1');
}

describe('components of the console', () => {
  it('exist', () => {
    expect(components.length).toBeGreaterThan(200);
  });

  it('contain no Chinese and no Chinese punctuation, which belong in the text tables', () => {
    expect(found(/.*[\u3000-\u303f\u3400-\u9fff\uff00-\uffef].*/g)).toEqual([]);
  });

  it('contain no text between tags', () => {
    const texts = found(/(?<=["'}\w]>)\s*\p{L}{2,}[^<>{}()=;]*(?=<\/)/gu);
    // Keyboard keys are the same in both languages.
    expect(texts.sort()).toEqual(['_console/shell/header.tsx: Ctrl K']);
  });

  it('use the dialogs of the console, of which Escape closes the topmost only', () => {
    expect(found(/<(?:Modal|Drawer)\b/g)).toEqual([
      '_console/ui/dialogs/page-dialog.tsx: <Drawer',
      '_console/ui/dialogs/page-dialog.tsx: <Modal',
    ]);
  });

  it('contain no text for screen readers or tooltips', () => {
    // Text keys and field names contain no spaces and do not start with a capital letter.
    const named =
      /\b(?:label|title|placeholder|description|alt|aria-label|legend)="(?:[A-Z][a-z]|[^"]*\p{L}+ )[^"]*"/gu;
    expect(found(named)).toEqual([]);
  });
});
