/** How every engine's element fills its stage. Without a colour of its own: before the first picture, and in
 * the bars beside it, whatever lies under it is seen. `--oriel-fit` is the page's to set: how a picture of another
 * shape fills the stage. */
export const fillStage =
  'position:absolute;inset:0;width:100%;height:100%;object-fit:var(--oriel-fit,contain)';
