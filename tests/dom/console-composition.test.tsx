import { cleanup, fireEvent, screen as page, render } from '@testing-library/react';
import { expect } from 'expect';
import { afterEach, describe, it } from 'vitest';
import { useCompositionKeys } from '../../app/_console/ui/composition.ts';

afterEach(cleanup);

const heard: string[] = [];

function Page() {
  useCompositionKeys();
  const onKeyDown = ({ key }: { readonly key: string }) => void heard.push(key);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: stands for what a page listens to
    <div onKeyDown={onKeyDown}>
      <input aria-label="名称" />
      {/* biome-ignore lint/a11y/useSemanticElements: as editors make it */}
      <div role="textbox" tabIndex={0} contentEditable suppressContentEditableWarning aria-label="正文" />
    </div>
  );
}

const press = (label: string, key: object) => {
  heard.length = 0;
  fireEvent.keyDown(page.getByLabelText(label), key);
  return [...heard];
};

describe('Enter and Escape of an input method', () => {
  it.each([
    ['while a text is composed', { isComposing: true }],
    ['that end the composition, in the order of Safari', { keyCode: 229 }],
  ])('reach nothing of the page %s, wherever they are typed but in an editor', (_, how) => {
    render(<Page />);
    for (const key of ['Enter', 'Escape']) {
      expect(press('名称', { key, ...how })).toEqual([]);
      expect(press('名称', { key })).toEqual([key]);
      expect(press('正文', { key, ...how })).toEqual([key]);
    }
    // Other keys belong to the input.
    expect(press('名称', { key: 'ArrowDown', ...how })).toEqual(['ArrowDown']);
  });
});
