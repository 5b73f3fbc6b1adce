import type { CSSProperties } from 'react';
import type { ThemeSection } from '../../../lib/contracts/theme/theme.ts';

/**
 * A section's colours as custom properties, which React sets through the object model. Whatever stands on a
 * bar that lets the picture through gets a plate behind it that its colour can be read on.
 */
export function barColours({ color, backgroundColor, activeColor }: ThemeSection): CSSProperties {
  return {
    '--bar-color': color,
    '--bar-background': backgroundColor,
    '--active': activeColor,
    '--plate': isDark(color) ? '#ffffffa6' : '#000000a6',
  } as CSSProperties;
}

/** Brightness of a colour as the browser reads it, names and all. */
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
