'use client';
import { Button, Group, Stack, Text } from '@mantine/core';
import { emptyTexts } from '../../../../lib/i18n/console/empty.ts';
import { useTexts } from '../../text/use-texts.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { NamedIcon } from '../../ui/icons/named-icon.tsx';
import { useResourcePage } from '../context/resource-page-context.ts';

/** A list without any rows: what they are for, and the actions that the user may perform. */
export default function EmptyList() {
  const { resource, open, slots } = useResourcePage();
  const { definition } = resource;
  const { local } = useTexts();
  const translate = useTranslations(emptyTexts);
  const name = local(definition.title);
  const canBeAdded = definition.can.includes('add');
  const own = slots.emptyAction?.();
  return (
    <Stack align="center" gap="xs" py="xl" px="md">
      <NamedIcon name={definition.icon} size={40} />
      <Text fw={600}>{translate(canBeAdded ? 'empty.title' : 'empty.noRows', { resource: name })}</Text>
      {definition.purpose && (
        <Text size="sm" ta="center" maw={520}>
          {local(definition.purpose)}
        </Text>
      )}
      {canBeAdded && !resource.can('add') && (
        <Text size="sm" ta="center" maw={520}>
          {translate('empty.mayNotAdd', { resource: name })}
        </Text>
      )}
      <Group gap="xs" mt="xs" justify="center">
        {own}
        {resource.can('add') && (
          <Button
            variant={own ? 'default' : 'filled'}
            onClick={() => (slots.onAdd ? slots.onAdd() : open({ kind: 'new' }))}
          >
            {slots.addLabels?.own ?? translate('empty.add', { resource: name.toLowerCase() })}
          </Button>
        )}
        {resource.can('import') && (
          <Button variant="default" onClick={() => open({ kind: 'import' })}>
            {translate('empty.import', { resource: name })}
          </Button>
        )}
      </Group>
    </Stack>
  );
}
