'use client';
import { Button, Group, List, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTexts } from '../../text/use-texts.ts';
import dialog from './dialog.module.css';
import type { Asked } from './use-confirm.tsx';

const mostNames = 5;

export default function ConfirmDialog({ asked }: { readonly asked: Asked }) {
  const { say } = useTexts();
  const [typed, setTyped] = useState('');
  const isReady = asked.typed === undefined || typed.trim() === asked.typed;
  const names = asked.names ?? [];
  return (
    <Modal
      opened
      centered
      title={asked.title}
      classNames={{ title: dialog.title }}
      onClose={() => asked.answer(false)}
      closeButtonProps={{ 'aria-label': say('common.close') }}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) asked.answer(true);
        }}
      >
        <Stack>
          <Text>{asked.message}</Text>
          {names.length > 0 && (
            <List size="sm">
              {names.slice(0, mostNames).map((name) => (
                <List.Item key={name}>{name}</List.Item>
              ))}
              {names.length > mostNames && (
                <List.Item>{say('resource.andMore', { count: names.length - mostNames })}</List.Item>
              )}
            </List>
          )}
          {asked.typed !== undefined && (
            <TextInput
              label={say('resource.typeToConfirm', { word: asked.typed })}
              value={typed}
              onChange={(event) => setTyped(event.currentTarget.value)}
              autoComplete="off"
              data-autofocus
            />
          )}
          <Group justify="flex-end">
            {/* Enter must never be what loses something. */}
            <Button
              variant="default"
              onClick={() => asked.answer(false)}
              {...(asked.typed === undefined ? { 'data-autofocus': true } : {})}
            >
              {say('common.cancel')}
            </Button>
            <Button type="submit" color="red" disabled={!isReady}>
              {say('common.confirm')}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
