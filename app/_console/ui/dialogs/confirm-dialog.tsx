'use client';
import { Button, Group, List, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { removalTexts } from '../../../../lib/i18n/console/removal.ts';
import { useTexts } from '../../text/use-texts.ts';
import { useTranslations } from '../../text/use-translations.ts';
import type { OpenQuestion } from './open-question.ts';
import { PageDialog } from './page-dialog.tsx';

const maxNames = 5;

export default function ConfirmDialog({ question }: { readonly question: OpenQuestion }) {
  const { translate } = useTexts();
  const ofRemoval = useTranslations(removalTexts);
  const [typed, setTyped] = useState('');
  const isReady = question.typed === undefined || typed.trim() === question.typed;
  const names = question.names ?? [];
  return (
    <PageDialog title={question.title} onClose={() => question.answer(false)}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) question.answer(true);
        }}
      >
        <Stack>
          <Text style={{ whiteSpace: 'pre-line' }}>{question.message}</Text>
          {names.length > 0 && (
            <List size="sm">
              {names.slice(0, maxNames).map((name, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: names may be equal, and the list does not change
                <List.Item key={at}>{name}</List.Item>
              ))}
              {names.length > maxNames && (
                <List.Item>{translate('resource.andMore', { count: names.length - maxNames })}</List.Item>
              )}
            </List>
          )}
          {question.typed !== undefined && (
            <TextInput
              label={ofRemoval('removal.typeToConfirm', { word: question.typed })}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              autoComplete="off"
              data-autofocus
            />
          )}
          <Group justify="flex-end">
            {/* Enter must not confirm a destructive action. */}
            <Button
              variant="default"
              onClick={() => question.answer(false)}
              {...(question.typed === undefined ? { 'data-autofocus': true } : {})}
            >
              {translate('common.cancel')}
            </Button>
            <Button
              type="submit"
              {...(question.isDestructive === false ? {} : { color: 'red' })}
              disabled={!isReady}
            >
              {translate('common.confirm')}
            </Button>
          </Group>
        </Stack>
      </form>
    </PageDialog>
  );
}
