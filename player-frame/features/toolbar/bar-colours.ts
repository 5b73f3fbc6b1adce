import type { CSSProperties } from 'react';
import type { ThemeSection } from '../../../lib/contracts/theme/theme.ts';

/**
 * Colours of a section as custom properties, which React sets through the CSSOM. Items get a background
 * and a shadow on which their colour is readable.
 */
export function barColours({ color, backgroundColor, activeColor }: ThemeSection): CSSProperties {
  const isDarkText = isDark(color);
  return {
    '--bar-color': color,
    '--bar-background': backgroundColor,
    '--active': activeColor,
    '--plate': isDarkText ? '#ffffffcc' : '#000000cc',
    '--halo': isDarkText ? '#ffffffe6' : '#000000e6',
  } as CSSProperties;
}

/** Brightness of a colour, parsed by the browser (including names). */
function isDark(color: string): boolean {
  const probe = document.createElement('i');
  probe.style.color = color;
  document.body.append(probe);
  const [red = 255, green = 255, blue = 255] = (getComputedStyle(probe).color.match(/[\d.]+/g) ?? []).map(
    Number,
  );
  probe.remove();
  return 0.299 * red + 0.587 * green + 0.114 * blue < 110;
}
