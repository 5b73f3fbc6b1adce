/**
 * A theme: which buttons are shown where, their initial state and their colours. Read by server and frame, so without a
 * schema library. Themes are untrusted: `parseTheme` and `parseThemeData` copy the allowed fields one by one into a new
 * object.
 */
import { err, ok, type Result } from '../../kernel/result.ts';
import { orderButtons } from './button-order.ts';
import { readIconId } from './icon-id.ts';
import type { ImageSources } from './image.ts';
import {
  defaultAutoFocusSeconds,
  defaultBackground,
  defaultColours,
  noBackground,
} from './theme-defaults.ts';
import * as read from './theme-fields.ts';
import { themeLimits } from './theme-limits.ts';
import { type ThemeProblem, themeProblem } from './theme-problem.ts';
import { fitsAsJson, sizeFault } from './theme-size.ts';

export type { ThemeProblem } from './theme-problem.ts';

export const themeTypes = ['webLive', 'webRec', 'mobileLive', 'mobileRec'] as const;
export type ThemeType = (typeof themeTypes)[number];

export interface Theme {
  readonly themeId: string;
  readonly themeName: string;
  readonly themeIntro: string;
  readonly themeType: ThemeType;
  readonly label: string;
  /** Address of an image; '' for none. */
  readonly labelPic: string;
  readonly poster: string;
  /** Seconds until the controls fade; 0: they stay. */
  readonly autoFocus: number;
  /** Epoch ms; 0: not known. */
  readonly createTime: number;
  readonly updateTime: number;
  readonly color?: string;
  readonly backgroundColor?: string;
  readonly header: ThemeSection;
  readonly footer: ThemeSection;
}

export interface ThemeSection {
  readonly color: string;
  readonly backgroundColor: string;
  readonly activeColor: string;
  /** In display order, left and right mixed. */
  readonly btnList: readonly ThemeButton[];
}

export interface ThemeButton {
  /** One of `iconIds`. */
  readonly iconId: string;
  readonly part: 'left' | 'right';
  /** 1: on when the player starts. */
  readonly defaultActive: 0 | 1;
  /** 1: shown. */
  readonly isrender: 0 | 1;
  readonly memo?: string;
  /** Dash-separated; the fourth segment is the order. */
  readonly btnKey?: string;
}

/** The theme, or all its problems. Only unknown fields are dropped silently. */
export function parseTheme(
  value: unknown,
  images: ImageSources = {},
): Result<Theme, readonly ThemeProblem[]> {
  const problems: ThemeProblem[] = [];
  const theme = readTheme(value, { images, problems, notes: problems });
  return theme !== null && problems.length === 0 ? ok(theme) : err(problems);
}

export interface ThemeData {
  readonly theme: Theme;
  /** What was left out or replaced, for developers. */
  readonly notes: readonly ThemeProblem[];
}

/**
 * Parses the `themeData` of pages written for other versions of the player: unknown buttons are left out, missing or
 * invalid values get their default, each with a note. Rejects only values that are not a theme at all.
 */
export function parseThemeData(
  value: unknown,
  images: ImageSources = {},
): Result<ThemeData, readonly ThemeProblem[]> {
  const problems: ThemeProblem[] = [];
  const notes: ThemeProblem[] = [];
  const theme = readTheme(value, { images, problems, notes });
  return theme !== null && problems.length === 0 ? ok({ theme, notes }) : err(problems);
}

function readTheme(value: unknown, reading: read.Reading): Theme | null {
  try {
    const fault = read.isFields(value) ? sizeFault(value) : 'notObject';
    if (fault === null) return copyTheme(value as read.Fields, reading);
    reading.problems.push(themeProblem('', fault));
  } catch {
    // A getter or proxy that throws: impossible in messages and JSON, possible from a script in our own page.
    reading.problems.push(themeProblem('', 'unreadable'));
  }
  return null;
}

function copyTheme(fields: read.Fields, reading: read.Reading): Theme | null {
  const text = (name: string, maxChars: number) =>
    read.readText(reading, name, read.own(fields, name), maxChars);
  const themeType = read.own(fields, 'themeType');
  const isType = themeTypes.some((type) => type === themeType);
  if (themeType !== undefined && !isType) read.note(reading, 'themeType', 'badType');
  const color = read.readColourField(reading, 'color', read.own(fields, 'color'));
  const backgroundColor = read.readColourField(
    reading,
    'backgroundColor',
    read.own(fields, 'backgroundColor'),
  );
  const lists = (['header', 'footer'] as const).map((name) => read.own(fields, name));
  if (lists.reduce<number>((count, section) => count + listedButtons(section), 0) > themeLimits.maxButtons) {
    reading.problems.push(themeProblem('', 'tooManyButtons'));
    return null;
  }
  const taken = new Set<string>();
  const theme: Theme = {
    themeId: read.readId(reading, 'themeId', read.own(fields, 'themeId')),
    themeName: text('themeName', themeLimits.maxNameChars),
    themeIntro: text('themeIntro', themeLimits.maxIntroChars),
    themeType: isType ? (themeType as ThemeType) : 'webLive',
    label: text('label', themeLimits.maxNameChars),
    labelPic: read.readImageField(reading, 'labelPic', read.own(fields, 'labelPic')),
    poster: read.readImageField(reading, 'poster', read.own(fields, 'poster')),
    autoFocus: read.readAutoFocus(
      reading,
      'autoFocus',
      read.own(fields, 'autoFocus'),
      defaultAutoFocusSeconds,
    ),
    createTime: read.readTime(read.own(fields, 'createTime')),
    updateTime: read.readTime(read.own(fields, 'updateTime')),
    ...(color === undefined ? {} : { color }),
    ...(backgroundColor === undefined ? {} : { backgroundColor }),
    header: copySection(lists[0], 'header', reading, taken),
    footer: copySection(lists[1], 'footer', reading, taken),
  };
  if (fitsAsJson(theme)) return theme;
  reading.problems.push(themeProblem('', 'tooLarge'));
  return null;
}

function listedButtons(section: unknown): number {
  const list = read.isFields(section) ? read.own(section, 'btnList') : null;
  return Array.isArray(list) ? list.length : 0;
}

function copySection(
  section: unknown,
  path: 'header' | 'footer',
  reading: read.Reading,
  taken: Set<string>,
): ThemeSection {
  if (!read.isFields(section)) {
    read.note(reading, path, section === undefined ? 'missing' : 'notObject');
    return { ...defaultColours, backgroundColor: noBackground, btnList: [] };
  }
  const colour = (name: string) => read.readColourField(reading, `${path}.${name}`, read.own(section, name));
  const list = read.own(section, 'btnList');
  if (!Array.isArray(list)) {
    read.note(reading, `${path}.btnList`, list === undefined ? 'missing' : 'notList');
  }
  const buttons = (Array.isArray(list) ? list : []).flatMap((button: unknown, index) =>
    copyButton(button, `${path}.btnList[${index}]`, reading, taken),
  );
  return {
    color: colour('color') ?? defaultColours.color,
    backgroundColor: colour('backgroundColor') ?? defaultBackground[path],
    activeColor: colour('activeColor') ?? defaultColours.activeColor,
    btnList: orderButtons(buttons),
  };
}

/** Zero or one button. */
function copyButton(
  button: unknown,
  path: string,
  reading: read.Reading,
  taken: Set<string>,
): readonly ThemeButton[] {
  if (!read.isFields(button)) {
    read.note(reading, path, 'notObject');
    return [];
  }
  const iconId = readIconId(read.own(button, 'iconId'));
  if (iconId === null || taken.has(iconId)) {
    read.note(reading, `${path}.iconId`, iconId === null ? 'unknownButton' : 'duplicateButton');
    return [];
  }
  taken.add(iconId);
  const part = read.own(button, 'part');
  if (part !== 'left' && part !== 'right') read.note(reading, `${path}.part`, 'badPart');
  const text = (name: string) =>
    read.readText(reading, `${path}.${name}`, read.own(button, name), themeLimits.maxMemoChars);
  const memo = text('memo');
  const btnKey = text('btnKey');
  return [
    {
      iconId,
      part: part === 'right' ? 'right' : 'left',
      defaultActive: readDefaultActive(reading, path, iconId, read.own(button, 'defaultActive')),
      isrender: read.readFlag(reading, `${path}.isrender`, read.own(button, 'isrender')),
      ...(memo === '' ? {} : { memo }),
      ...(btnKey === '' ? {} : { btnKey }),
    },
  ];
}

/** A play button without this flag plays, as in every built-in theme. */
function readDefaultActive(reading: read.Reading, path: string, iconId: string, value: unknown): 0 | 1 {
  if (iconId === 'play' && value === undefined) return 1;
  return read.readFlag(reading, `${path}.defaultActive`, value);
}
