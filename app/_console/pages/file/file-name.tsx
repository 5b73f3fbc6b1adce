'use client';
import { Group } from '@mantine/core';
import { IconFileText, IconVideo } from '@tabler/icons-react';
import type { infraFile } from '../../../../lib/contracts/admin/resources/infra-file.resource.ts';
import type { RowOf } from '../../../../lib/contracts/admin/row-types.ts';
import { uploadedImage } from '../../api/upload/image-address.ts';

/** The name, behind a small picture of the file. */
export function FileName({ file }: { readonly file: RowOf<typeof infraFile> }) {
  return (
    <Group gap="xs" wrap="nowrap" component="span" display="inline-flex" miw={0} maw="100%">
      <Thumbnail file={file} />
      <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{file.name}</span>
    </Group>
  );
}

const sidePx = 32;

function Thumbnail({ file: { fileKind, url } }: { readonly file: RowOf<typeof infraFile> }) {
  const source = fileKind === 'image' ? uploadedImage(url ?? null) : null;
  if (source)
    return (
      // biome-ignore lint/performance/noImgElement: an uploaded file, at the size of a cell
      <img
        src={source}
        alt=""
        loading="lazy"
        width={sidePx}
        height={sidePx}
        style={{ objectFit: 'cover', borderRadius: 'var(--mantine-radius-sm)', flexShrink: 0 }}
      />
    );
  const Icon = fileKind === 'video' ? IconVideo : IconFileText;
  return <Icon size={24} stroke={1.5} aria-hidden="true" style={{ flexShrink: 0, margin: '4px' }} />;
}
