/** Element ids of a tab and its panel. Characters that are not allowed in ids are escaped. */
const plain = (key: string) => key.replace(/[^A-Za-z0-9-]/g, (sign) => `_${sign.charCodeAt(0).toString(16)}`);

export const tabId = (key: string): string => `tab${plain(key)}`;
export const panelId = (key: string): string => `panel${plain(key)}`;
