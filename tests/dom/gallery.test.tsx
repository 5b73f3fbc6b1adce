import { screen as page } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, beforeEach, it, vi } from 'vitest';
import { leavePages, server, showConsolePage } from '../kit/console-page-view.tsx';

// A card plays in a frame of the server, which jsdom does not load.
vi.doMock('../../app/templates/template-card.tsx', () => ({
  TemplateCard: ({ canStart }: { readonly canStart: boolean }) => <p>{canStart ? '可新建' : '只能看'}</p>,
}));
const { Gallery } = await import('../../app/templates/gallery.tsx');

beforeEach(() => server.on('POST /gallery/access', () => ({ path: 'SERIAL/1' })));
afterEach(leavePages);

it.each([
  [['iot:theme:add', 'iot:theme:edit'], '可新建'],
  // The designer, which a new theme opens in, is for those who may edit.
  [['iot:theme:add'], '只能看'],
  [['iot:theme:edit'], '只能看'],
])('with %j a template says %s', async (permissions, words) => {
  showConsolePage(<Gallery origin="https://oriel.example" isPublic />, { permissions });
  const cards = await page.findAllByText(/^(?:可新建|只能看)$/);
  expect(new Set(cards.map(({ textContent }) => textContent))).toEqual(new Set([words]));
});
