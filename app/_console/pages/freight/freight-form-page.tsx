'use client';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { zbShippingTemplates } from '../../../../lib/contracts/admin/resources/zb-shipping-templates.resource.ts';
import { FieldInput } from '../../resource/form/field-input.tsx';
import { FormPage } from '../parts/form-page.tsx';
import { FeePreview } from './fee-preview.tsx';
import { type FreightForm, nationwideCharge, templateIn, withoutAmounts } from './form-rules.ts';
import styles from './freight.module.css';
import { ChargesInput, ExcludedInput, FreeRulesInput } from './rule-inputs.tsx';

const newTemplate = { regionInfo: [nationwideCharge], appointInfo: [], noDeliveryInfo: [] };

/** Form of a shipping template with its preview; `?id=` edits an existing one. */
export default function FreightFormPage() {
  // Not inside the form: Enter in the preview must not save.
  const [aside, setAside] = useState<HTMLElement | null>(null);
  return (
    <div className={styles.layout}>
      <FormPage
        resource="zb.shippingTemplates"
        from={newTemplate}
        slots={{
          inputs: {
            type: (form) => <TypeInput {...form} />,
            regionInfo: (form) => <ChargesInput {...form} />,
            appointInfo: (form) => <FreeRulesInput {...form} />,
            noDeliveryInfo: (form) => <ExcludedInput {...form} />,
          },
          formExtra: (form) =>
            aside && createPortal(<FeePreview template={templateIn(form.values)} />, aside),
        }}
      />
      <div ref={setAside} className={styles.aside} />
    </div>
  );
}

function TypeInput(form: FreightForm) {
  return (
    <FieldInput
      definition={zbShippingTemplates}
      name="type"
      field={zbShippingTemplates.fields.type}
      value={form.values.type}
      error={form.errors.type as string | undefined}
      isDisabled={false}
      id={null}
      values={form.values}
      onChange={(type) => {
        form.set('type', type);
        if (type !== form.values.type) withoutAmounts(form);
      }}
    />
  );
}
