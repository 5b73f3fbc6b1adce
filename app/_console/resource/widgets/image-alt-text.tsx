'use client';
/** What the chosen picture of a text is read out as: a field below the text, so that nothing moves when it comes. */
import { TextInput } from '@mantine/core';
import { NodeSelection } from '@tiptap/pm/state';
import { type Editor, useEditorState } from '@tiptap/react';
import { useTexts } from '../../text/use-texts.ts';

/** Letters. Longer ones belong into the text. */
const maxAltTextLength = 200;

export function ImageAltText({ editor }: { readonly editor: Editor | null }) {
  const { translate } = useTexts();
  const words = useEditorState({
    editor,
    selector: ({ editor: now }) => {
      const selection = now?.isEditable ? now.state.selection : null;
      const chosen = selection instanceof NodeSelection ? selection.node : null;
      return chosen?.type.name === 'image' ? String(chosen.attrs.alt ?? '') : null;
    },
  });
  if (!editor || words === null) return null;
  const write = (alt: string) =>
    editor.commands.command(({ tr }) => {
      // The attribute alone: a new picture in the place of this one would not be the chosen one any more.
      tr.setNodeAttribute(tr.selection.from, 'alt', alt);
      return true;
    });
  return (
    <TextInput
      className="picture-words"
      label={translate('resource.pictureWords')}
      description={translate('resource.pictureWordsHelp')}
      maxLength={maxAltTextLength}
      value={words}
      onChange={({ currentTarget }) => write(currentTarget.value)}
      // Escape would close the drawer that the text may stand in, and Enter would send its form.
      data-mantine-stop-propagation="true"
      onKeyDown={(event) => {
        // Of an input method, which takes its letters with them.
        if (event.nativeEvent.isComposing) return;
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        event.preventDefault();
        editor.commands.focus();
      }}
    />
  );
}
