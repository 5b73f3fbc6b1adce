/** Rules for new passwords: long enough, and not easily guessed. */
import type { LocalText } from '../../i18n/translate.ts';

export interface PasswordRules {
  readonly leastLength: number;
  /** 0 anything, 1 digits, 2 letters, 3 letters and digits, 4 letters, digits and other characters. */
  readonly characters: number;
}

export const maxPasswordLength = 128;
export const minLengthForRoot = 15;

/** Why a password is rejected; null: it is accepted. `own`: account and names, which an attacker knows. */
export function passwordFault(
  password: string,
  rules: PasswordRules,
  own: readonly string[],
): LocalText | null {
  const length = [...password].length;
  if (length < rules.leastLength) {
    return {
      'zh-CN': `密码不能少于 ${rules.leastLength} 个字符`,
      'en-US': `The password must have at least ${rules.leastLength} characters`,
    };
  }
  if (length > maxPasswordLength) {
    return {
      'zh-CN': `密码不能超过 ${maxPasswordLength} 个字符`,
      'en-US': `The password must have at most ${maxPasswordLength} characters`,
    };
  }
  if (!characterRules[rules.characters]?.(password)) return wrongCharacters;
  const names = own.map((name) => name.toLowerCase()).filter((name) => name.length >= 3);
  if (names.some((name) => password.toLowerCase() === name)) return sameAsAccount;
  if (!isGuessable(password, names)) return null;
  return isCommon(password) ? guessable : predictable;
}

const characterRules: Readonly<Record<number, (password: string) => boolean>> = {
  0: () => true,
  1: (password) => /^\d+$/.test(password),
  2: (password) => /^[A-Za-z]+$/.test(password),
  3: (password) => /[A-Za-z]/.test(password) && /\d/.test(password),
  4: (password) => /[A-Za-z]/.test(password) && /\d/.test(password) && /[^A-Za-z\d]/.test(password),
};

const wrongCharacters: LocalText = {
  'zh-CN': '密码的字符不符合要求',
  'en-US': 'The password does not contain the required characters',
};
const sameAsAccount: LocalText = {
  'zh-CN': '密码不能与账号相同',
  'en-US': 'The password must differ from the account name',
};
const guessable: LocalText = {
  'zh-CN': '密码过于常见，请换一个更难猜测的密码',
  'en-US': 'This password is too common. Choose one that is harder to guess.',
};

const predictable: LocalText = {
  'zh-CN': '密码主要由账号、常见词、年份或连续字符组成，请再加入几个不相关的字或词',
  'en-US':
    'The password consists mostly of the account name, common words, years or keyboard sequences. Add some unrelated words.',
};

/** Frequent words in lists of leaked passwords. Longer words come before those they contain. */
const words = [
  'administrator',
  'adminadmin',
  'changeit',
  'changeme',
  'password',
  'passwort',
  'passwd',
  'letmein',
  'welcome',
  'superman',
  'starwars',
  'baseball',
  'football',
  'princess',
  'sunshine',
  'trustno',
  'whatever',
  'iloveyou',
  'woaini',
  'zhongguo',
  'woaizhongguo',
  'beijing',
  'shanghai',
  'shenzhen',
  'mima',
  'guanliyuan',
  'yonghu',
  'hikvision',
  'dahua',
  'ezviz',
  'oriel',
  'camera',
  'console',
  'security',
  'monitor',
  'surveillance',
  'video',
  'default',
  'private',
  'public',
  'internet',
  'computer',
  'windows',
  'samsung',
  'google',
  'facebook',
  'system',
  'master',
  'manager',
  'service',
  'support',
  'operator',
  'supervisor',
  'company',
  'office',
  'server',
  'secret',
  'access',
  'login',
  'logon',
  'admin',
  'root',
  'user',
  'guest',
  'test',
  'demo',
  'temp',
  'pass',
  'hello',
  'love',
  'monkey',
  'dragon',
  'shadow',
  'michael',
  'jordan',
  'qazwsx',
  'asdf',
  'zxcv',
  'qwer',
  'wasd',
  'abcd',
  'china',
  'summer',
  'winter',
  'spring',
  'autumn',
  'monday',
  'sunday',
  'january',
  'december',
  'god',
  'money',
  'happy',
].sort((a, b) => b.length - a.length);

/** Keyboard sequences and the alphabet; parts of four or more characters count, in both directions. */
const rows = [
  '1234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  '1qaz2wsx3edc4rfv5tgb',
];
const minRun = 4;
/** Number of characters that must remain without the predictable parts. */
const minRemaining = 5;

const lookalikes: Readonly<Record<string, string>> = {
  '0': 'o',
  '1': 'l',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

function isGuessable(password: string, names: readonly string[]): boolean {
  const plain = password.toLowerCase();
  // Digits may be a sequence or stand for letters: `p@ssw0rd1234` has both.
  const spellings = [plain, spelled(plain), spelled(withoutRuns(plain))];
  return spellings.some((text) => unpredictable(text, names) < minRemaining);
}

/** A single common word, or only sequences and repetitions, whatever punctuation surrounds it. */
function isCommon(password: string): boolean {
  const plain = password.toLowerCase();
  return [plain, withoutRuns(plain)]
    .flatMap((text) => [text, spelled(text)])
    .some((text) => {
      const letters = withoutRuns(text)
        .replace(/[^a-z]/g, '')
        .replace(/^(.+?)\1+$/, '$1');
      return words.includes(letters) || new Set(letters).size < 4;
    });
}

const spelled = (text: string) => text.replace(/[013457@$!]/g, (char) => lookalikes[char] ?? char);

/** Number of characters that remain without words, sequences, years and repetitions. */
function unpredictable(text: string, names: readonly string[]): number {
  let left = text;
  for (const word of [...names, ...words]) left = left.replaceAll(word, '\u0001');
  left = withoutRuns(left)
    // 20250101, 1999 and similar dates
    .replace(/(?:19|20)\d{2}(?:[01]\d[0-3]\d)?/g, '\u0001')
    .replace(/(.{1,6}?)\1{2,}/g, '$1')
    .replace(/(.{3,}?)\1+/g, '$1')
    .replaceAll('\u0001', '');
  return new Set(left).size;
}

function withoutRuns(text: string): string {
  let left = text;
  for (const row of [...rows, ...rows.map((each) => [...each].reverse().join(''))]) {
    for (let length = row.length; length >= minRun; length -= 1) {
      for (let at = 0; at + length <= row.length; at += 1) {
        left = left.replaceAll(row.slice(at, at + length), '\u0001');
      }
    }
  }
  return left;
}
