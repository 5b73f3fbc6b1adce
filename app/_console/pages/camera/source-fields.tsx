'use client';
import {
  Checkbox,
  NativeSelect,
  PasswordInput,
  SegmentedControl,
  Select,
  SimpleGrid,
  Stack,
  TextInput,
} from '@mantine/core';
import { usePageText } from '../../text/use-page-text.ts';
import { useText } from '../../text/use-text.ts';
import type { SourceInput, Transport } from './camera-data.ts';

/** User name and password as entered. If both are empty, the stored ones are kept unless removed explicitly. */
export interface LoginDraft {
  readonly username: string;
  readonly password: string;
  readonly clearsLogin: boolean;
}

export interface SourceDraft extends LoginDraft {
  readonly kind: 'rtsp' | 'demo';
  readonly url: string;
  readonly scene: string;
  readonly transport: Transport;
}

export const emptyLogin: LoginDraft = { username: '', password: '', clearsLogin: false };
export const emptySource: SourceDraft = {
  ...emptyLogin,
  kind: 'rtsp',
  url: '',
  scene: '',
  transport: 'auto',
};

export function isComplete({ kind, url, scene }: SourceDraft): boolean {
  return kind === 'demo' ? scene !== '' : url.trim() !== '';
}

/** True if only the credentials of a stored address change. */
export function isNewLogin(draft: SourceDraft): boolean {
  return draft.kind === 'rtsp' && loginOf(draft) !== undefined;
}

/** Empty fields are omitted, so that the stored values are kept; so is the stored transport. */
export function toInput(draft: SourceDraft, stored: Transport = 'auto'): SourceInput {
  const { kind, scene, username, password, clearsLogin, transport } = draft;
  if (kind === 'demo') return { kind, scene };
  const url = draft.url.trim();
  const named = { ...(username && { username }), ...(password && { password }) };
  return {
    kind,
    ...(url && { url }),
    ...(clearsLogin ? loginOf(draft) : named),
    ...(transport !== stored && { transport }),
  };
}

/** Credentials to send: undefined keeps the stored ones, empty values remove them. */
export function loginOf({ username, password, clearsLogin }: LoginDraft) {
  if (clearsLogin) return { username: '', password: '' };
  return username === '' && password === '' ? undefined : { username, password };
}

export interface SourceFieldsProps {
  readonly value: SourceDraft;
  readonly scenes: readonly string[];
  readonly hasStoredUrl?: boolean;
  readonly hasStoredLogin?: boolean;
  onChange(next: SourceDraft): void;
}

export function SourceFields(props: SourceFieldsProps) {
  const { value, scenes, hasStoredUrl = false, hasStoredLogin = false, onChange } = props;
  const translate = usePageText();
  const set = (change: Partial<SourceDraft>) => onChange({ ...value, ...change });
  return (
    <Stack gap="sm">
      {scenes.length > 0 && (
        <SegmentedControl
          aria-label={translate('pages.kind')}
          value={value.kind}
          onChange={(kind) => set({ kind: kind === 'demo' ? 'demo' : 'rtsp' })}
          data={[
            { value: 'rtsp', label: translate('pages.camera') },
            { value: 'demo', label: translate('pages.demo') },
          ]}
        />
      )}
      {value.kind === 'demo' ? (
        <Select
          label={translate('pages.scene')}
          withAsterisk
          data={[...scenes]}
          value={value.scene || null}
          onChange={(scene) => set({ scene: scene ?? '' })}
        />
      ) : (
        <>
          <TextInput
            label={translate('pages.address')}
            description={translate('pages.addressHint')}
            withAsterisk={!hasStoredUrl}
            {...(hasStoredUrl ? { placeholder: translate('pages.keptLogin') } : {})}
            inputMode="url"
            autoComplete="off"
            value={value.url}
            onChange={({ currentTarget }) => set({ url: currentTarget.value })}
          />
          <LoginFields value={value} hasStoredLogin={hasStoredLogin} onChange={set} />
          <TransportField value={value.transport} onChange={(transport) => set({ transport })} />
        </>
      )}
    </Stack>
  );
}

function TransportField({ value, onChange }: { readonly value: Transport; onChange(next: Transport): void }) {
  const translate = usePageText();
  const names: Readonly<Record<Transport, string>> = {
    auto: translate('pages.transportAuto'),
    tcp: 'TCP',
    udp: 'UDP',
    multicast: translate('pages.transportMulticast'),
  };
  return (
    <NativeSelect
      label={translate('pages.transport')}
      description={translate('pages.transportHint')}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value as Transport)}
      data={Object.entries(names).map(([choice, label]) => ({ value: choice, label }))}
    />
  );
}

export interface LoginFieldsProps {
  readonly value: LoginDraft;
  readonly hasStoredLogin: boolean;
  onChange(change: Partial<LoginDraft>): void;
}

export function LoginFields({ value, hasStoredLogin, onChange }: LoginFieldsProps) {
  const translate = usePageText();
  const showPassword = useText()('common.showPassword');
  const hint = hasStoredLogin && !value.clearsLogin ? { placeholder: translate('pages.keptLogin') } : {};
  return (
    <Stack gap="xs">
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        <TextInput
          label={translate('pages.userName')}
          {...hint}
          autoComplete="off"
          disabled={value.clearsLogin}
          value={value.username}
          onChange={({ currentTarget }) => onChange({ username: currentTarget.value })}
        />
        <PasswordInput
          label={translate('pages.password')}
          {...hint}
          autoComplete="new-password"
          visibilityToggleButtonProps={{ 'aria-label': showPassword }}
          disabled={value.clearsLogin}
          value={value.password}
          onChange={({ currentTarget }) => onChange({ password: currentTarget.value })}
        />
      </SimpleGrid>
      {hasStoredLogin && (
        <Checkbox
          size="xs"
          label={translate('pages.giveUpLogin')}
          checked={value.clearsLogin}
          onChange={({ currentTarget: { checked } }) => onChange({ ...emptyLogin, clearsLogin: checked })}
        />
      )}
    </Stack>
  );
}
