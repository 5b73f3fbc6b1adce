/** Cuts rows of 4:2:0 frames (Y, U and V planes one after another). */

/** Rows `top` to `bottom` of the frame, both even; below the frame its last row is repeated. */
export function cutRows(
  frame: Uint8Array,
  width: number,
  height: number,
  top: number,
  bottom: number,
): Uint8Array {
  const cut = new Uint8Array((width * (bottom - top) * 3) / 2);
  let from = 0;
  let to = 0;
  for (const scale of [1, 2, 2]) {
    const planeWidth = width / scale;
    const planeHeight = height / scale;
    for (let row = top / scale; row < bottom / scale; row += 1) {
      const source = from + Math.min(row, planeHeight - 1) * planeWidth;
      cut.set(frame.subarray(source, source + planeWidth), to);
      to += planeWidth;
    }
    from += planeWidth * planeHeight;
  }
  return cut;
}
