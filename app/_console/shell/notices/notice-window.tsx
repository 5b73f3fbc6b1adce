'use client';
import './notice-print.css';
import { Badge, Button, Group, Text, Typography } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { noticeTexts } from '../../../../lib/i18n/console/notice.ts';
import { useTranslations } from '../../text/use-translations.ts';
import { PageDialog } from '../../ui/dialogs/page-dialog.tsx';
import { CleanHtml } from './clean-html.tsx';
import styles from './notice.module.css';
import type { Notice, NoticeType } from './notice-calls.ts';

const windowWidth = 900;
const tones: Readonly<Record<string, string>> = {
  primary: 'accent',
  success: 'green',
  info: 'gray',
  warning: 'yellow',
  danger: 'red',
};

/** Dialog with one notice: title, type and content. */
export default function NoticeWindow({
  notice,
  types,
  onClose,
}: {
  readonly notice: Notice | null;
  readonly types: readonly NoticeType[];
  readonly onClose: () => void;
}) {
  const translate = useTranslations(noticeTexts);
  const type = types.find(({ dictValue }) => dictValue === notice?.noticeType);
  return (
    <PageDialog
      opened={notice !== null}
      onClose={onClose}
      size={windowWidth}
      className="printed-notice"
      closeButtonProps={{ 'aria-label': translate('notice.close') }}
      title={
        <Group gap="sm" wrap="nowrap">
          {type ? (
            <Badge
              variant="light"
              color={tones[type.listClass] ?? 'accent'}
              radius="sm"
              flex="none"
              data-not-printed
            >
              {type.dictLabel}
            </Badge>
          ) : null}
          <span>{notice?.noticeTitle}</span>
        </Group>
      }
    >
      {notice ? (
        <>
          <Group justify="space-between" mb="md">
            <Text component="time" size="xs" c="dimmed">
              {notice.createTime}
            </Text>
            <Button
              size="compact-sm"
              variant="default"
              leftSection={<IconPrinter size={14} aria-hidden />}
              data-not-printed
              onClick={() => window.print()}
            >
              {translate('notice.print')}
            </Button>
          </Group>
          <Typography className={styles.content}>
            <CleanHtml html={notice.noticeContent} />
          </Typography>
        </>
      ) : null}
    </PageDialog>
  );
}
