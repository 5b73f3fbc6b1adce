'use client';
import { Stack, Table, Text, TextInput, Title } from '@mantine/core';
import { useState } from 'react';
import { readColour } from '../../../../lib/contracts/theme/colour.ts';
import type { Theme } from '../../../../lib/contracts/theme/theme.ts';
import { barContrast, minContrast, readRgba } from './contrast.ts';
import { changeSection, type SectionName } from './design.ts';
import styles from './designer.module.css';
import { useDesignerText } from './use-designer-text.ts';

const names = ['color', 'activeColor', 'backgroundColor'] as const;
const videos = ['light', 'dark'] as const;

/** Colours of both bars, with their contrast over light and dark video. */
export function ColourPanel({
  theme,
  onChange,
}: {
  readonly theme: Theme;
  onChange(theme: Theme, kind: string): void;
}) {
  const translate = useDesignerText();
  return (
    <Stack>
      {(['header', 'footer'] as const).map((section) => (
        <Stack key={section} gap="xs" component="section" aria-label={translate(`design.${section}`)}>
          <Title order={3} size="h6">
            {translate(`design.${section}`)}
          </Title>
          {names.map((name) => (
            <ColourInput
              key={name}
              label={translate(`design.${name}`)}
              value={theme[section][name]}
              onChange={(value) =>
                onChange(changeSection(theme, section, { [name]: value }), `${section}.${name}`)
              }
            />
          ))}
          <ContrastTable theme={theme} section={section} />
        </Stack>
      ))}
    </Stack>
  );
}

function ColourInput({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  onChange(value: string): void;
}) {
  const translate = useDesignerText();
  /** What is typed and is no colour yet. */
  const [typed, setTyped] = useState<string | null>(null);
  const read = readRgba(value) ?? [0, 0, 0, 1];
  const [opaque, alpha] = [`#${read.slice(0, 3).map(hexOf).join('')}`, read[3]];
  return (
    <TextInput
      label={label}
      value={typed ?? value}
      error={typed !== null && translate('design.badColour')}
      onChange={({ currentTarget }) => {
        const colour = readColour(currentTarget.value);
        setTyped(colour === null ? currentTarget.value : null);
        if (colour !== null && colour !== value) onChange(colour);
      }}
      leftSection={
        <input
          type="color"
          aria-label={translate('design.pick', { name: label })}
          className={styles.picker}
          value={opaque}
          onChange={({ currentTarget }) => {
            setTyped(null);
            // The browser's picker knows no opacity: it stays.
            onChange(`${currentTarget.value}${alpha < 1 ? hexOf(alpha * 255) : ''}`);
          }}
        />
      }
    />
  );
}

const hexOf = (channel: number) => Math.round(channel).toString(16).padStart(2, '0');

function ContrastTable({ theme, section }: { readonly theme: Theme; readonly section: SectionName }) {
  const translate = useDesignerText();
  const { backgroundColor, ...colours } = theme[section];
  return (
    <Table withRowBorders={false} verticalSpacing={2} aria-label={translate('design.contrast')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{translate('design.contrast')}</Table.Th>
          <Table.Th scope="col">{translate('design.onLight')}</Table.Th>
          <Table.Th scope="col">{translate('design.onDark')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {(['color', 'activeColor'] as const).map((name) => {
          const min = name === 'color' ? minContrast.text : minContrast.icon;
          return (
            <Table.Tr key={name}>
              <Table.Th scope="row" fw={400}>
                {translate(`design.${name}`)}
              </Table.Th>
              {videos.map((video) => {
                const ratio = barContrast(colours[name], backgroundColor, video);
                if (ratio === null) return <Table.Td key={video}>–</Table.Td>;
                // Rounded down: 4.49 is not enough.
                const shown = (Math.floor(ratio * 10) / 10).toFixed(1);
                return (
                  <Table.Td key={video}>
                    <Text size="sm" {...(ratio < min ? { c: 'red' } : {})}>
                      {ratio < min
                        ? translate('design.tooLittle', { ratio: shown, min })
                        : translate('design.enough', { ratio: shown })}
                    </Text>
                  </Table.Td>
                );
              })}
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  );
}
