import { Button, MantineProvider, Menu, Popover, Select } from '@mantine/core';
import { act, cleanup, fireEvent, screen as page, render, waitFor } from '@testing-library/react';
import { expect } from 'expect';
import { useState } from 'react';
import { afterEach, describe, it } from 'vitest';
import { confirmAction, loadConfirmDialog } from '../../app/_console/ui/dialogs/confirm-action.ts';
import { ConfirmHost } from '../../app/_console/ui/dialogs/confirm-host.tsx';
import { openQuestion } from '../../app/_console/ui/dialogs/open-question.ts';
import { PageDialog, PageDrawer } from '../../app/_console/ui/dialogs/page-dialog.tsx';

Object.assign(globalThis, {
  ResizeObserver: class {
    observe(): void {}
    unobserve(): void {}
    disconnect(): void {}
  },
});
Object.assign(window, {
  matchMedia: () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }),
});
Element.prototype.scrollIntoView = () => {};

await loadConfirmDialog();

const names = ['抽屉', '窗口', '窗口之上'] as const;

/** A drawer, a dialog over it, and one over that. The confirmation is opened from the topmost. */
function Nested({ depth = 0 }: { readonly depth?: number }) {
  const [isOpen, setOpen] = useState(true);
  const Layer = depth === 0 ? PageDrawer : PageDialog;
  const title = names[depth];
  if (!isOpen || !title) return null;
  return (
    <Layer title={title} onClose={() => setOpen(false)}>
      <Nested depth={depth + 1} />
      <Button onClick={() => void confirmAction({ title: '确认', message: '？' })}>{`在${title}确认`}</Button>
    </Layer>
  );
}

function show(content: React.ReactNode): void {
  render(
    <MantineProvider env="test">
      {content}
      <ConfirmHost />
    </MantineProvider>,
  );
}

const titles = () => page.queryAllByRole('dialog', { hidden: true }).map(({ textContent }) => textContent);
const isShown = (name: string) => titles().some((text) => text?.startsWith(name));
const pressEscape = (target: Element = document.activeElement ?? document.body, more: object = {}) =>
  fireEvent.keyDown(target, { key: 'Escape', ...more });

afterEach(() => {
  act(() => openQuestion.get()?.answer(false));
  cleanup();
});

describe('Escape', () => {
  it('closes the topmost of nested dialogs only, from the confirmation to the drawer', async () => {
    show(<Nested />);
    await waitFor(() => expect(titles()).toHaveLength(3));
    fireEvent.click(page.getByText('在窗口之上确认'));
    await waitFor(() => expect(isShown('确认')).toBe(true));
    const open: number[] = [];
    for (let presses = 0; presses < 4; presses++) {
      pressEscape();
      await waitFor(() => expect(titles()).toHaveLength(3 - presses));
      open.push(titles().length);
    }
    expect(open).toEqual([3, 2, 1, 0]);
  });

  it('reaches the topmost also from a dialog below it, and from the page', async () => {
    show(<Nested />);
    await waitFor(() => expect(titles()).toHaveLength(3));
    pressEscape(page.getByText('在抽屉确认'));
    await waitFor(() => expect(isShown('窗口之上')).toBe(false));
    pressEscape(document.body);
    await waitFor(() => expect(titles()).toHaveLength(1));
    expect(isShown('抽屉')).toBe(true);
  });

  it('closes one dialog per key press, and none while an input method composes', async () => {
    show(<Nested />);
    await waitFor(() => expect(titles()).toHaveLength(3));
    pressEscape(document.body, { isComposing: true });
    expect(titles()).toHaveLength(3);
    pressEscape(document.body);
    pressEscape(document.body, { repeat: true });
    pressEscape(document.body, { repeat: true });
    expect(titles()).toHaveLength(2);
  });

  it('does not close a dialog that is busy, nor the one below it', async () => {
    show(
      <PageDrawer title="抽屉" onClose={() => expect('closed').toBe('open')}>
        <PageDialog title="窗口" closeOnEscape={false} onClose={() => expect('closed').toBe('open')} />
      </PageDrawer>,
    );
    await waitFor(() => expect(titles()).toHaveLength(2));
    pressEscape();
    expect(titles()).toHaveLength(2);
  });

  it('closes a select over a dialog first', async () => {
    const closed: string[] = [];
    show(
      <PageDialog title="窗口" onClose={() => closed.push('窗口')}>
        <Select label="角色" data={['甲', '乙']} />
      </PageDialog>,
    );
    const input = await page.findByRole('combobox', { name: '角色' });
    fireEvent.click(input);
    await waitFor(() => expect(input.getAttribute('aria-expanded')).toBe('true'));
    pressEscape(input);
    await waitFor(() => expect(input.getAttribute('aria-expanded')).toBe('false'));
    expect(closed).toEqual([]);
    pressEscape(input);
    expect(closed).toEqual(['窗口']);
  });

  it('closes a menu over a dialog first', async () => {
    const closed: string[] = [];
    show(
      <PageDialog title="窗口" onClose={() => closed.push('窗口')}>
        <Menu>
          <Menu.Target>
            <Button>更多</Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item>删除</Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </PageDialog>,
    );
    fireEvent.click(await page.findByRole('button', { name: '更多' }));
    pressEscape(await page.findByRole('menuitem', { name: '删除' }));
    await waitFor(() => expect(page.queryByRole('menuitem')).toBeNull());
    expect(closed).toEqual([]);
    pressEscape(page.getByRole('button', { name: '更多' }));
    expect(closed).toEqual(['窗口']);
  });

  it.each([
    ['with the focus in it', '地址'],
    ['with the focus still on its button', '链接'],
  ])('closes a popover over a drawer first, %s', async (_where, focused) => {
    const closed: string[] = [];
    function Linked() {
      const [isOpen, setOpen] = useState(false);
      return (
        <Popover opened={isOpen} onChange={setOpen}>
          <Popover.Target>
            <Button onClick={() => setOpen(!isOpen)}>链接</Button>
          </Popover.Target>
          <Popover.Dropdown>
            <input aria-label="地址" />
          </Popover.Dropdown>
        </Popover>
      );
    }
    show(
      <PageDrawer title="抽屉" onClose={() => closed.push('抽屉')}>
        <Linked />
      </PageDrawer>,
    );
    fireEvent.click(await page.findByRole('button', { name: '链接' }));
    await page.findByLabelText('地址');
    pressEscape(
      focused === '地址'
        ? page.getByLabelText('地址')
        : page.getByRole('button', { name: '链接', hidden: true }),
    );
    await waitFor(() => expect(page.queryByLabelText('地址')).toBeNull());
    expect(closed).toEqual([]);
    pressEscape(page.getByRole('button', { name: '链接' }));
    expect(closed).toEqual(['抽屉']);
  });

  it('leaves a dialog open if an input used the key', async () => {
    const closed: string[] = [];
    show(
      <PageDialog title="窗口" onClose={() => closed.push('窗口')}>
        <input aria-label="替代文本" onKeyDown={(event) => event.preventDefault()} />
      </PageDialog>,
    );
    pressEscape(await page.findByLabelText('替代文本'));
    expect(closed).toEqual([]);
  });
});

describe('a confirmation', () => {
  it('stays open when another is requested, which is answered with no', async () => {
    show(null);
    const first = confirmAction({ title: '第一', message: '？' });
    await page.findByText('第一');
    await expect(confirmAction({ title: '第二', message: '？' })).resolves.toBe(false);
    fireEvent.click(page.getByRole('button', { name: /确定/ }));
    await expect(first).resolves.toBe(true);
  });
});
