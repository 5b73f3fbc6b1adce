'use client';
/** Rich text with headings, lists, links and uploaded images. The server sanitizes the result. Loaded on demand. */
import '@mantine/tiptap/styles.css';
import { Input } from '@mantine/core';
import { RichTextEditor, type RichTextEditorLabels } from '@mantine/tiptap';
import { Link } from '@tiptap/extension-link';
import { Selection } from '@tiptap/pm/state';
import { useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { type ReactNode, useEffect, useMemo } from 'react';
import { editorTexts } from '../../../../lib/i18n/console/editor.ts';
import { useLocale } from '../../text/use-locale.ts';
import { ImageControl, OwnImage, useEditorImages } from './editor-images.tsx';
import { ImageAltText } from './image-alt-text.tsx';
import './editor.css';

export interface EditorProps {
  readonly label: string;
  readonly description?: ReactNode;
  readonly error?: ReactNode;
  readonly withAsterisk?: boolean;
  readonly disabled?: boolean;
  readonly value: string;
  onChange(html: string): void;
}

export default function Editor({ label, value, onChange, disabled = false, ...wrapper }: EditorProps) {
  const images = useEditorImages((added) => {
    const content = added.map((attrs) => ({ type: 'image', attrs }));
    // Moves the cursor below the image; if the image stayed selected, typing would replace it.
    editor
      ?.chain()
      .focus()
      .insertContent([...content, { type: 'paragraph' }])
      .run();
  });
  const editor = useEditor({
    extensions: [
      StarterKit.configure({ link: false }),
      Link.configure({ openOnClick: false, protocols: ['http', 'https', 'mailto'] }),
      OwnImage,
    ],
    content: value,
    editable: !disabled,
    immediatelyRender: false,
    // Its style sheet would lack the CSP nonce; the console has the same styles.
    injectCSS: false,
    editorProps: {
      attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true' },
      handlePaste: (_view, event) => images.takes(event.clipboardData),
      handleDrop: (view, event, _slice, isMoved) => {
        if (isMoved || !images.takes(event.dataTransfer)) return false;
        const place = view.posAtCoords({ left: event.clientX, top: event.clientY });
        if (place)
          view.dispatch(view.state.tr.setSelection(Selection.near(view.state.doc.resolve(place.pos))));
        return true;
      },
    },
    onUpdate: ({ editor: changed }) => onChange(changed.isEmpty ? '' : changed.getHTML()),
  });
  const locale = useLocale();
  const labels = useMemo(
    (): Partial<RichTextEditorLabels> =>
      Object.fromEntries(Object.entries(editorTexts).map(([control, text]) => [control, text[locale]])),
    [locale],
  );
  useEffect(() => {
    // Set from outside, for example by a discarded draft. Ignored while typing, because the value lags behind.
    if (editor && !editor.isFocused && value !== (editor.isEmpty ? '' : editor.getHTML()))
      editor.commands.setContent(value, { emitUpdate: false });
  }, [editor, value]);
  return (
    <Input.Wrapper label={label} labelElement="div" {...wrapper}>
      <RichTextEditor editor={editor} labels={labels}>
        <RichTextEditor.Toolbar>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Bold />
            <RichTextEditor.Italic />
            <RichTextEditor.Underline />
            <RichTextEditor.Strikethrough />
            <RichTextEditor.ClearFormatting />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.H2 />
            <RichTextEditor.H3 />
            <RichTextEditor.Blockquote />
            <RichTextEditor.Hr />
            <RichTextEditor.BulletList />
            <RichTextEditor.OrderedList />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Link />
            <RichTextEditor.Unlink />
            <ImageControl images={images} />
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Undo />
            <RichTextEditor.Redo />
          </RichTextEditor.ControlsGroup>
        </RichTextEditor.Toolbar>
        <RichTextEditor.Content />
        <ImageAltText editor={editor} />
      </RichTextEditor>
    </Input.Wrapper>
  );
}
