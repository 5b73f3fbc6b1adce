import type { LocalText } from '../../i18n/translate.ts';
import { themeLimits } from './theme-limits.ts';

const { maxBytes, maxDepth, maxButtons, maxAutoFocusSeconds } = themeLimits;

const texts = {
  notObject: { 'zh-CN': '必须是一个对象', 'en-US': 'must be an object' },
  notList: { 'zh-CN': '必须是一个列表', 'en-US': 'must be a list' },
  notText: { 'zh-CN': '必须是文字', 'en-US': 'must be text' },
  unreadable: { 'zh-CN': '内容无法读取', 'en-US': 'cannot be read' },
  tooLarge: {
    'zh-CN': `主题过大，最多 ${maxBytes / 1024} KB`,
    'en-US': `is too large: a theme has at most ${maxBytes / 1024} KB`,
  },
  tooDeep: {
    'zh-CN': `嵌套过深，最多 ${maxDepth} 层`,
    'en-US': `is nested too deeply: at most ${maxDepth} levels`,
  },
  tooManyButtons: {
    'zh-CN': `按钮过多，最多 ${maxButtons} 个`,
    'en-US': `has too many buttons: at most ${maxButtons} in header and footer together`,
  },
  missing: { 'zh-CN': '缺少此项', 'en-US': 'is missing' },
  textTooLong: { 'zh-CN': '文字过长', 'en-US': 'is too long' },
  markup: {
    'zh-CN': '不能包含尖括号或控制字符',
    'en-US': 'must not contain angle brackets or control characters',
  },
  badId: {
    'zh-CN': '只能包含字母、数字、- 和 _，最多 64 个字符',
    'en-US': 'may have letters, digits, - and _ only, at most 64 characters',
  },
  badType: {
    'zh-CN': '必须是 webLive、webRec、mobileLive 或 mobileRec',
    'en-US': 'must be webLive, webRec, mobileLive or mobileRec',
  },
  badColour: {
    'zh-CN': '不是支持的颜色：请使用 #RGB、#RRGGBB、#RRGGBBAA、rgb()、rgba() 或基本颜色名称',
    'en-US': 'is not a supported color: use #RGB, #RRGGBB, #RRGGBBAA, rgb(), rgba() or a basic color name',
  },
  badImage: {
    'zh-CN': '不是允许的图片：请使用本站图片路径、已登记来源的图片地址，或 PNG、JPEG、WebP 的 data: 图片',
    'en-US':
      'is not an allowed image: use the path of an image on this server, an address at a listed image origin, or a data: image (PNG, JPEG, WebP)',
  },
  badAutoFocus: {
    'zh-CN': `必须是 0 到 ${maxAutoFocusSeconds} 之间的秒数`,
    'en-US': `must be a number of seconds from 0 to ${maxAutoFocusSeconds}`,
  },
  badPart: { 'zh-CN': '必须是 left 或 right', 'en-US': 'must be left or right' },
  badFlag: { 'zh-CN': '必须是 0 或 1', 'en-US': 'must be 0 or 1' },
  unknownButton: { 'zh-CN': '没有这个按钮', 'en-US': 'names a button that does not exist' },
  duplicateButton: {
    'zh-CN': '按钮重复：同一个按钮只能出现一次',
    'en-US': 'names a button that this theme already contains',
  },
} as const satisfies Record<string, LocalText>;

export type ThemeProblemCode = keyof typeof texts;

/** A problem in one place of a theme. The value itself is never repeated. */
export interface ThemeProblem {
  /** As in `footer.btnList[3].part`; empty for the theme as a whole. */
  readonly path: string;
  readonly code: ThemeProblemCode;
  /** Complete except for the path. */
  readonly messages: LocalText;
}

export function themeProblem(path: string, code: ThemeProblemCode): ThemeProblem {
  return { path, code, messages: texts[code] };
}
