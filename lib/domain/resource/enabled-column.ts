/** '0' in use, '1' not; the column says 1 for in use. */
export const enabledColumn = {
  column: 'enabled',
  read: (stored: unknown) => (stored === 1 ? '0' : '1'),
  write: (value: unknown) => (value === '0' ? 1 : 0),
};
