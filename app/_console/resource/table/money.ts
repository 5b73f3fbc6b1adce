/** Integer fen in the API, yuan with two decimals in the UI. Text conversion, to avoid rounding. */
export function yuanOf(fen: unknown): string {
  if (typeof fen !== 'number' || !Number.isSafeInteger(fen)) return '';
  const digits = String(Math.abs(fen)).padStart(3, '0');
  return `${fen < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

/** Undefined if it is not an amount. */
export function fenOf(yuan: string): number | undefined {
  const match = /^(-?)(\d{1,13})(?:\.(\d{0,2}))?$/.exec(yuan.trim());
  if (!match) return undefined;
  const [, sign, whole = '', places = ''] = match;
  const fen = Number(whole + places.padEnd(2, '0'));
  return sign ? -fen : fen;
}

export function moneyText(fen: unknown, locale: string): string {
  const yuan = yuanOf(fen);
  if (yuan === '') return '';
  const [whole = '0', places = '00'] = yuan.split('.');
  return `¥${whole.startsWith('-') ? '-' : ''}${Number(whole.replace('-', '')).toLocaleString(locale)}.${places}`;
}
