import { z } from 'zod';
import { capabilities } from '../../contracts/lapp/capabilities.ts';
import type { AnyOperation } from './operations.ts';

/** The domain's issues with an invalid input. */
const issueList = z.array(z.object({ path: z.string(), code: z.string(), message: z.string() }));

/** The option that sets each field, and its valid values. */
const fields: Readonly<Record<string, { readonly option: string; readonly expects: string }>> = {
  serial: { option: '--serial', expects: 'must be 1 to 64 letters, digits, "-" or "_"' },
  channelNo: { option: '--channel', expects: 'must be a whole number from 1 to 256' },
  name: { option: '--name', expects: 'must be 1 to 64 characters on one line' },
  validCode: {
    option: 'The verification code',
    expects: 'must be 1 to 64 characters without white space, "/", "?" and "#"',
  },
  'main.url': { option: 'The address', expects: 'must have 1 to 2048 characters' },
  'sub.url': { option: '--sub-url', expects: 'must have 1 to 2048 characters' },
  mainUrl: { option: '--url', expects: 'must have 1 to 2048 characters' },
  subUrl: { option: '--sub-url', expects: 'must have 1 to 2048 characters' },
  'onvif.url': { option: '--onvif', expects: 'must have 1 to 2048 characters' },
  'onvif.login.username': { option: '--onvif-user', expects: 'must have at most 256 characters' },
  'onvif.login.password': { option: 'The ONVIF password', expects: 'must have at most 256 characters' },
  'main.scene': { option: '--demo', expects: 'must be the name of a demo scene' },
  'main.username': { option: '--username', expects: 'must have at most 256 characters' },
  'login.username': { option: '--username', expects: 'must have at most 256 characters' },
  'main.password': { option: 'The password', expects: 'must have at most 256 characters' },
  'login.password': { option: 'The password', expects: 'must have at most 256 characters' },
  origins: { option: '--origin', expects: 'may be given at most 32 times' },
  addOrigins: { option: '--add-origin', expects: 'may be given at most 32 times' },
  removeOrigins: { option: '--remove-origin', expects: 'may be given at most 32 times' },
  maxTokenSeconds: { option: '--max-token-seconds', expects: 'must be from 60 to 604800' },
  tokenName: { option: '--name', expects: 'must be 1 to 50 characters on one line' },
  expireSeconds: { option: '--expire-seconds', expects: 'must be from 60 to 604800' },
  capabilities: { option: '--capabilities', expects: `must be one or more of ${capabilities.join(', ')}` },
  cameras: {
    option: '--cameras',
    expects: 'must be 1 to 256 cameras, each SERIAL or SERIAL:CHANNEL, comma-separated',
  },
  appKey: { option: 'The application key', expects: 'must be one that "app list" shows' },
  themeId: { option: 'The theme ID', expects: 'must be one that "theme list" shows' },
  accountNo: {
    option: 'The account',
    expects: 'must start with a letter and have 4 to 30 letters, digits or "_"',
  },
  nickName: { option: '--name', expects: 'must be 1 to 30 characters' },
  password: { option: 'The password', expects: 'must have at most 128 characters' },
  grantId: { option: 'The grant', expects: 'must be 32 hexadecimal digits, as "token list" shows it' },
};

/** Operations that take the serial number as an argument, not as an option. */
const byArgument: readonly AnyOperation[] = [
  'camera.check',
  'camera.update',
  'camera.remove',
  'camera.enable',
  'camera.disable',
];

/** One sentence per invalid field, naming the option; null if the details contain no issues. */
export function describeInputProblems(
  details: Readonly<Record<string, unknown>>,
  operation: AnyOperation | null,
): string | null {
  const issues = issueList.safeParse(details.issues);
  if (!issues.success || issues.data.length === 0) return null;
  const sentences = issues.data.map(({ path, code, message }) => {
    // An index means nothing to users, who gave options.
    const name = path.replace(/\.\d+$/, '');
    const field = fields[name];
    if (!field) return `${path === '' ? 'The input' : path}: ${message}`;
    const isArgument = name === 'serial' && operation !== null && byArgument.includes(operation);
    const option = isArgument ? '<serial>' : field.option;
    // Codes with a dot are the domain's; their messages are complete sentences.
    return code.includes('.') ? `${option} ${message}` : `${option} ${field.expects}`;
  });
  return [...new Set(sentences)].join('; ');
}
