import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'expect';
import { it } from 'vitest';
import { namedTemplates, themeForTemplate } from '../../lib/contracts/theme/template.ts';
import type { ThemeSection } from '../../lib/contracts/theme/theme.ts';

const page = readFileSync(join(import.meta.dirname, '../../docs/ref/templates.md'), 'utf8');
const sections = new Map(page.split(/^## /m).map((text) => [text.slice(0, text.indexOf('\n')), text]));

const shown = ({ btnList }: ThemeSection, side: 'left' | 'right') =>
  btnList
    .filter(({ part, isrender }) => part === side && isrender === 1)
    .map(({ iconId }) => `\`${iconId}\``)
    .join(', ');

/** `Header: …; on the right …`, or nothing if the bar is empty. */
function barText(name: string, section: ThemeSection): string {
  const [left, right] = [shown(section, 'left'), shown(section, 'right')];
  return left === '' ? '' : `${name}: ${left}${right === '' ? '' : `; on the right ${right}`}.`;
}

it.each(namedTemplates)('docs/ref/templates.md has a picture, a size and the buttons of %s', (name) => {
  const text = sections.get(name) ?? '';
  expect(text).toContain(`(../images/templates/${name}.png)`);
  expect(text).toContain('Typical size: ');
  if (name === 'theme') return; // its buttons are those of the page
  const { header, footer } = themeForTemplate(name, { isMobile: false, isRecorded: false });
  for (const bar of [barText('Header', header), barText('Footer', footer)]) expect(text).toContain(bar);
});
