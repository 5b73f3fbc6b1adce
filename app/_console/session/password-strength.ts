/** Rough estimate of password strength. The rules of the server are authoritative. */
export type Strength = 0 | 1 | 2 | 3 | 4;

export const minPasswordLength = 8;

const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z0-9]/];
/** Keyboard rows, alphabet and digits: sequences that are easy to guess. */
const paths = ['qwertyuiop', 'asdfghjkl', 'zxcvbnm', 'abcdefghijklmnopqrstuvwxyz', '01234567890'];

/** `min`: a shorter password is rejected, however varied it is. */
export function strengthOf(password: string, account = '', min = minPasswordLength): Strength {
  const text = password.toLowerCase();
  if (password.length < min) return 0;
  if (account && text.includes(account.toLowerCase())) return 0;
  const variety = new Set(text).size;
  const easy = easyCharacters(text);
  const hard = password.length - easy;
  if (variety < 5 || hard < 4) return 1;
  const spread = kinds.filter((kind) => kind.test(password)).length;
  const points = hard + spread * 2;
  if (points < 12) return 1;
  if (points < 15) return 2;
  return points < 20 ? 3 : 4;
}

/** Characters that continue a sequence or repetition: `1234`, `aaaa`, `qwer`, also backwards. */
function easyCharacters(text: string): number {
  let easy = 0;
  for (let at = 2; at < text.length; at += 1) {
    const three = text.slice(at - 2, at + 1);
    const backwards = [...three].reverse().join('');
    const isRepeated = three[0] === three[1] && three[1] === three[2];
    if (isRepeated || paths.some((path) => path.includes(three) || path.includes(backwards))) easy += 1;
  }
  return easy;
}
