/** Enough to recognise a machine that one knows, without telling its name. */
export function maskedHostName(name: string): string {
  const [first = ''] = name.split('.');
  return first.length < 4 ? '***' : `${first.slice(0, 2)}***${first.slice(-1)}`;
}
