'use client';
/**
 * Text with headings, lists and links. The server cleans what comes of it, whatever it is. Pictures are none of it,
 * here and there: pages load them from nowhere else, and there is no place of ours to put them. Loaded when needed.
 */
import '@mantine/tiptap/styles.css';
import { Input } from '@mantine/core';
import { RichTextEditor, type RichTextEditorLabels } from '@mantine/tiptap';
import { Link } from '@tiptap/extension-link';
import { useEditor } from '@tiptap/react';
import StarterKit from '@tiptap/starter-kit';
import { type ReactNode, useEffect, useMemo } from 'react';
import { editorTexts } from '../../../../lib/i18n/console/editor.ts';
import { browserNotifier } from '../../api/browser-notifier.ts';
import { errorNoticeMs } from '../../api/notifier.ts';
import { useLocale } from '../../settings/use-text.ts';
import { useTexts } from '../parts/use-texts.ts';
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

/** Somebody brings a picture: as a file, or within what they copied elsewhere. */
const holdsPicture = (data: DataTransfer | null): boolean =>
  data !== null &&
  ([...data.files].some((file) => file.type.startsWith('image/')) ||
    /<img\b/i.test(data.getData('text/html')));

export default function Editor({ label, value, onChange, disabled = false, ...wrapper }: EditorProps) {
  const { say } = useTexts();
  /** Never the end of it: what else was brought goes in as usual, and the picture has no place to go. */
  const tellOfPicture = (data: DataTransfer | null): false => {
    if (holdsPicture(data))
      browserNotifier.show({
        kind: 'warning',
        message: say('resource.noPictures'),
        durationMs: errorNoticeMs,
      });
    return false;
  };
  const editor = useEditor({
    extensions: [
      StarterKit.configure({ link: false }),
      Link.configure({ openOnClick: false, protocols: ['http', 'https', 'mailto'] }),
    ],
    content: value,
    editable: !disabled,
    immediatelyRender: false,
    // Its style sheet would come without the page's nonce; ours has what it says.
    injectCSS: false,
    editorProps: {
      attributes: { 'aria-label': label, role: 'textbox', 'aria-multiline': 'true' },
      handlePaste: (_view, event) => tellOfPicture(event.clipboardData),
      handleDrop: (_view, event) => tellOfPicture(event.dataTransfer),
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
    // Set from outside: a draft that was thrown away. While somebody types, it is what they typed a moment ago.
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
          </RichTextEditor.ControlsGroup>
          <RichTextEditor.ControlsGroup>
            <RichTextEditor.Undo />
            <RichTextEditor.Redo />
          </RichTextEditor.ControlsGroup>
        </RichTextEditor.Toolbar>
        <RichTextEditor.Content />
      </RichTextEditor>
    </Input.Wrapper>
  );
}
