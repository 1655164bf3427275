import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import type { SessionUser } from '#contract/account/account.ts'
import type { Known } from '#web/parts/booking/payment/use-contact-code.ts'
import type { Checkout } from '#web/parts/booking/checkout/use-checkout.ts'
import { ContactCode } from '#web/parts/verification/contact-code.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'

const fetchKnown = () => import('#web/parts/booking/payment/known-contact.ts')
const Fold = lazy(() => import('#web/ui/fold.tsx'))

/** The client: a first name and a phone number that a code confirms; by email where no message reaches the phone. */
export default function ContactFields({ user, checkout }: { user: SessionUser | null; checkout: Checkout }) {
  const { fields, contact } = checkout
  const { values, error } = fields
  const isWhole = values.firstName.trim() !== '' && values.phone.trim() !== ''
  const isKnown = isWhole && (user === null ? !checkout.needsCode : values.email !== '')
  // Stays open while the client types.
  const [isOpen, setOpen] = useState(false)
  const isWrong = ['firstName', 'phone', 'email'].some((name) => isField(name) && error(name) !== undefined)
  // The code is entered below the number, with where it was sent.
  const isSent = contact.address !== '' && checkout.contactCode.requested.address === contact.address
  const isFolded = isKnown && !isOpen && !isWrong
  const wasFolded = useRef(false)
  // A refused field in the folded line opens it, and gets the focus.
  useEffect(() => {
    if (wasFolded.current && isWrong) document.querySelector<HTMLElement>('form [aria-invalid=true]')?.focus()
    wasFolded.current = isFolded
  }, [isFolded, isWrong])
  if (isFolded)
    return (
      <KnownContact
        name={values.firstName}
        address={contact.isByEmail || user !== null ? values.email : values.phone}
        onChange={() => {
          flushSync(() => setOpen(true))
          document.getElementsByName('firstName')[0]?.focus()
        }}
      />
    )
  const onKnown = async (known: Known) => {
    const { fillKnown } = await fetchKnown()
    fillKnown(fields, known)
    setOpen(false)
  }
  return (
    <fieldset className="flex flex-col gap-2" onChange={() => setOpen(true)}>
      <legend className="mb-1 font-display text-xl font-semibold">Tus datos</legend>
      <div className="grid grid-cols-2 gap-3">
        <Field label="Nombre" error={error('firstName')}>
          {(control) => (
            <Input {...control} name="firstName" {...fields.text('firstName')} autoComplete="given-name" />
          )}
        </Field>
        <Field
          label="Teléfono"
          hint={
            contact.isByEmail || user !== null
              ? 'Solo lo ve quien te atiende.'
              : isSent
                ? undefined
                : 'Te llega un código.'
          }
          error={error('phone')}
        >
          {(control) => (
            <Input {...control} name="phone" {...fields.text('phone')} type="tel" autoComplete="tel" />
          )}
        </Field>
      </div>
      {contact.isByEmail || user !== null ? <EmailField checkout={checkout} /> : null}
      {user === null ? (
        <>
          <Code key={contact.isByEmail ? 'email' : 'phone'} checkout={checkout} onKnown={onKnown} />
          <OtherWay checkout={checkout} />
        </>
      ) : null}
    </fieldset>
  )
}

const isField = (name: string): name is 'firstName' | 'phone' | 'email' =>
  ['firstName', 'phone', 'email'].includes(name)

const Code = ({ checkout, onKnown }: { checkout: Checkout; onKnown: (known: Known) => Promise<void> }) => (
  <ContactCode
    address={checkout.contact.address}
    isComplete={checkout.contact.isComplete}
    isByEmail={checkout.contact.isByEmail}
    code={checkout.contactCode}
    onKnown={onKnown}
    onNoTexts={() => checkout.contact.chooseEmail(true)}
  />
)

const EmailField = ({ checkout: { fields }, hint }: { checkout: Checkout; hint?: string }) => (
  <Field label="Correo" hint={hint} error={fields.error('email')}>
    {(control) => (
      <Input {...control} name="email" {...fields.text('email')} type="email" autoComplete="email" />
    )}
  </Field>
)

/** The known contact, on one line. */
const KnownContact = ({
  name,
  address,
  onChange,
}: {
  name: string
  address: string
  onChange: () => void
}) => (
  <section
    aria-label="Tus datos"
    className="flex items-center justify-between gap-3 border-y border-line py-2"
  >
    <p className="min-w-0">
      <span className="font-semibold">{name}</span>{' '}
      <span className="figures break-words text-muted">{address}</span>
    </p>
    <Button tone="quiet" size="small" onClick={onChange}>
      Cambiar
    </Button>
  </section>
)

/** An email beside the phone number, or instead of it. */
const OtherWay = ({ checkout }: { checkout: Checkout }) => {
  const { contact } = checkout
  const turn = (
    <Button
      tone="quiet"
      size="small"
      className="-ml-3 self-start"
      onClick={() => contact.chooseEmail(!contact.isByEmail)}
    >
      {contact.isByEmail ? 'Confirmar con mi teléfono' : 'Confirmar con mi correo'}
    </Button>
  )
  if (contact.isByEmail) return turn
  return (
    <Suspense>
      <Fold label="Usar mi correo" value={checkout.fields.values.email}>
        <EmailField checkout={checkout} hint="Ahí también te llega el recibo." />
        {turn}
      </Fold>
    </Suspense>
  )
}
