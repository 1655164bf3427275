import { useState } from 'react'
import {
  invoiceProblems,
  regimesFor,
  rfcOf,
  usesFor,
  type InvoiceData,
  type InvoiceField,
} from '#contract/payment/invoice.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Select } from '#web/ui/form/select.tsx'

export type InvoiceTyped = Record<InvoiceField, string>
export const noInvoice: InvoiceTyped = {
  rfc: '',
  legalName: '',
  regime: '',
  use: '',
  postalCode: '',
  email: '',
}

/** The invoice data when complete and valid, else nothing. */
export const invoiceIn = (typed: InvoiceTyped): InvoiceData | undefined =>
  Object.keys(invoiceProblems(typed)).length > 0
    ? undefined
    : { ...typed, rfc: rfcOf(typed.rfc), legalName: typed.legalName.trim(), email: typed.email.trim() }

/** As on the tax certificate; a problem is shown once a field is left. */
export const InvoiceFields = ({
  typed,
  name,
  onType,
}: {
  typed: InvoiceTyped
  /** The professional, who issues the invoice. */
  name: string
  onType: (typed: InvoiceTyped) => void
}) => {
  const [left, leave] = useState<ReadonlySet<InvoiceField>>(new Set())
  const problems = invoiceProblems(typed)
  const at = (field: InvoiceField) => ({
    name: `invoice-${field}`,
    value: typed[field],
    onBlur: () => leave(new Set([...left, field])),
    onChange: ({ target }: { target: { value: string } }) => onType(typedAnew(typed, field, target.value)),
  })
  const wrong = (field: InvoiceField) => (left.has(field) ? problems[field] : undefined)
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="RFC" error={wrong('rfc')}>
        {(control) => (
          <Input {...control} {...at('rfc')} maxLength={16} autoComplete="off" autoCapitalize="characters" />
        )}
      </Field>
      <Field label="Código postal fiscal" error={wrong('postalCode')}>
        {(control) => (
          <Input {...control} {...at('postalCode')} maxLength={5} inputMode="numeric" autoComplete="off" />
        )}
      </Field>
      <Field
        label="Nombre o razón social"
        hint="Como está en tu constancia, sin «S.A. de C.V.»."
        error={wrong('legalName')}
        className="sm:col-span-2"
      >
        {(control) => <Input {...control} {...at('legalName')} maxLength={254} autoComplete="off" />}
      </Field>
      <Field label="Régimen fiscal" error={wrong('regime')}>
        {(control) => (
          <Select {...control} {...at('regime')}>
            <option value="" disabled>
              Elige el régimen
            </option>
            {regimesFor(typed.rfc).map(([code, { label }]) => (
              <option key={code} value={code}>
                {code} {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Uso del CFDI" error={wrong('use')}>
        {(control) => (
          <Select {...control} {...at('use')}>
            <option value="" disabled>
              Elige el uso
            </option>
            {usesFor(typed.regime).map(([code, { label }]) => (
              <option key={code} value={code}>
                {code} {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field
        label="Correo para la factura"
        hint={`Lo ve ${name}, para enviártela.`}
        error={wrong('email')}
        className="sm:col-span-2"
      >
        {(control) => <Input {...control} {...at('email')} type="email" autoComplete="email" />}
      </Field>
    </div>
  )
}

/** Values that another RFC or tax regime does not allow must be entered again. */
const typedAnew = (typed: InvoiceTyped, field: InvoiceField, value: string): InvoiceTyped => {
  const next = { ...typed, [field]: value }
  const regime = regimesFor(next.rfc).some(([code]) => code === next.regime) ? next.regime : ''
  return { ...next, regime, use: usesFor(regime).some(([code]) => code === next.use) ? next.use : '' }
}

/** States plainly that Kalli issues no invoice. */
export const invoiceText = (name: string) =>
  `La emite ${name} y te la envía a ese correo. Kalli le pasa tus datos, pero no timbra facturas.`
