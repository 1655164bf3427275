import { regimeText, rfcOf } from '#contract/payment/invoice.ts'
import * as contract from '#contract/space/listing-steps.ts'
import { hostRegimes, rfcProblemOf } from '#contract/payment/tax-identity.ts'
import type { Space } from '#contract/space/space.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#web/api.ts'
import { ContactPanel } from '#web/parts/verification/contact-panel.tsx'
import { verificationReading } from '#web/parts/verification/use-verification.ts'
import { Choices } from '#web/ui/form/choices.tsx'
import { StepFrame } from '#web/parts/space/step-frame.tsx'
import { useStep } from '#web/parts/space/use-step.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Select } from '#web/ui/form/select.tsx'

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
  const { legalKind } = typed
  const rfc = rfcOf(typed.rfc)
  const rfcProblem = rfc === '' ? null : rfcProblemOf(rfc, legalKind)
  const regimes = hostRegimes(legalKind)
  const email = typed.email.trim()
  const emailOk = email === '' || /^[^\s@]+@[^\s@]+\.[^\s@]{2,}$/.test(email)
  const digits = typed.phone.replace(/\D/g, '').length
  const phoneOk = digits === 0 ? typed.phone.trim() === '' : digits >= 10 && digits <= 15
  const name = typed.name.trim()
  return {
    body: {
      businessName: name === '' ? undefined : name,
      legalKind: typed.legalKind,
      rfc: rfcProblem === null ? (rfc === '' ? null : rfc) : undefined,
      taxRegime: regimes.find((one) => one === typed.regime) ?? null,
      contactEmail: emailOk ? email : undefined,
      contactPhone: phoneOk ? typed.phone.trim() : undefined,
    },
    problems: {
      ...(name === '' ? { name: 'Escribe el nombre del negocio.' } : {}),
      ...(rfcProblem === null ? {} : { rfc: rfcProblem }),
      ...(emailOk ? {} : { email: 'Escribe un correo válido, como nombre@ejemplo.mx.' }),
      ...(phoneOk ? {} : { phone: 'Escribe diez dígitos, con lada.' }),
      ...(email === '' && typed.phone.trim() === ''
        ? { email: 'Deja un correo o un teléfono de contacto.' }
        : {}),
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
  const problems: Problems = step.problems
  return (
    <StepFrame
      space={space}
      step={1}
      of={step}
      title="Tu negocio"
      text="Con este nombre se publican tus espacios. Un negocio puede tener varios."
      below={<OwnPhone />}
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
        columns="sm:grid-cols-2"
        options={[
          { value: 'person', label: 'Persona física', text: 'Tú, con tu RFC' },
          { value: 'company', label: 'Persona moral', text: 'Una empresa' },
        ]}
        value={typed.legalKind}
        onChange={(legalKind) => type({ legalKind })}
      />
      <div className="grid gap-5 sm:grid-cols-2">
        <TaxFields typed={typed} type={type} problems={problems} />
        <ContactFields typed={typed} type={type} problems={problems} />
      </div>
    </StepFrame>
  )
}

/** The host's own telephone: once it is confirmed, a listing without doubts is published automatically. */
const OwnPhone = () => {
  const { data: now } = useQuery(verificationReading)
  if (now === undefined || now.sms.confirmed) return null
  return (
    <section aria-labelledby="own-phone">
      <h2 id="own-phone" className="sr-only">
        Confirma tu teléfono
      </h2>
      <ContactPanel
        channel="sms"
        now={now.sms}
        isNext={false}
        why={
          now.email.confirmed
            ? 'Para avisarte a tiempo e invitar a profesionales.'
            : 'Con él confirmado, un anuncio completo y sin dudas se publica en minutos; sin él lo revisa una persona.'
        }
      />
    </section>
  )
}

type Problems = { name?: string; rfc?: string; email?: string; phone?: string }
type Fields = { typed: Typed; type: (part: Partial<Typed>) => void; problems: Problems }

const TaxFields = ({ typed, type, problems }: Fields) => (
  <>
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
    <Field
      label="Régimen fiscal"
      required={false}
      hint="También puede esperar; con el RFC sale tu primer pago."
    >
      {(control) => (
        <Select
          {...control}
          name="regime"
          value={hostRegimes(typed.legalKind).find((one) => one === typed.regime) ?? ''}
          onChange={(event) => type({ regime: event.target.value })}
        >
          <option value="">Lo digo después</option>
          {hostRegimes(typed.legalKind).map((code) => (
            <option key={code} value={code}>
              {regimeText(code)}
            </option>
          ))}
        </Select>
      )}
    </Field>
  </>
)

const ContactFields = ({ typed, type, problems }: Fields) => (
  <>
    <Field label="Correo de contacto" error={problems.email} hint="Para avisos del espacio; no se publica.">
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
    <Field label="Teléfono de contacto" required={false} error={problems.phone}>
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
  </>
)
