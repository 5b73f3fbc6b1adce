'use client';
/** Alternative text of the selected image. The field is below the text, so that nothing moves when it appears. */
import { TextInput } from '@mantine/core';
import { NodeSelection } from '@tiptap/pm/state';
import { type Editor, useEditorState } from '@tiptap/react';
import { editorImageTexts } from '../../../../lib/i18n/console/editor.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { isOfComposition } from '../../ui/composition.ts';

/** Characters. Longer descriptions belong in the text. */
const maxAltTextLength = 200;

export function ImageAltText({ editor }: { readonly editor: Editor | null }) {
  const translate = useTranslations(editorImageTexts);
  const altText = useEditorState({
    editor,
    selector: ({ editor: now }) => {
      const selection = now?.isEditable ? now.state.selection : null;
      const chosen = selection instanceof NodeSelection ? selection.node : null;
      return chosen?.type.name === 'image' ? String(chosen.attrs.alt ?? '') : null;
    },
  });
  if (!editor || altText === null) return null;
  const write = (alt: string) =>
    editor.commands.command(({ tr }) => {
      // Changes the attribute only: replacing the image would deselect it.
      tr.setNodeAttribute(tr.selection.from, 'alt', alt);
      return true;
    });
  return (
    <TextInput
      className="image-alt-text"
      label={translate('editor.altText')}
      description={translate('editor.altTextHelp')}
      maxLength={maxAltTextLength}
      value={altText}
      onChange={({ currentTarget }) => write(currentTarget.value)}
      onKeyDown={(event) => {
        // Enter of an input method confirms its letters.
        if (isOfComposition(event.nativeEvent)) return;
        if (event.key !== 'Enter' && event.key !== 'Escape') return;
        // Escape must not close the drawer, nor Enter submit the form around the text.
        event.preventDefault();
        editor.commands.focus();
      }}
    />
  );
}
