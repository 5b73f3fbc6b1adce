'use client';
import { Button, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconTemplate } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { fillTemplate } from '../../../../lib/contracts/admin/calls/message.calls.ts';
import type { RowOption } from '../../../../lib/contracts/admin/row-types.ts';
import { ApiError, fieldErrors } from '../../api/api-error.ts';
import type { DataOf } from '../../api/data-of.ts';
import { api } from '../../api/request.ts';
import { isOfComposition } from '../../ui/composition.ts';
import { DialogButtons } from '../../ui/dialogs/dialog-buttons.tsx';
import { PageDialog } from '../../ui/dialogs/page-dialog.tsx';
import { LoadFailed } from '../parts/load-failed.tsx';
import { useMessageText } from './use-message-text.ts';

type Filled = DataOf<typeof fillTemplate>;

/** A button that asks for the parameters of a template. The server fills them in. */
export function TemplateFill({ onFilled }: { onFilled(filled: Filled): void }) {
  const translate = useMessageText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        mt={22}
        variant="default"
        flex="none"
        leftSection={<IconTemplate size={16} aria-hidden />}
        onClick={() => setOpen(true)}
      >
        {translate('messages.useTemplate')}
      </Button>
      {isOpen && (
        <FillDialog
          onClose={() => setOpen(false)}
          onFilled={(filled) => {
            onFilled(filled);
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

function FillDialog({ onClose, onFilled }: { onClose(): void; onFilled(filled: Filled): void }) {
  const translate = useMessageText();
  const [id, setId] = useState<string | null>(null);
  const [params, setParams] = useState<Readonly<Record<string, string>>>({});
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({});
  const [isBusy, setBusy] = useState(false);
  const { data, error, refetch } = useQuery({
    queryKey: ['feedback.template', 'options', 'all'],
    queryFn: ({ signal }) =>
      api.get<readonly RowOption[]>('/feedback/template/options', { signal, quiet: true }),
  });
  const offered = (data ?? []).filter(({ fields }) => fields?.status !== '1');
  const template = offered.find((one) => String(one.id) === id);
  const names = (template?.fields?.params ?? []) as readonly string[];
  const fill = async (): Promise<void> => {
    setBusy(true);
    try {
      const body = { params: Object.fromEntries(names.map((name) => [name, params[name] ?? ''])) };
      onFilled(
        await api.post<Filled>(`/feedback/template/${id}/fill`, body, { allowDuplicate: true, quiet: true }),
      );
    } catch (failure) {
      const byField = fieldErrors(failure);
      setErrors(
        Object.keys(byField).length > 0
          ? byField
          : { template: failure instanceof ApiError ? failure.message : '' },
      );
    } finally {
      setBusy(false);
    }
  };
  return (
    <PageDialog title={translate('messages.useTemplate')} closeOnClickOutside={false} onClose={onClose}>
      {/* Not a form: in React's tree it is within the form of the message. */}
      <Stack>
        {error && !data ? (
          <LoadFailed error={error} onRetry={() => void refetch()} />
        ) : (
          <Select
            label={translate('messages.template')}
            placeholder={data && offered.length === 0 ? translate('messages.noTemplates') : ''}
            disabled={!data || offered.length === 0}
            searchable
            openOnFocus={false}
            data={offered.map((one) => ({ value: String(one.id), label: one.title }))}
            value={id}
            error={errors.template ?? errors.title}
            onChange={(next) => {
              setId(next);
              setErrors({});
            }}
          />
        )}
        {names.map((name) => (
          <TextInput
            key={name}
            label={name}
            withAsterisk
            maxLength={500}
            value={params[name] ?? ''}
            error={errors[`params.${name}`]}
            onChange={({ currentTarget }) => setParams({ ...params, [name]: currentTarget.value })}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && !isOfComposition(event.nativeEvent)) void fill();
            }}
          />
        ))}
        {template && names.length === 0 && (
          <Text size="sm" c="dimmed">
            {translate('messages.noParams')}
          </Text>
        )}
        {template && (
          <Text size="sm" c="dimmed">
            {translate('messages.replaces')}
          </Text>
        )}
        <DialogButtons>
          <Button variant="default" onClick={onClose}>
            {translate('common.cancel')}
          </Button>
          <Button disabled={!template} loading={isBusy} onClick={() => void fill()}>
            {translate('messages.fill')}
          </Button>
        </DialogButtons>
      </Stack>
    </PageDialog>
  );
}
