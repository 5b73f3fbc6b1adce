'use client';
import { Button, Group, Input, NumberInput, Select, Stack, Textarea, TextInput } from '@mantine/core';
import { iotTheme } from '../../../../lib/contracts/admin/resources/iot-theme.resource.ts';
import type { Theme, ThemeType } from '../../../../lib/contracts/theme/theme.ts';
import { themeLimits } from '../../../../lib/contracts/theme/theme-limits.ts';
import { signedUploadTo } from '../../api/upload/send-upload.ts';
import { Upload } from '../../api/upload/upload.tsx';
import { useApi } from '../../api/use-api.ts';
import { useTexts } from '../../text/use-texts.ts';
import { browserNotifier } from '../../ui/toasts/browser-notifier.ts';
import styles from './designer.module.css';
import { useDesignerText } from './use-designer-text.ts';

/** A record has no markup; what is typed or pasted loses it at once. */
const plain = (text: string) => text.replace(/[<>\p{Cc}]/gu, '');

/** Everything of a theme that is neither a button nor a colour. */
export function GeneralPanel({
  theme,
  onChange,
}: {
  readonly theme: Theme;
  onChange(change: (now: Theme) => Theme, kind: string): void;
}) {
  const translate = useDesignerText();
  const { local } = useTexts();
  const set = (change: Partial<Theme>) =>
    onChange((now) => ({ ...now, ...change }), Object.keys(change).join());
  return (
    <Stack gap="sm">
      <TextInput
        label={translate('design.name')}
        maxLength={themeLimits.maxNameChars}
        value={theme.themeName}
        onChange={({ currentTarget }) => set({ themeName: plain(currentTarget.value) })}
      />
      <Textarea
        label={translate('design.intro')}
        maxLength={themeLimits.maxIntroChars}
        autosize
        value={theme.themeIntro}
        onChange={({ currentTarget }) => set({ themeIntro: plain(currentTarget.value) })}
      />
      <Select
        label={translate('design.type')}
        allowDeselect={false}
        data={iotTheme.fields.themeType.options.map(({ value, label }) => ({ value, label: local(label) }))}
        value={theme.themeType}
        onChange={(value) => value && set({ themeType: value as ThemeType })}
      />
      <NumberInput
        label={translate('design.autoFocus')}
        description={translate('design.autoFocusHelp')}
        min={0}
        max={themeLimits.maxAutoFocusSeconds}
        clampBehavior="strict"
        value={theme.autoFocus}
        onChange={(value) => typeof value === 'number' && set({ autoFocus: value })}
      />
      <TextInput
        label={translate('design.label')}
        maxLength={themeLimits.maxNameChars}
        value={theme.label}
        onChange={({ currentTarget }) => set({ label: plain(currentTarget.value) })}
      />
      <Picture
        label={translate('design.poster')}
        address={theme.poster}
        onChange={(poster) => set({ poster })}
      />
      <Picture
        label={translate('design.labelPic')}
        address={theme.labelPic}
        onChange={(labelPic) => set({ labelPic })}
      />
    </Stack>
  );
}

/** An uploaded image, drawn anew by the server, or one that the theme came with. */
function Picture({
  label,
  address,
  onChange,
}: {
  readonly label: string;
  readonly address: string;
  onChange(address: string): void;
}) {
  const translate = useDesignerText();
  const api = useApi();
  return (
    <Input.Wrapper
      role="group"
      aria-label={label}
      label={label}
      description={translate('design.image')}
      labelElement="div"
    >
      <Stack gap="xs" mt={4}>
        {address !== '' && (
          <Group gap="xs">
            {/* biome-ignore lint/performance/noImgElement: an uploaded image, shown as it is */}
            <img src={address} alt="" className={styles.image} />
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${translate('design.removeImage')} ${label}`}
              onClick={() => onChange('')}
            >
              {translate('design.removeImage')}
            </Button>
          </Group>
        )}
        {address === '' && (
          <Upload
            kind="image"
            send={signedUploadTo(api)}
            notifier={browserNotifier}
            onChange={(files) => {
              const url = files.at(-1)?.url;
              if (url) onChange(url);
            }}
          />
        )}
      </Stack>
    </Input.Wrapper>
  );
}
