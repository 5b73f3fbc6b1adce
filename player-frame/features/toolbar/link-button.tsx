import { LinkIcon } from '../../react/icons.tsx';
import { useSendRequest, useText } from '../../react/use-player.ts';
import { ToolbarButton } from './toolbar-button.tsx';

/** Width of the button with its gap. */
export const linkButtonPx = 48;

/** Asks the host page for a link to what is shown. Not a button of the theme: the page decides with `linkButton`. */
export function LinkButton() {
  const sendRequest = useSendRequest();
  const text = useText();
  return (
    <ToolbarButton
      id="copyLink"
      label={text('toolbar.copyLink')}
      onPress={() => sendRequest({ type: 'request.copyLink' })}
    >
      <LinkIcon />
    </ToolbarButton>
  );
}
