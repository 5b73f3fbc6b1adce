import { isTemplate, isThemeId, themeForTemplate } from '../../../lib/contracts/theme/template.ts';
import type { Theme } from '../../../lib/contracts/theme/theme.ts';
import { parseThemeData } from '../../../lib/contracts/theme/theme.ts';
import { themeFromLists } from '../../../lib/contracts/theme/theme-lists.ts';
import { type EzopenMode, parseEzopen } from '../../../lib/ezopen/address.ts';
import { nearestLocale } from '../../../lib/i18n/translate.ts';
import { type PlayerFailure, RequestError } from '../../../lib/protocol/index.ts';
import { failureOf } from '../../state/steps.ts';
import type { Feature, FeatureContext } from '../feature.ts';

const themeMs = 5_000;

function modeOf(address: string): EzopenMode {
  const parsed = parseEzopen(address);
  return parsed.ok ? parsed.value.mode : 'live';
}

/** Without those that a small frame hides. `live`: the badge; `more`: the overflow menu. */
function shownControls() {
  const shown = document.querySelectorAll<HTMLElement>('.oriel-bars :is(.oriel-button, .oriel-live-button)');
  return [...shown]
    .map((button) => {
      const { width, height } = button.getBoundingClientRect();
      // For fingers, the area that reacts is higher than a low bar (bars.css); NaN where there is no such area.
      const area = Number.parseFloat(getComputedStyle(button, '::after').height);
      const reached = area > height ? area : height;
      return { iconId: button.dataset.id ?? 'live', width: Math.round(width), height: Math.round(reached) };
    })
    .filter(({ width, height }) => width > 0 && height > 0);
}

/** Themes: from the host page, from the server by id, and edited in place. */
export function makeTheming(context: FeatureContext): Feature {
  const { host, request, getState, imageOrigins } = context;

  /** Throws an error that describes the problem. */
  async function read(value: unknown): Promise<Theme> {
    const parsed = parseThemeData(value, { selfOrigin: location.origin, imageOrigins });
    if (parsed.ok) return parsed.value.theme;
    const failure: PlayerFailure = await context.explain(failureOf('theme.invalid'));
    const [problem] = parsed.error;
    const words = problem?.messages[nearestLocale(getState().language)];
    const where = [problem?.path, words].filter(Boolean).join(' ');
    throw new RequestError({ ...failure, message: `${failure.message}: ${where}` });
  }

  /** A theme as JSON text, or the id of a stored one. */
  async function parseGiven(themeData: string): Promise<Theme | null> {
    return isThemeId(themeData) ? fetchStored(themeData) : read(await readText(themeData));
  }

  /** Null if it cannot be loaded: the current theme stays (specification, document 2, section 8). */
  async function fetchStored(themeId: string): Promise<Theme | null> {
    const signal = AbortSignal.timeout(themeMs);
    const token = await context.token(signal);
    if (!token.ok) return null;
    const answer = await context.lapp.theme(
      { id: themeId, accessToken: token.value },
      { signal, timeoutMs: themeMs },
    );
    return answer.ok ? read(answer.value).catch(() => null) : null;
  }

  async function readText(text: string): Promise<unknown> {
    try {
      return JSON.parse(text);
    } catch {
      throw new RequestError(await context.explain(failureOf('theme.invalid')));
    }
  }

  /** The player continues with another theme; only the page can correct this one. */
  function notifyUnreadable(error: unknown): null {
    if (!(error instanceof RequestError)) throw error;
    const { code, message, source, retryable } = error;
    host.notify('handleError', { code, message, source, retryable });
    return null;
  }

  return {
    /** Precedence: theme object, stored theme, button lists, template. */
    async begin({ themeData, header, footer, controls, isMobile }) {
      const current = getState().theming.theme;
      const isRecorded = modeOf(getState().address) !== 'live';
      const listed = themeFromLists({
        ...(header ? { header } : {}),
        ...(footer ? { footer } : {}),
        ...(controls ? { controls } : {}),
      }).theme;
      const named = isTemplate(context.template)
        ? themeForTemplate(context.template, {
            isMobile: isMobile ?? getState().display.isMobile,
            isRecorded,
          })
        : current;
      const given = themeData === undefined ? null : await parseGiven(themeData).catch(notifyUnreadable);
      const stored = given || !isThemeId(context.template) ? null : await fetchStored(context.template);
      await request({ type: 'request.setTheme', theme: given ?? stored ?? listed ?? named });
    },
    handlers: {
      edit: ({ active }, signal) => request({ type: 'request.edit', active }, signal),
      btnReRender: async ({ themeData }, signal) => {
        const part = await readText(themeData);
        const isPart = typeof part === 'object' && part !== null && !Array.isArray(part);
        const merged = isPart ? { ...getState().theming.theme, ...part } : part;
        await request({ type: 'request.setTheme', theme: await read(merged) }, signal);
      },
      setThemeData: async ({ themeData }, signal) => {
        const theme = await parseGiven(themeData);
        if (!theme) throw new RequestError(await context.explain(failureOf('theme.none')));
        await request({ type: 'request.setTheme', theme }, signal);
      },
      getControls: () => shownControls(),
      fetchThemeData: async () => {
        const { theme } = getState().theming;
        if (!theme) throw new RequestError(await context.explain(failureOf('theme.none')));
        return { themeData: JSON.stringify(theme) };
      },
    },
    notify(notice) {
      if (notice.type === 'theme') host.notify('setThemeData', { themeData: JSON.stringify(notice.theme) });
      if (notice.type === 'buttonPressed') host.notify('clickEventHandle', { iconId: notice.iconId });
      if (notice.type === 'buttonRemoved') host.notify('removeEventHandle', { iconId: notice.iconId });
    },
  };
}
