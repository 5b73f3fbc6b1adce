/** Name of the product, where an organisation has none of its own. */
export const productName = { 'zh-CN': 'Oriel 管理平台', 'en-US': 'Oriel Console' } as const;
