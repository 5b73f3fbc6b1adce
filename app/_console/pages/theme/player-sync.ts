import type { Theme, ThemeButton } from '../../../../lib/contracts/theme/theme.ts';

/** What the calls and events of the SDK offer; tests use one without a frame. */
export interface ThemedPlayer {
  setThemeData(theme: Theme): Promise<void>;
  edit(active: boolean): Promise<void>;
  on(name: 'setThemeData', listener: (data: { themeData: unknown }) => void): () => void;
  on(name: 'clickEventHandle', listener: (data: { iconId: string }) => void): () => void;
}

export interface SyncParts {
  /** The user moved or removed a button in the player. */
  readonly onEdited: (theme: Theme) => void;
  readonly onChosen: (iconId: string) => void;
  readonly schedule?: (run: () => void, delayMs: number) => unknown;
}

/** After its answer, the frame also reports the theme that it was given. */
const echoMs = 150;

const placesOf = ({ header, footer }: Theme) =>
  JSON.stringify(
    [header, footer].map(({ btnList }) =>
      btnList.map(({ iconId, part, isrender }: ThemeButton) => [iconId, part, isrender]),
    ),
  );

/**
 * Keeps a player and a theme the same. Changes of the designer are sent to the player; what the player reports while
 * none is on its way was done in the player, and only places of buttons can be changed there.
 */
export function syncPlayer(player: ThemedPlayer, initial: Theme, parts: SyncParts) {
  const { onEdited, onChosen, schedule = setTimeout } = parts;
  let shown = initial;
  let sending = 0;

  const stopTheme = player.on('setThemeData', ({ themeData }) => {
    const reported = themeData as Theme;
    if (sending > 0 || placesOf(reported) === placesOf(shown)) return;
    shown = {
      ...shown,
      header: { ...shown.header, btnList: reported.header.btnList },
      footer: { ...shown.footer, btnList: reported.footer.btnList },
    };
    onEdited(shown);
  });
  const stopClick = player.on('clickEventHandle', ({ iconId }) => onChosen(iconId));

  return {
    show(theme: Theme): void {
      if (theme === shown) return;
      shown = theme;
      sending += 1;
      const done = () =>
        schedule(() => {
          sending -= 1;
        }, echoMs);
      // The player shows its own failures.
      player.setThemeData(theme).then(done, done);
    },
    edit: (isOn: boolean) => void player.edit(isOn).catch(() => undefined),
    stop(): void {
      stopTheme();
      stopClick();
    },
  };
}
