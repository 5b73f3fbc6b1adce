/** Unified social credit codes (GB 32100-2015): 17 characters and a check character, without I, O, S, V and Z. */
const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY';

/** True when the last character is the check character of the first 17. */
export function isCreditCode(text: string): boolean {
  if (text.length !== 18) return false;
  let sum = 0;
  for (let place = 0; place < 17; place += 1) {
    const digit = alphabet.indexOf(text.charAt(place));
    if (digit < 0) return false;
    sum += digit * (3 ** place % 31);
  }
  return text.charAt(17) === alphabet.charAt((31 - (sum % 31)) % 31);
}
