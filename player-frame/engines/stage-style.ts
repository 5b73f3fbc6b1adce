/**
 * Style of every engine's element. Transparent, so that the background shows before the first frame and in the bars
 * beside it. `--oriel-fit`, set by the page, defines how video of another aspect ratio is scaled.
 */
export const fillStage =
  'position:absolute;inset:0;width:100%;height:100%;object-fit:var(--oriel-fit,contain)';
