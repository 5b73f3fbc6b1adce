'use client';
import { PasswordInput, SegmentedControl, Select, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useText } from '../../settings/use-text.ts';
import type { SourceInput } from './camera-data.ts';

/** What is typed of a source. Empty name and password: the stored ones stay, where there are any. */
export interface SourceDraft {
  readonly kind: 'rtsp' | 'demo';
  readonly url: string;
  readonly username: string;
  readonly password: string;
  readonly scene: string;
}

export const emptySource: SourceDraft = { kind: 'rtsp', url: '', username: '', password: '', scene: '' };

export function isComplete({ kind, url, scene }: SourceDraft): boolean {
  return kind === 'demo' ? scene !== '' : url.trim() !== '';
}

export function toInput({ kind, url, username, password, scene }: SourceDraft): SourceInput {
  if (kind === 'demo') return { kind, scene };
  return {
    kind,
    url: url.trim(),
    ...(username ? { username } : {}),
    ...(password ? { password } : {}),
  };
}

export interface SourceFieldsProps {
  readonly value: SourceDraft;
  readonly scenes: readonly string[];
  readonly hasStoredLogin?: boolean;
  onChange(next: SourceDraft): void;
}

export function SourceFields({ value, scenes, hasStoredLogin = false, onChange }: SourceFieldsProps) {
  const say = useText();
  const set = (change: Partial<SourceDraft>) => onChange({ ...value, ...change });
  return (
    <Stack gap="sm">
      {scenes.length > 0 && (
        <SegmentedControl
          aria-label={say('rooms.kind')}
          value={value.kind}
          onChange={(kind) => set({ kind: kind === 'demo' ? 'demo' : 'rtsp' })}
          data={[
            { value: 'rtsp', label: say('rooms.camera') },
            { value: 'demo', label: say('rooms.demo') },
          ]}
        />
      )}
      {value.kind === 'demo' ? (
        <Select
          label={say('rooms.scene')}
          withAsterisk
          data={[...scenes]}
          value={value.scene || null}
          onChange={(scene) => set({ scene: scene ?? '' })}
        />
      ) : (
        <>
          <TextInput
            label={say('rooms.address')}
            description={say('rooms.addressHint')}
            withAsterisk
            inputMode="url"
            autoComplete="off"
            value={value.url}
            onChange={({ currentTarget }) => set({ url: currentTarget.value })}
          />
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
            <TextInput
              label={say('rooms.userName')}
              description={hasStoredLogin ? say('rooms.keptPassword') : undefined}
              autoComplete="off"
              value={value.username}
              onChange={({ currentTarget }) => set({ username: currentTarget.value })}
            />
            <PasswordInput
              label={say('rooms.password')}
              description={hasStoredLogin ? say('rooms.keptPassword') : undefined}
              autoComplete="new-password"
              value={value.password}
              onChange={({ currentTarget }) => set({ password: currentTarget.value })}
            />
          </SimpleGrid>
        </>
      )}
    </Stack>
  );
}
