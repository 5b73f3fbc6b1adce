import type { SelectionActions } from '../react/selection-bar.tsx';
import { usePlayer, useSendRequest } from '../react/use-player.ts';

/** What the viewer may do with a selected range: the page can forbid downloads, and offers to share. */
export function useSelectionActions(): SelectionActions {
  const sendRequest = useSendRequest();
  const exporting = usePlayer((state) => state.exporting);
  const { noDownload, canShare } = usePlayer((state) => state.display);
  return {
    onExport: noDownload
      ? undefined
      : (range, hasManifest) => sendRequest({ type: 'request.export', range, hasManifest }),
    onShare: canShare ? (range) => sendRequest({ type: 'request.share', range }) : undefined,
    onCancelExport: () => sendRequest({ type: 'request.cancelExport' }),
    exported: exporting?.share ?? null,
  };
}
