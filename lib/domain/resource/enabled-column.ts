/** In the API '0' is enabled and '1' disabled; in the column 1 is enabled. */
export const enabledColumn = {
  column: 'enabled',
  read: (stored: unknown) => (stored === 1 ? '0' : '1'),
  write: (value: unknown) => (value === '0' ? 1 : 0),
};
