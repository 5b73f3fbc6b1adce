import { isLappCode, lappMessage } from '../../domain/errors/lapp-errors.ts';
import { operatorMessage } from '../../domain/errors/operator-errors.ts';
import type { Locale } from '../../i18n/translate.ts';
import { describeInputProblems } from './input-problems.ts';
import type { AnyOperation } from './operations.ts';
import { problemLines } from './theme-problems.ts';

/** Language of all command line output, help included. */
export const cliLocale: Locale = 'en-US';

type Details = Readonly<Record<string, unknown>>;

/** One sentence for the terminal, with a remedy if one is known. */
export function describeError(
  code: string,
  message: string,
  details: Details,
  operation: AnyOperation | null,
): string {
  // Messages of open platform codes are Chinese; those of operator codes exist in both languages.
  const text = isLappCode(code)
    ? lappMessage(code, cliLocale)
    : (operatorMessage(code, cliLocale) ?? message);
  const more = describeInputProblems(details, operation) ?? describeDetails(code, details);
  return more === null ? text : `${text.replace(/\.$/, '')}: ${more}`;
}

function describeDetails(code: string, details: Details): string | null {
  const { serial, channelNo, demoScenes, profile, message, character, origins, known, themeId } = details;
  switch (code) {
    case 'camera.badUrl':
      return `${profile === 'sub' ? 'sub stream: ' : profile === 'onvif' ? '--onvif: ' : ''}${typeof character === 'string' ? badLogin(character, profile) : message}`;
    case 'camera.notScene':
      return `choose one of ${listed(demoScenes)}`;
    case 'camera.exists':
      if (channelNo === undefined) {
        return `the code belongs to the whole device; set it with "camera update ${serial} --encrypted"`;
      }
      return `change it with "camera update ${serial}${channelNo === 1 ? '' : ` --channel ${channelNo}`}", or add another channel of the device with --channel; "camera list" shows existing cameras`;
    case 'camera.notFound':
      return `${serial}${channelNo === undefined || channelNo === 1 ? '' : ` channel ${channelNo}`}; "camera list" shows existing cameras`;
    case 'camera.loginNeeded':
      return 'use --username (or --onvif-user for the ONVIF address). A stored password is never sent to another host';
    case 'camera.noOnvif':
      return 'add one with --onvif';
    case 'camera.needsCode':
      return 'use --encrypted, which prompts for it';
    case 'app.notFound':
      return '"app list" shows the keys';
    case 'app.originUnknown':
      return `${listed(origins)}; its origins are ${listed(known) || 'none'}`;
    case 'theme.badId':
      return 'it must match [A-Za-z0-9]{32}';
    case 'theme.exists':
      return `${themeId}; use --replace to replace it, or choose another --id`;
    case 'theme.invalid':
      return problemLines(details, cliLocale);
    case 'theme.notFound':
      return '"theme list" shows existing themes';
    case 'input.nothing':
      return 'give at least one option; --help shows them';
    default:
      return null;
  }
}

/** Of an address from a prompt: one in an argument may have no login at all. */
function badLogin(character: string, profile: unknown): string {
  const option = profile === 'onvif' ? '--onvif-user' : '--username';
  return `the user name or password has "${character}"; write it as ${encodeURIComponent(character)}, or give the address without user name and password, and ${option}. An "@" in the path is written as %40`;
}

function listed(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : '';
}
