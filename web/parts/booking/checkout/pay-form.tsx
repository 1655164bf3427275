import type { Hold } from '#contract/booking/hold.ts'
import { lazy, Suspense } from 'react'
import type { SessionUser } from '#contract/account/account.ts'
import { emailPattern } from '#web/parts/booking/payment/checkout-form.ts'
import { PaymentProblem } from '#web/parts/booking/payment/payment-problem.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import {
  type ChosenMethod,
  type Checkout,
  fetchCardFields,
} from '#web/parts/booking/checkout/use-checkout.ts'

/** Where several people come. */
const CompanionFields = lazy(() => import('#web/parts/booking/checkout/companion-fields.tsx'))

/** Of who has no account. */
const ContactCode = lazy(async () => ({
  default: (await import('#web/parts/booking/checkout/contact-code.tsx')).ContactCode,
}))
const CardFields = lazy(async () => ({ default: (await fetchCardFields()).CardFields }))

const fetchKnown = () => import('#web/parts/booking/payment/known-contact.ts')

const CreditChoice = lazy(() => import('#web/parts/booking/prepaid/credit-choice.tsx'))

const TotalChanged = lazy(() => import('#web/parts/booking/checkout/total-changed.tsx'))

const PayNote = lazy(() => import('#web/parts/booking/checkout/pay-note.tsx'))

const PayMethodChoice = lazy(() => import('#web/parts/booking/checkout/pay-method.tsx'))

const CheckoutExtras = lazy(() => import('#web/parts/booking/checkout/checkout-extras.tsx'))

/** Of who has an account. */
const CardChoice = lazy(() => import('#web/parts/booking/checkout/card-choice.tsx'))

export const PayForm = ({
  checkout,
  user,
  hold,
  payment,
}: {
  checkout: Checkout
  user: SessionUser | null
  hold: Hold
  payment: ChosenMethod
}) => (
  <Form
    aria-label="Tus datos y tu pago"
    noValidate
    onSubmit={checkout.fields.submit(async (typed) => {
      if (!checkout.companions.check()) return
      // The code's own field is what comes next, when there is one to enter.
      if (checkout.needsCode && !(await checkout.contactCode.ask.mutateAsync(checkout.email)).confirmed)
        return
      await checkout.paying.mutateAsync((name) => typed[name].trim())
    })}
    className="flex flex-col gap-8"
  >
    <ContactFields user={user} checkout={checkout} />

    {hold.people === null ? null : (
      <Suspense>
        <CompanionFields companions={checkout.companions} people={hold.people} signedIn={user !== null} />
      </Suspense>
    )}
    <MethodFields hold={hold} payment={payment} user={user} checkout={checkout} />
    <Suspense>
      <CheckoutExtras
        hold={hold}
        byCard={payment.method === 'card'}
        email={checkout.email}
        onSay={checkout.setExtras}
      />
    </Suspense>

    <Refusal checkout={checkout} />
    <PayButton checkout={checkout} payment={payment} hold={hold} />
  </Form>
)

const ContactFields = ({ user, checkout }: { user: SessionUser | null; checkout: Checkout }) => (
  <fieldset className="flex flex-col gap-4">
    <legend className="mb-4 font-display text-xl font-semibold">Tus datos</legend>
    <Field
      label="Correo"
      hint={`Ahí te llega el enlace de tu cita.${user === null ? ' Antes de pagar lo confirmas con un código.' : ''}`}
      error={checkout.fields.error('email')}
    >
      {(control) => (
        <Input
          {...control}
          name="email"
          {...checkout.fields.text('email')}
          type="email"
          autoComplete="email"
        />
      )}
    </Field>
    {user === null ? (
      <Suspense>
        <ContactCode
          email={checkout.email}
          isEmail={emailPattern.test(checkout.email)}
          code={checkout.contactCode}
          onKnown={async (known) => (await fetchKnown()).fillKnown(checkout.fields, known)}
        />
      </Suspense>
    ) : null}
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Nombre" error={checkout.fields.error('firstName')}>
        {(control) => (
          <Input
            {...control}
            name="firstName"
            {...checkout.fields.text('firstName')}
            autoComplete="given-name"
          />
        )}
      </Field>
      <Field label="Apellidos" error={checkout.fields.error('lastName')}>
        {(control) => (
          <Input
            {...control}
            name="lastName"
            {...checkout.fields.text('lastName')}
            autoComplete="family-name"
          />
        )}
      </Field>
      <Field label="Teléfono" hint="Solo lo ve quien te atiende." error={checkout.fields.error('phone')}>
        {(control) => (
          <Input {...control} name="phone" {...checkout.fields.text('phone')} type="tel" autoComplete="tel" />
        )}
      </Field>
    </div>
  </fieldset>
)

const MethodFields = ({
  hold,
  payment,
  user,
  checkout,
}: {
  hold: Hold
  payment: ChosenMethod
  user: SessionUser | null
  checkout: Checkout
}) => (
  <fieldset className="flex flex-col gap-4">
    <legend className="mb-4 font-display text-xl font-semibold">
      {hold.vouchers.length === 0 && !payment.packs?.length ? 'Tarjeta' : 'Forma de pago'}
    </legend>
    <Suspense>
      <PayMethodChoice
        hold={hold}
        chosen={payment.method}
        wantsPack={payment.wantsPack}
        signedIn={user !== null}
        onPacks={payment.setPacks}
        onChoose={(next, pack = '') => payment.saved.put({ method: next, packId: pack, holdId: hold.id })}
      />
    </Suspense>
    {payment.method === 'pack' ? null : (
      <Suspense>
        <CreditChoice
          credit={checkout.credit}
          mayPayAll={checkout.upfront !== null && hold.further.length === 0}
          email={user === null ? checkout.email : null}
          needsCode={checkout.needsCode}
        />
      </Suspense>
    )}
    {payment.method !== 'card' ? null : user === null ? (
      <Suspense fallback={<Spinner className="my-6" />}>
        <CardFields card={checkout.cardUse} fields={checkout.fields} />
      </Suspense>
    ) : (
      <Suspense>
        <CardChoice
          card={checkout.cardUse}
          fields={checkout.fields}
          problem={checkout.paying.error}
          onSay={checkout.setCardWish}
        />
      </Suspense>
    )}
  </fieldset>
)

/** Why the payment was refused, or the new total to agree to. */
const Refusal = ({ checkout }: { checkout: Checkout }) =>
  checkout.agreed.isOpen ? (
    <Suspense>
      <TotalChanged
        problem={checkout.paying.error}
        oldCents={checkout.agreed.cents}
        newCents={checkout.shownCents}
        onAccept={() => {
          checkout.paying.reset()
          checkout.setAgreed({ cents: checkout.shownCents, isOpen: false })
        }}
      />
    </Suspense>
  ) : (
    <PaymentProblem problem={checkout.isAtField ? null : checkout.paying.error} />
  )

const PayButton = ({
  checkout,
  payment,
  hold,
}: {
  checkout: Checkout
  payment: ChosenMethod
  hold: Hold
}) => (
  <div className="flex flex-col gap-3">
    <Button
      type="submit"
      size="large"
      wide
      busy={checkout.paying.isPending || checkout.contactCode.ask.isPending}
      blocked={
        checkout.agreed.isOpen
          ? 'Acepta primero el nuevo total, arriba.'
          : checkout.unanswered === undefined
            ? (checkout.tip.missing ??
              checkout.extras.invoice.missing ??
              (payment.method === 'card' && checkout.cardWish === null
                ? 'Un momento: leemos tus tarjetas.'
                : payment.method === 'pack' && payment.pack === undefined
                  ? 'Un momento: vemos si tu paquete paga esta cita.'
                  : undefined))
            : `Contesta primero «${checkout.unanswered.title}»${checkout.unanswered.who === null ? '' : ` de ${checkout.unanswered.who}`}, arriba.`
      }
    >
      {payment.method === 'pack'
        ? `${checkout.book} con mi paquete`
        : payment.method !== 'card'
          ? `${hold.asksFirst ? 'Solicitar con' : 'Obtener mi'} referencia de ${checkout.total}`
          : checkout.upfront?.nowCents === 0
            ? `${checkout.book} con mi tarjeta`
            : hold.asksFirst
              ? `Solicitar por ${checkout.total}`
              : `Pagar ${checkout.total}`}
    </Button>
    <p className="min-h-5 text-center text-sm text-muted">
      <Suspense>
        <PayNote
          hold={{ ...hold, upfront: checkout.upfront }}
          method={payment.method}
          creditCents={checkout.usedCents}
        />
      </Suspense>
    </p>
  </div>
)
