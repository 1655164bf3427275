import * as contract from '#contract/listing-steps.ts'
import type { Space } from '#contract/space.ts'
import { call } from '#web/api.ts'
import { Choices } from '#web/parts/listing/choices.tsx'
import { StepFrame } from '#web/parts/listing/step-frame.tsx'
import { useStep } from '#web/parts/listing/use-step.ts'
import { Field, Input } from '#web/ui/field.tsx'
import { Select } from '#web/ui/select.tsx'

const regimes = {
  '601': '601 · General de ley, personas morales',
  '603': '603 · Personas morales sin fines de lucro',
  '605': '605 · Sueldos y salarios',
  '606': '606 · Arrendamiento',
  '612': '612 · Actividad empresarial y profesional',
  '621': '621 · Incorporación fiscal',
  '625': '625 · Plataformas tecnológicas',
  '626': '626 · Simplificado de confianza (RESICO)',
} as const
type Regime = keyof typeof regimes
const isRegime = (text: string): text is Regime => Object.hasOwn(regimes, text)

const from = (space: Space) => ({
  name: space.businessName,
  legalKind: space.business.legalKind,
  rfc: space.business.rfc ?? '',
  regime: space.business.taxRegime ?? '',
  email: space.business.contactEmail,
  phone: space.business.contactPhone,
})
type Typed = ReturnType<typeof from>

const check = (typed: Typed) => {
  const rfc = typed.rfc.replace(/[\s-]/g, '').toUpperCase()
  const rfcOk = rfc === '' || /^[A-ZÑ&]{3,4}\d{6}[A-Z0-9]{3}$/.test(rfc)
  const email = typed.email.trim()
  const emailOk = email === '' || /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(email)
  const name = typed.name.trim()
  return {
    body: {
      businessName: name === '' ? undefined : name,
      legalKind: typed.legalKind,
      rfc: rfcOk ? (rfc === '' ? null : rfc) : undefined,
      taxRegime: isRegime(typed.regime) ? typed.regime : null,
      contactEmail: emailOk ? email : undefined,
      contactPhone: typed.phone,
    },
    problems: {
      ...(name === '' ? { name: 'Escribe el nombre del negocio.' } : {}),
      ...(rfcOk ? {} : { rfc: 'Un RFC tiene 12 o 13 letras y números, como SALM850101AB1.' }),
      ...(emailOk ? {} : { email: 'Escribe un correo válido, como nombre@ejemplo.mx.' }),
    },
  }
}

export const StepBusiness = ({ space }: { space: Space }) => {
  const step = useStep({
    space,
    from,
    check,
    send: (id, body) => call(contract.saveStep1, { params: { id }, body }),
  })
  const { typed, type } = step
  const problems: { name?: string; rfc?: string; email?: string } = step.problems
  return (
    <StepFrame
      space={space}
      step={1}
      of={step}
      title="Tu negocio"
      text="Con este nombre se publican tus espacios. Un negocio puede tener varios."
    >
      <Field label="Nombre del negocio" required error={problems.name}>
        {(control) => (
          <Input
            {...control}
            name="business"
            autoComplete="organization"
            maxLength={80}
            value={typed.name}
            onChange={(event) => type({ name: event.target.value })}
          />
        )}
      </Field>
      <Choices
        legend="Quién responde por él"
        options={[
          { value: 'person', label: 'Persona física', text: 'Tú, con tu RFC' },
          { value: 'company', label: 'Persona moral', text: 'Una empresa' },
        ]}
        value={typed.legalKind}
        onChange={(legalKind) => type({ legalKind })}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          label="RFC"
          required={false}
          error={problems.rfc}
          hint="Puedes darlo después; hace falta antes de tu primer pago."
        >
          {(control) => (
            <Input
              {...control}
              name="rfc"
              autoComplete="off"
              autoCapitalize="characters"
              maxLength={16}
              value={typed.rfc}
              onChange={(event) => type({ rfc: event.target.value })}
            />
          )}
        </Field>
        <Field label="Régimen fiscal" required={false}>
          {(control) => (
            <Select
              {...control}
              name="regime"
              value={typed.regime}
              onChange={(event) => type({ regime: event.target.value })}
            >
              <option value="">Lo digo después</option>
              {Object.entries(regimes).map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <Field
          label="Correo de contacto"
          error={problems.email}
          hint="Para avisos del espacio; no se publica."
        >
          {(control) => (
            <Input
              {...control}
              name="email"
              type="email"
              autoComplete="email"
              maxLength={120}
              value={typed.email}
              onChange={(event) => type({ email: event.target.value })}
            />
          )}
        </Field>
        <Field label="Teléfono de contacto" required={false}>
          {(control) => (
            <Input
              {...control}
              name="phone"
              type="tel"
              autoComplete="tel"
              maxLength={24}
              value={typed.phone}
              onChange={(event) => type({ phone: event.target.value })}
            />
          )}
        </Field>
      </div>
    </StepFrame>
  )
}
