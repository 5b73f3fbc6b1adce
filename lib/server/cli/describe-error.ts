import { isLappCode, lappMessage } from '../../domain/errors/lapp-errors.ts';
import { operatorMessage } from '../../domain/errors/operator-errors.ts';
import type { Locale } from '../../i18n/translate.ts';
import { describeInputProblems } from './input-problems.ts';
import type { AnyOperation } from './operations.ts';
import { problemLines } from './theme-problems.ts';

/** Everything the command line prints, help included, is in this language. */
export const cliLocale: Locale = 'en-US';

type Details = Readonly<Record<string, unknown>>;

/** One sentence for the terminal, with what to do about it where that is known. */
export function describeError(
  code: string,
  message: string,
  details: Details,
  operation: AnyOperation | null,
): string {
  // Codes of the open platform come with their Chinese text; those of commands have both.
  const words = isLappCode(code)
    ? lappMessage(code, cliLocale)
    : (operatorMessage(code, cliLocale) ?? message);
  const more = describeInputProblems(details, operation) ?? describeDetails(code, details);
  return more === null ? words : `${words}: ${more}`;
}

function describeDetails(code: string, details: Details): string | null {
  const { serial, channelNo, demoScenes, profile, message, origins, known, themeId } = details;
  switch (code) {
    case 'camera.badUrl':
      return `${profile === 'sub' ? 'small picture: ' : profile === 'onvif' ? '--onvif: ' : ''}${message}`;
    case 'camera.notScene':
      return `choose ${listed(demoScenes)}`;
    case 'camera.exists':
      if (channelNo === undefined) {
        return `the code belongs to the whole device; set it with "camera update ${serial} --encrypted"`;
      }
      return `change it with "camera update ${serial}${channelNo === 1 ? '' : ` --channel ${channelNo}`}", or add another channel of the device with --channel; "camera list" shows what is there`;
    case 'camera.notFound':
      return `${serial}${channelNo === undefined || channelNo === 1 ? '' : ` channel ${channelNo}`}; "camera list" shows what is there`;
    case 'camera.loginNeeded':
      return 'with --username (or --onvif-user for the ONVIF address alone), so that a stored password never goes to a host it was not given for';
    case 'camera.noOnvif':
      return 'give one with --onvif';
    case 'camera.needsCode':
      return 'give --encrypted, which asks for it';
    case 'app.notFound':
      return '"app list" shows the keys';
    case 'app.originUnknown':
      return `${listed(origins)}; it has ${listed(known) || 'none'}`;
    case 'theme.badId':
      return 'it must match [A-Za-z0-9]{32}';
    case 'theme.exists':
      return `${themeId}; give --replace to take its place, or another --id`;
    case 'theme.invalid':
      return problemLines(details, cliLocale);
    case 'theme.notFound':
      return '"theme list" shows what is there';
    case 'input.nothing':
      return 'give at least one option; --help shows them';
    default:
      return null;
  }
}

function listed(value: unknown): string {
  return Array.isArray(value) ? value.join(', ') : '';
}
