/** Themes of the player. */
import type { ImageSources } from '../../contracts/theme/image.ts';
import { themeService } from '../themes/theme.service.ts';
import { ThemeUses } from '../themes/theme-uses.ts';
import type { Core } from './core.ts';

export interface ThemeDeps {
  /** Allowed origins of theme images. Absent: this server only. */
  readonly images?: ImageSources;
}

export type ThemeParts = ReturnType<typeof wireThemes>;

export function wireThemes({ db, clock, entropy, logOf }: Core, { images = {} }: ThemeDeps) {
  return {
    themes: themeService({ db, images, clock, entropy }),
    themeUses: new ThemeUses({ db, clock, log: logOf('themes') }),
  };
}
