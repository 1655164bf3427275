import type { Hold } from '#contract/booking/hold.ts'
import { lazy, Suspense } from 'react'
import type { SessionUser } from '#contract/account/account.ts'
import { payButtonText } from '#web/parts/booking/checkout/pay-button.ts'
import { PaymentProblem } from '#web/parts/booking/payment/payment-problem.tsx'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import {
  type ChosenMethod,
  type Checkout,
  fetchCardFields,
} from '#web/parts/booking/checkout/use-checkout.ts'

/** Only for several people. */
const CompanionFields = lazy(() => import('#web/parts/booking/checkout/companion-fields.tsx'))

const ContactFields = lazy(() => import('#web/parts/booking/checkout/contact-fields.tsx'))
/** Only for transfer or cash. */
const FullName = lazy(() => import('#web/parts/booking/payment/full-name.tsx'))
const CardFields = lazy(async () => ({ default: (await fetchCardFields()).CardFields }))

const CreditChoice = lazy(() => import('#web/parts/booking/prepaid/credit-choice.tsx'))

const TotalChanged = lazy(() => import('#web/parts/booking/checkout/total-changed.tsx'))

const PayNote = lazy(() => import('#web/parts/booking/checkout/pay-note.tsx'))

const PayMethodChoice = lazy(() => import('#web/parts/booking/checkout/pay-method.tsx'))

const CheckoutExtras = lazy(() => import('#web/parts/booking/checkout/checkout-extras.tsx'))

const Wallets = lazy(() => import('#web/parts/booking/wallet/wallets.tsx'))

/** Only with an account. */
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
      // The code's field comes next, when a code is needed.
      if (checkout.needsCode && !(await checkout.contactCode.require(checkout.contact.address))) return
      await checkout.paying.mutateAsync({ text: (name) => typed[name].trim() })
    })}
    className="flex flex-col gap-3 sm:gap-4"
  >
    <Suspense>
      <ContactFields user={user} checkout={checkout} />
    </Suspense>

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
        checkout={checkout}
        onSay={checkout.setExtras}
      />
    </Suspense>

    <Refusal checkout={checkout} />
    <PayButton checkout={checkout} payment={payment} hold={hold} />
  </Form>
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
  <fieldset className="flex flex-col gap-2 sm:gap-3">
    <legend className="mb-1 font-display text-xl font-semibold">
      {hold.vouchers.length === 0 && !payment.packs?.length ? 'Tarjeta' : 'Forma de pago'}
    </legend>
    {/* On a phone two in a row. */}
    <div className="grid grid-cols-2 gap-x-3 empty:hidden sm:grid-cols-1">
      <Suspense>
        <PayMethodChoice
          hold={hold}
          chosen={payment.method}
          wantsPack={payment.wantsPack}
          signedIn={user !== null}
          asks={
            user !== null ? null : checkout.contact.isByEmail ? 'Pide apellido' : 'Pide apellido y correo'
          }
          onPacks={payment.setPacks}
          onChoose={(next, pack = '') => payment.saved.put({ method: next, packId: pack, holdId: hold.id })}
        />
      </Suspense>
      {payment.method === 'pack' ? null : (
        <Suspense>
          <CreditChoice
            credit={checkout.credit}
            mayPayAll={checkout.upfront !== null && hold.further.length === 0}
            visitor={
              user === null
                ? { address: checkout.contact.address, firstName: checkout.fields.values.firstName.trim() }
                : null
            }
            needsCode={checkout.needsCode}
          />
        </Suspense>
      )}
    </div>
    {checkout.isVoucher ? (
      <Suspense>
        <FullName fields={checkout.fields} hasEmail={user !== null || checkout.contact.isByEmail} />
      </Suspense>
    ) : null}
    {payment.method === 'card' ? (
      <Suspense>
        <Wallets checkout={checkout} blocked={blockedOf(checkout)} serviceName={hold.service.name} />
      </Suspense>
    ) : null}
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
          onSay={checkout.setCardSelection}
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
        blockedOf(checkout) ??
        (payment.method === 'card' && checkout.cardSelection === null
          ? 'Un momento: leemos tus tarjetas.'
          : payment.method === 'pack' && payment.pack === undefined
            ? 'Un momento: vemos si tu paquete paga esta cita.'
            : undefined)
      }
    >
      {payButtonText(checkout, payment.method, hold)}
    </Button>
    <p className="min-h-5 text-center text-sm text-muted">
      <Suspense>
        <PayNote
          hold={{ ...hold, upfront: checkout.upfront }}
          method={payment.method}
          creditCents={checkout.usedCents}
          months={checkout.extras.months}
        />
      </Suspense>
    </p>
  </div>
)

/** What must be done before paying, by whichever method; undefined: nothing. */
const blockedOf = ({ agreed, unanswered, tip, extras }: Checkout): string | undefined =>
  agreed.isOpen
    ? 'Acepta primero el nuevo total, arriba.'
    : unanswered === undefined
      ? (tip.missing ?? extras.invoice.missing)
      : `Contesta primero «${unanswered.title}»${unanswered.who === null ? '' : ` de ${unanswered.who}`}, arriba.`
