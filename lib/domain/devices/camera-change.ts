/** A channel has changed: a running source must be replaced or stopped. */
export interface CameraChange {
  readonly tenantId: string;
  readonly deviceSerial: string;
  readonly channelNo: number;
}

/** As sent between processes. Serial numbers and organisation ids contain no slash. */
export function cameraId({ tenantId, deviceSerial, channelNo }: CameraChange): string {
  return `${tenantId}/${deviceSerial}/${channelNo}`;
}

/** Null when the text is not a camera id. */
export function cameraOf(id: string): CameraChange | null {
  const parts = /^([^/]+)\/([^/]+)\/([1-9][0-9]*)$/.exec(id);
  return parts && { tenantId: parts[1]!, deviceSerial: parts[2]!, channelNo: Number(parts[3]) };
}
