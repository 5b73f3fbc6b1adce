'use client';
import { Typography } from '@mantine/core';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { CleanHtml } from '../../shell/notices/clean-html.tsx';

/** Templates of messages; the detail shows the content as it is sent. */
export default function TemplatePage() {
  return (
    <ResourcePage
      resource="feedback.template"
      slots={{
        columns: {
          content: ({ content }) => (
            <Typography>
              <CleanHtml html={content ?? ''} />
            </Typography>
          ),
        },
      }}
    />
  );
}
