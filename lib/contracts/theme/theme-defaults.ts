/** What a theme gets where it says nothing. */
export const defaultAutoFocusSeconds = 5;
export const defaultColours = { color: '#FFFFFF', activeColor: '#1890FF' } as const;
export const defaultBackground = { header: '#000000', footer: '#00000080' } as const;
/** Of a section that is not there. */
export const noBackground = 'rgb(0 0 0 / 0%)';
