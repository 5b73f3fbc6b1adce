'use client';
import { ActionIcon, Button, Text, Textarea } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { watchNotes } from '../../../lib/contracts/admin/calls/watch.calls.ts';
import { maxNoteLength } from '../../../lib/contracts/admin/watch-limits.ts';
import { watchTexts } from '../../../lib/i18n/console/watch.ts';
import type { DataOf } from '../../_console/api/data-of.ts';
import { api } from '../../_console/api/request.ts';
import { HasPermi } from '../../_console/session/permission.tsx';
import { useTranslations } from '../../_console/text/use-translations.ts';
import { confirmAction } from '../../_console/ui/dialogs/confirm-action.ts';
import styles from '../watch.module.css';
import { useNoteDraft } from './note-draft.tsx';
import { LoadedList, Section } from './section.tsx';

type Notes = DataOf<typeof watchNotes>;

/** What colleagues wrote about the camera, and a field for another note. */
export function CameraNotes({ id }: { readonly id: string }) {
  const translate = useTranslations(watchTexts);
  const queries = useQueryClient();
  const [text, setText] = useNoteDraft(id);
  const path = `/iot/watch/${id}/notes`;
  const queryKey = ['watch', id, 'notes'];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.get<Notes>(path, { signal, quiet: true }),
  });
  const refresh = () => queries.invalidateQueries({ queryKey });
  const adding = useMutation({
    mutationFn: () => api.post(path, { text }),
    async onSuccess() {
      setText('');
      await refresh();
    },
  });
  const removing = useMutation({
    mutationFn: (note: number) => api.delete(`${path}/${note}`),
    onSettled: refresh,
  });
  async function remove({ id: note, text: message }: Notes[number]): Promise<void> {
    if (await confirmAction({ title: translate('watch.noteRemoveAsk'), message: message.slice(0, 200) }))
      removing.mutate(note);
  }
  return (
    <Section title={translate('watch.notes')}>
      <HasPermi value={['iot:camera:addNote']}>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (text.trim()) adding.mutate();
          }}
        >
          <Textarea
            size="sm"
            mb="xs"
            autosize
            minRows={2}
            maxRows={8}
            maxLength={maxNoteLength}
            aria-label={translate('watch.noteAdd')}
            placeholder={translate('watch.noteHint')}
            value={text}
            onChange={({ currentTarget }) => setText(currentTarget.value)}
          />
          <Button type="submit" size="xs" mb="sm" disabled={!text.trim()} loading={adding.isPending}>
            {translate('watch.noteAdd')}
          </Button>
        </form>
      </HasPermi>
      <LoadedList query={query} empty={translate('watch.noNotes')}>
        {(notes) => (
          <ul className={styles.list}>
            {notes.map((note) => (
              <li key={note.id}>
                <span className={styles.line}>
                  <Text span size="xs" c="dimmed">
                    {note.author} · <time>{note.time}</time>
                  </Text>
                  {note.canRemove && (
                    <ActionIcon
                      className={styles.end}
                      size="sm"
                      variant="subtle"
                      color="red"
                      aria-label={translate('watch.noteRemove', { author: note.author, time: note.time })}
                      onClick={() => void remove(note)}
                    >
                      <IconTrash size={16} aria-hidden="true" />
                    </ActionIcon>
                  )}
                </span>
                <span className={styles.note}>{note.text}</span>
              </li>
            ))}
          </ul>
        )}
      </LoadedList>
    </Section>
  );
}
