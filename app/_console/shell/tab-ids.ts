/** Ids that tie a tab to its panel: addresses with everything that ids should not have written as codes. */
const plain = (key: string) => key.replace(/[^A-Za-z0-9-]/g, (sign) => `_${sign.charCodeAt(0).toString(16)}`);

export const tabId = (key: string): string => `tab${plain(key)}`;
export const panelId = (key: string): string => `panel${plain(key)}`;
