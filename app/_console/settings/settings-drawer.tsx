'use client';
import {
  Button,
  CheckIcon,
  ColorSwatch,
  Divider,
  Group,
  SegmentedControl,
  Stack,
  Switch,
  Text,
  Tooltip,
  UnstyledButton,
} from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCopy } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { settingsTexts } from '../../../lib/i18n/console/settings.ts';
import { useText } from '../text/use-text.ts';
import { useTranslations } from '../text/use-translations.ts';
import { useBrand } from '../ui/brand/use-brand.ts';
import { PageDrawer } from '../ui/dialogs/page-dialog.tsx';
import { accentOf } from './accent-of.ts';
import { type AccentColour, accentColours, type Settings, storedKeys } from './settings.ts';
import styles from './settings-drawer.module.css';
import { settingsStore, useSettings } from './settings-store.ts';

type SettingsText = keyof typeof settingsTexts;

/** How long the "switching theme" message is shown. */
const switchingMs = 600;

/** Appearance settings of the user. */
export default function SettingsDrawer({ onClose }: { readonly onClose: () => void }) {
  const translate = useText();
  return (
    <PageDrawer onClose={onClose} size={340} title={translate('shell.settings')}>
      <Stack gap="lg">
        <AppearanceSection />
        <Divider />
        <Navigation />
        <Divider />
        <Tables />
        <Divider />
        <Others />
        <CopyButton />
      </Stack>
    </PageDrawer>
  );
}

function AppearanceSection() {
  const translate = useTranslations(settingsTexts);
  const { colorScheme, navTheme } = useSettings();
  return (
    <>
      <Choice
        label="settings.colorScheme"
        value={colorScheme}
        options={{ light: 'settings.schemeLight', dark: 'settings.schemeDark', auto: 'settings.schemeAuto' }}
        onChange={(value) => settingsStore.change({ colorScheme: value })}
      />
      <Choice
        label="settings.navTheme"
        value={navTheme}
        options={{ dark: 'settings.navDark', light: 'settings.navLight' }}
        onChange={(value) => settingsStore.change({ navTheme: value })}
      />
      <Labelled label={translate('settings.color')}>{(id) => <Colours labelledBy={id} />}</Labelled>
    </>
  );
}

function Navigation() {
  const translate = useTranslations(settingsTexts);
  const { layout, contentWidth } = useSettings();
  const isTop = layout === 'topmenu';
  return (
    <>
      <Choice
        label="settings.layout"
        value={layout}
        options={{ sidemenu: 'settings.sidemenu', topmenu: 'settings.topmenu' }}
        onChange={(value) => settingsStore.change({ layout: value })}
      />
      <Choice
        label="settings.contentWidth"
        {...(isTop ? {} : { hint: translate('settings.fixedHint') })}
        value={contentWidth}
        options={{ Fluid: 'settings.fluid', Fixed: 'settings.fixed' }}
        {...(isTop ? {} : { disabledOption: 'Fixed' })}
        onChange={(value) => settingsStore.change({ contentWidth: value })}
      />
      <Toggle name="fixedHeader" label="settings.fixedHeader" />
      <Toggle
        name="fixedSidebar"
        label="settings.fixedSidebar"
        isDisabled={isTop}
        {...(isTop ? { hint: translate('settings.fixedSidebarHint') } : {})}
      />
      <Toggle name="hideFooter" label="settings.hideFooter" />
      <Toggle name="multiTab" label="settings.multiTab" />
    </>
  );
}

function Tables() {
  const { tableSize } = useSettings();
  return (
    <>
      <Choice
        label="settings.tableSize"
        value={tableSize}
        options={{
          default: 'settings.sizeDefault',
          middle: 'settings.sizeMiddle',
          small: 'settings.sizeSmall',
        }}
        onChange={(value) => settingsStore.change({ tableSize: value })}
      />
      <Toggle name="tableBordered" label="settings.tableBordered" />
    </>
  );
}

function Others() {
  const translate = useTranslations(settingsTexts);
  return (
    <>
      <Toggle name="weak" label="settings.weak" hint={translate('settings.weakHint')} />
      <Toggle name="shortcuts" label="settings.shortcuts" />
    </>
  );
}

function Labelled({
  label,
  hint,
  children,
}: {
  readonly label: string;
  readonly hint?: string;
  readonly children: (labelId: string) => ReactNode;
}) {
  const id = useId();
  return (
    <div>
      <Text id={id} size="sm" fw={500} mb={6}>
        {label}
      </Text>
      {children(id)}
      {hint && (
        <Text size="xs" c="dimmed" mt={4}>
          {hint}
        </Text>
      )}
    </div>
  );
}

function Choice<Value extends string>({
  label,
  hint,
  value,
  options,
  disabledOption,
  onChange,
}: {
  readonly label: SettingsText;
  readonly hint?: string;
  readonly value: Value;
  readonly options: Readonly<Record<Value, SettingsText>>;
  readonly disabledOption?: Value;
  readonly onChange: (value: Value) => void;
}) {
  const translate = useTranslations(settingsTexts);
  const words = Object.entries<SettingsText>(options).map(([option, text]) => ({
    value: option as Value,
    label: translate(text),
    disabled: option === disabledOption,
  }));
  return (
    <Labelled label={translate(label)} {...(hint ? { hint } : {})}>
      {(id) => (
        <SegmentedControl<Value>
          fullWidth
          aria-labelledby={id}
          value={value}
          data={words}
          onChange={onChange}
        />
      )}
    </Labelled>
  );
}

type Flag = { [Key in keyof Settings]: Settings[Key] extends boolean ? Key : never }[keyof Settings];

function Toggle({
  name,
  label,
  hint,
  isDisabled = false,
}: {
  readonly name: Flag;
  readonly label: SettingsText;
  readonly hint?: string;
  readonly isDisabled?: boolean;
}) {
  const translate = useTranslations(settingsTexts);
  const settings = useSettings();
  const hintId = useId();
  return (
    <div>
      <Switch
        labelPosition="left"
        label={translate(label)}
        checked={settings[name]}
        disabled={isDisabled}
        withThumbIndicator
        classNames={{ body: styles.toggle }}
        onChange={(event) => settingsStore.change({ [name]: event.currentTarget.checked })}
        {...(hint ? { 'aria-describedby': hintId } : {})}
      />
      {hint && (
        <Text id={hintId} size="xs" c="dimmed" mt={4}>
          {hint}
        </Text>
      )}
    </div>
  );
}

function Colours({ labelledBy }: { readonly labelledBy: string }) {
  const translate = useTranslations(settingsTexts);
  const { color } = useSettings();
  const brand = useBrand();
  const choose = (next: AccentColour) => {
    if (next === color) return;
    const id = notifications.show({
      loading: true,
      message: translate('settings.switching'),
      autoClose: switchingMs,
    });
    // Lets the message render before the colours are computed.
    setTimeout(() => {
      settingsStore.change({ color: next });
      notifications.update({
        id,
        loading: true,
        message: translate('settings.switching'),
        autoClose: switchingMs,
      });
    });
  };
  return (
    <Group gap={8} role="radiogroup" aria-labelledby={labelledBy}>
      {accentColours.map((one) => {
        const name = translate(`settings.color${one.slice(1) as Hex<typeof one>}`);
        return (
          <Tooltip key={one} label={name}>
            <UnstyledButton
              role="radio"
              aria-checked={one === color}
              aria-label={name}
              className={styles.swatch}
              onClick={() => choose(one)}
            >
              <ColorSwatch component="span" color={accentOf(one, brand)} size={26} radius="md">
                {one === color && <CheckIcon size={12} color="#fff" />}
              </ColorSwatch>
            </UnstyledButton>
          </Tooltip>
        );
      })}
    </Group>
  );
}

type Hex<Colour extends string> = Colour extends `#${infer Digits}` ? Digits : never;

/** Copies all settings as JSON, with their storage names. */
function CopyButton() {
  const translate = useTranslations(settingsTexts);
  const settings = useSettings();
  const copy = async () => {
    const entries = (Object.keys(storedKeys) as (keyof Settings)[]).map((key) => [
      storedKeys[key],
      settings[key],
    ]);
    try {
      await navigator.clipboard.writeText(JSON.stringify(Object.fromEntries(entries), null, 2));
      notifications.show({ color: 'green', message: translate('settings.copyDone') });
    } catch {
      notifications.show({ color: 'red', message: translate('settings.copyFailed') });
    }
  };
  return (
    <Button variant="default" leftSection={<IconCopy size={16} />} onClick={() => void copy()}>
      {translate('settings.copy')}
    </Button>
  );
}
