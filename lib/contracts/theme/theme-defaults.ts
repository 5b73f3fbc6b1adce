/** Defaults for absent theme fields. */
export const defaultAutoFocusSeconds = 5;
export const defaultColours = { color: '#FFFFFF', activeColor: '#1890FF' } as const;
export const defaultBackground = { header: '#000000', footer: '#00000080' } as const;
/** For a section that is absent. */
export const noBackground = 'rgb(0 0 0 / 0%)';
