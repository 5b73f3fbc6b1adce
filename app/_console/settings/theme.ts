/** The Mantine theme for the selected accent, with sufficient contrast for every colour. */
import {
  type CSSVariablesResolver,
  createTheme,
  DEFAULT_THEME,
  type MantineColorsTuple,
} from '@mantine/core';
import { mix } from './colour.ts';
import { chosenGround, grounds, rampOf, type Scheme, shadesOf } from './shades.ts';

const fontFamily = 'system-ui, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif';

/** Colour-weak mode: replaces red, green and similar hues by distinguishable ones. */
const distinguish: Readonly<Record<string, string>> = {
  red: '#D55E00',
  pink: '#CC79A7',
  orange: '#E69F00',
  yellow: '#E69F00',
  lime: '#0072B2',
  green: '#0072B2',
  teal: '#0072B2',
};

/** Main shade of each colour. */
function tonesOf(accent: string, isWeak: boolean): Record<string, string> {
  const tones: Record<string, string> = {};
  for (const [name, ramp] of Object.entries(DEFAULT_THEME.colors)) {
    if (name !== 'dark') tones[name] = ramp[6] ?? ramp[5];
  }
  return { ...tones, ...(isWeak ? distinguish : {}), accent };
}

const darkRamp: MantineColorsTuple = [
  grounds.dark.ink,
  '#c3cad3',
  grounds.dark.soft,
  '#6d7887',
  '#3c4551',
  grounds.dark.line,
  '#1b2129',
  grounds.dark.panel,
  '#12171d',
  grounds.dark.page,
];

/** Lower bounds of each size, as specified: 0, 576, 768, 992, 1200 and 1600 px. */
export const breakpoints = {
  xs: '0em',
  sm: '36em',
  md: '48em',
  lg: '62em',
  xl: '75em',
  xxl: '100em',
} as const;

export function consoleTheme(accent: string, isWeak: boolean) {
  const colors: Record<string, MantineColorsTuple> = { dark: darkRamp };
  for (const [name, tone] of Object.entries(tonesOf(accent, isWeak))) {
    if (name !== 'gray') colors[name] = rampOf(tone, isWeak);
  }
  return createTheme({
    primaryColor: 'accent',
    primaryShade: 6,
    colors,
    black: grounds.light.ink,
    fontFamily,
    fontFamilyMonospace: 'ui-monospace, "SF Mono", Menlo, Consolas, monospace',
    headings: { fontFamily, fontWeight: '600' },
    fontSizes: { xs: '12px', sm: '14px', md: '14px', lg: '16px', xl: '20px' },
    defaultRadius: 'sm',
    radius: { xs: '3px', sm: '6px', md: '8px', lg: '12px', xl: '20px' },
    breakpoints,
    respectReducedMotion: true,
    cursorType: 'pointer',
    focusRing: 'auto',
    components: {
      // No capitalization: names are shown as written.
      Badge: { defaultProps: { tt: 'none' } },
      // With the default radius a small box would be round, like a radio button.
      Checkbox: { defaultProps: { radius: 'xs' } },
      Tooltip: { defaultProps: { openDelay: 300, withArrow: true } },
      Modal: { defaultProps: { centered: true, radius: 'md', overlayProps: { backgroundOpacity: 0.4 } } },
      Drawer: { defaultProps: { overlayProps: { backgroundOpacity: 0.35 } } },
    },
  });
}

/** CSS variables of one colour, with readable text colours. */
function colourVariables(
  name: string,
  tone: string,
  scheme: Scheme,
  isWeak: boolean,
  chosen: string,
): Record<string, string> {
  const shades = shadesOf(tone, scheme, isWeak, [chosen]);
  const variable = (part: string) => `--mantine-color-${name}-${part}`;
  return {
    [variable('filled')]: shades.filled,
    [variable('filled-hover')]: shades.filledHover,
    [variable('text')]: shades.text,
    [variable('light')]: shades.tint,
    [variable('light-hover')]: shades.tintHover,
    [variable('light-color')]: shades.onTint,
    [variable('outline')]: shades.text,
    [variable('outline-hover')]: mix(tone, grounds[scheme].panel, 0.08),
  };
}

function schemeVariables(accent: string, scheme: Scheme, isWeak: boolean): Record<string, string> {
  const ground = grounds[scheme];
  const chosen = chosenGround(accent, scheme);
  const variables: Record<string, string> = {};
  for (const [name, tone] of Object.entries(tonesOf(accent, isWeak))) {
    Object.assign(variables, colourVariables(name, tone, scheme, isWeak, chosen));
  }
  const soft = isWeak ? ground.ink : ground.soft;
  return {
    ...variables,
    '--mantine-color-body': ground.panel,
    '--mantine-color-text': ground.ink,
    '--mantine-color-dimmed': soft,
    '--mantine-color-placeholder': soft,
    '--mantine-color-disabled': ground.raised,
    '--mantine-color-disabled-color': soft,
    '--mantine-color-disabled-border': ground.line,
    '--mantine-color-anchor': 'var(--mantine-color-accent-text)',
    '--mantine-color-error': 'var(--mantine-color-red-text)',
    '--mantine-color-success': 'var(--mantine-color-green-text)',
    '--mantine-color-default-border': ground.line,
    '--mantine-primary-color-contrast': '#ffffff',
    '--oriel-page': ground.page,
    '--oriel-panel': ground.panel,
    '--oriel-raised': ground.raised,
    '--oriel-line': ground.line,
    '--oriel-edge': ground.edge,
    '--oriel-chosen': chosen,
    '--oriel-accent': accent,
  };
}

export function consoleVariables(accent: string, isWeak: boolean): CSSVariablesResolver {
  const light = schemeVariables(accent, 'light', isWeak);
  const dark = schemeVariables(accent, 'dark', isWeak);
  return () => ({ variables: {}, light, dark });
}
