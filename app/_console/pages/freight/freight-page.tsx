'use client';
import { Button } from '@mantine/core';
import { IconCalculator } from '@tabler/icons-react';
import { lazy, Suspense, useState } from 'react';
import { api } from '../../api/request.ts';
import { ResourcePage } from '../../resource/resource-page.tsx';
import { useSession } from '../../session/use-session.tsx';
import { usePage } from '../../shell/page/page-context.ts';
import { retryWhenOnline } from '../../ui/retry-when-online.ts';
import { FreightDetail } from './freight-detail.tsx';
import { useFreightText } from './use-freight-text.ts';

const OrderQuote = lazy(retryWhenOnline(() => import('./order-quote.tsx')));

/** Shipping templates. They are edited on a page of their own. */
export default function FreightPage() {
  const translate = useFreightText();
  const page = usePage();
  const { can } = useSession();
  const [isQuoting, setQuoting] = useState(false);
  const form = `${page.path}/form`;
  return (
    <>
      <ResourcePage
        resource="zb.shippingTemplates"
        slots={{
          onAdd: () => page.open(form),
          onEdit: ({ id }) => page.open(`${form}?id=${id}`),
          calls: {
            copy: ([id], options) =>
              api.post('/zb/shipping-templates/copy', undefined, { ...options, query: { id } }),
          },
          toolbar: () =>
            can('zb:shippingTemplates:query') && (
              <Button
                variant="default"
                leftSection={<IconCalculator size={16} />}
                onClick={() => setQuoting(true)}
              >
                {translate('freight.order')}
              </Button>
            ),
          detailExtra: (row) => <FreightDetail row={row} />,
        }}
      />
      <Suspense>{isQuoting && <OrderQuote onClose={() => setQuoting(false)} />}</Suspense>
    </>
  );
}
