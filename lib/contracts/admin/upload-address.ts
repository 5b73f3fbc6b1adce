/** Where uploaded pictures are read. Texts and fields name them by these addresses and by no others. */
import { consoleApiBase } from './api-base.ts';

/** `yyyy/MM/dd/<32 hex digits>.<extension>`: made by the server, and nothing of it is the sender's. */
const path = String.raw`\d{4}/\d{2}/\d{2}/[0-9a-f]{32}\.(?:png|jpg|webp)`;
const address = new RegExp(`^${consoleApiBase}/files/(${path})$`);

export const uploadAddress = (of: string): string => `${consoleApiBase}/files/${of}`;

/** Null: this is no address of a picture of ours. */
export const pathOfUpload = (text: string): string | null => address.exec(text)?.[1] ?? null;
