import { z } from 'zod';
import { capabilities } from '../../contracts/lapp/capabilities.ts';
import type { AnyOperation } from './operations.ts';

/** What the domain tells about an input that does not fit. */
const issueList = z.array(z.object({ path: z.string(), code: z.string(), message: z.string() }));

/** Where a field comes from on the command line, and what it may be. */
const fields: Readonly<Record<string, { readonly option: string; readonly expects: string }>> = {
  serial: { option: '--serial', expects: 'must be 1 to 64 letters, digits, "-" or "_"' },
  channelNo: { option: '--channel', expects: 'must be a whole number from 1 to 256' },
  name: { option: '--name', expects: 'must be 1 to 64 characters in one line' },
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
  expireSeconds: { option: '--expire-seconds', expects: 'must be from 60 to 604800' },
  capabilities: { option: '--capabilities', expects: `must be some of ${capabilities.join(', ')}` },
  cameras: {
    option: '--cameras',
    expects: 'must be 1 to 256 of SERIAL or SERIAL:CHANNEL, comma separated',
  },
  appKey: { option: 'The key of the application', expects: 'must be as "app list" shows it' },
  themeId: { option: 'The theme', expects: 'must be as "theme list" shows it' },
  accountNo: {
    option: 'The account',
    expects: 'must start with a letter and have 4 to 30 letters, digits or "_"',
  },
  nickName: { option: '--name', expects: 'must be 1 to 30 characters' },
  password: { option: 'The password', expects: 'must have at most 128 characters' },
  grantId: { option: 'The grant', expects: 'must be 32 hexadecimal digits, as "token list" shows it' },
};

/** Operations that take the field as an argument, not as an option. */
const byArgument: readonly AnyOperation[] = [
  'camera.check',
  'camera.update',
  'camera.remove',
  'camera.enable',
  'camera.disable',
];

/** One sentence for each field that does not fit, naming the option; null when the details tell of none. */
export function describeInputProblems(
  details: Readonly<Record<string, unknown>>,
  operation: AnyOperation | null,
): string | null {
  const issues = issueList.safeParse(details.issues);
  if (!issues.success || issues.data.length === 0) return null;
  const sentences = issues.data.map(({ path, code, message }) => {
    // The place in a list tells nothing: people gave options, not lists.
    const name = path.replace(/\.\d+$/, '');
    const field = fields[name];
    if (!field) return `${path === '' ? 'The input' : path}: ${message}`;
    const isArgument = name === 'serial' && operation !== null && byArgument.includes(operation);
    const option = isArgument ? '<serial>' : field.option;
    // Codes with a dot are the domain's own, whose messages are sentences about what is wrong.
    return code.includes('.') ? `${option} ${message}` : `${option} ${field.expects}`;
  });
  return [...new Set(sentences)].join('; ');
}
