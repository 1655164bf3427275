import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { Clock3 } from 'lucide-react'
import { type ComponentProps, lazy, Suspense, useEffect, useRef, useState } from 'react'
import * as holds from '#contract/booking/hold.ts'
import type { Hold } from '#contract/booking/hold.ts'
import { formatCents } from '#contract/platform/money.ts'
import type { UsablePack } from '#contract/booking/prepaid/session-pack.ts'
import { ApiError, reading } from '#web/api.ts'
import { CardFields } from '#web/parts/booking/checkout/card-fields.tsx'
import {
  cardChecks,
  type CheckoutField,
  contactChecks,
  emailPattern,
} from '#web/parts/booking/payment/checkout-form.ts'
import { ContactCode, doorOfHold, useContactCode } from '#web/parts/booking/checkout/contact-code.tsx'
import type { PayMethod } from '#web/parts/booking/payment/voucher-text.ts'
import { useCredit } from '#web/parts/booking/checkout/use-credit.ts'
import { cardSettingsReading, useCard } from '#web/parts/booking/payment/use-card.ts'
import { useCompanions } from '#web/parts/booking/checkout/use-companions.ts'
import { visitFormsReading } from '#web/parts/booking/contact/reading.ts'
import { PaymentProblem } from '#web/parts/booking/payment/payment-problem.tsx'
import type { Over } from '#web/parts/booking/checkout/time-over.tsx'
import type { CheckoutAsked } from '#web/parts/booking/prepaid/other-checkout.tsx'
import type { CardWish } from '#web/parts/booking/checkout/card-choice.tsx'
import type { Extras } from '#web/parts/booking/checkout/checkout-extras.tsx'
import {
  fetchHeldVisit,
  StillSteps,
  StillSummary,
  StillTerms,
} from '#web/parts/booking/checkout/still-hold.tsx'
import { useKept } from '#web/ui/form/use-kept.ts'
import { textIn } from '#web/asked.ts'
import { paths } from '#web/paths.ts'
import { serverNow } from '#web/server-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Countdown } from '#web/ui/countdown.tsx'
import { type Check, useFieldChecks } from '#web/ui/form/field-checks.ts'
import { Field, Input } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { PageLoading } from '#web/ui/spinner.tsx'

/** Where several people come. */
const CompanionFields = lazy(() => import('#web/parts/booking/checkout/companion-fields.tsx'))
const fetchLost = () => import('#web/parts/booking/slots/lost-hold.tsx')
const LostHold = lazy(fetchLost)
const fetchTimeOver = () => import('#web/parts/booking/checkout/time-over.tsx')
const TimeOver = lazy(fetchTimeOver)
/** Where the hold could not be read. */
const ErrorState = lazy(async () => ({ default: (await import('#web/ui/page/states.tsx')).ErrorState }))
const CreditChoice = lazy(() => import('#web/parts/booking/prepaid/credit-choice.tsx'))
const HeldPrice = lazy(() => import('#web/parts/booking/checkout/held-price.tsx'))
const ChooseAgain = lazy(() => import('#web/parts/booking/slots/choose-again.tsx'))
/** All that is paid here but a hold of one's own. */
const OtherCheckout = lazy(() => import('#web/parts/booking/prepaid/other-checkout.tsx'))
const TotalChanged = lazy(() => import('#web/parts/booking/checkout/total-changed.tsx'))
const PayNote = lazy(() => import('#web/parts/booking/checkout/pay-note.tsx'))
const PayMethodChoice = lazy(() => import('#web/parts/booking/checkout/pay-method.tsx'))
const VisitForms = lazy(() => import('#web/parts/booking/contact/visit-forms.tsx'))
const CheckoutExtras = lazy(() => import('#web/parts/booking/checkout/checkout-extras.tsx'))
/** Of who has an account. */
const CardChoice = lazy(() => import('#web/parts/booking/checkout/card-choice.tsx'))
const fetchOrder = () => import('#web/parts/booking/checkout/checkout-order.ts')
const fetchKept = () => import('#web/parts/payment/kept-cards.ts')

const readingOf = (id: string) => reading(holds.readHold, { params: { id } })

export const Route = createFileRoute('/dynamic-checkout')({
  validateSearch: (asked: Record<string, unknown>): CheckoutAsked => ({
    hold: textIn(asked.hold),
    rent: textIn(asked.rent),
    // A key of digits alone is read as a number.
    pack: ['string', 'number'].includes(typeof asked.pack) ? String(asked.pack).slice(0, 40) : undefined,
    space: /^[1-9]\d{0,14}$/.test(String(asked.space)) ? Number(asked.space) : undefined,
    service: /^[1-9]\d{0,14}$/.test(String(asked.service)) ? Number(asked.service) : undefined,
    gift: textIn(asked.gift),
    t: textIn(asked.t),
  }),
  loaderDeps: ({ search }) => search,
  // A hold that is over is an answer of its own, shown below.
  loader: ({ context: { queryClient, user }, deps: { hold, t } }) =>
    Promise.all([
      queryClient.prefetchQuery(cardSettingsReading),
      user === null
        ? undefined
        : fetchKept().then(({ keptCardsReading }) => queryClient.prefetchQuery(keptCardsReading)),
      fetchHeldVisit(),
      hold === undefined || t !== undefined ? undefined : queryClient.prefetchQuery(readingOf(hold)),
    ]).then(() => undefined),
  head: () => ({ meta: [{ title: 'Pago · Kalli' }, { name: 'robots', content: 'noindex' }] }),
  component: CheckoutScreen,
})

function CheckoutScreen() {
  const asked = Route.useSearch()
  const { user } = Route.useRouteContext()
  const { hold, rent, pack, gift, t } = asked
  if (hold !== undefined && t === undefined && rent === undefined && pack === undefined && gift === undefined)
    return <Held key={hold} id={hold} />
  return (
    <Suspense fallback={<PageLoading />}>
      <OtherCheckout asked={asked} user={user} />
    </Suspense>
  )
}

/** Read only once the time is over. */
const Lost = (over: ComponentProps<typeof LostHold>) => (
  <Suspense fallback={<PageLoading />}>
    <LostHold {...over} />
  </Suspense>
)

function Held({ id }: { id: string }) {
  const answer = useQuery(readingOf(id))
  const [over, setOver] = useState<Over>(null)
  const asking = useRef(false)
  const ask = (afterMs?: number) =>
    void fetchTimeOver().then(
      ({ askWhenOver }) =>
        askWhenOver(
          asking,
          answer.refetch,
          // What still lives past its time waits for a bank.
          ({ expiresAt }) => (Date.parse(expiresAt) > serverNow() ? 'living' : 'undecided'),
          setOver,
          afterMs,
        ),
      // It comes with the line.
      () => undefined,
    )
  if (answer.isPending) return <PageLoading />
  const { error, data: hold } = answer
  if (error instanceof ApiError && (error.status === 410 || error.status === 404))
    return <Lost problem={error} />
  if (hold === undefined)
    return (
      <Suspense fallback={<PageLoading />}>
        <ErrorState text={error?.message ?? ''} onRetry={() => answer.refetch()} />
      </Suspense>
    )
  if (over === 'lost') return <Lost hold={hold} />
  if (over !== null)
    return (
      <Suspense fallback={<PageLoading />}>
        <TimeOver problem={error} isAsking={answer.isFetching} onAsk={() => ask(0)} />
      </Suspense>
    )
  return <Pay hold={hold} onEnd={() => ask()} onRefused={() => setOver('lost')} />
}

function Pay({ hold, onEnd, onRefused }: { hold: Hold; onEnd: () => void; onRefused: () => void }) {
  const { user } = Route.useRouteContext()
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const cardUse = useCard()
  // Of somebody with an account it is known once their cards are.
  const [cardWish, setCardWish] = useState<CardWish | null>(
    user === null ? { cardId: null, keep: false } : null,
  )
  const kept = useKept<KeptMethod>('checkout-method', { method: 'card', packId: '', holdId: '' })
  // A way for which there is no time any more, or a pack chosen for another visit, is none.
  const { packId } = kept.draft
  const [packs, setPacks] = useState<readonly UsablePack[] | undefined>()
  const wantsPack = kept.draft.method === 'pack' && kept.draft.holdId === hold.id
  const pack = wantsPack ? packs?.find(({ id }) => id === packId) : undefined
  const method =
    wantsPack && (packs === undefined || pack !== undefined)
      ? 'pack'
      : (hold.vouchers.find((one) => one.method === kept.draft.method)?.method ?? 'card')
  const [extras, setExtras] = useState<Extras>({ tip: noTip, invoice: {}, whole: false, note: '' })
  const tip: Extras['tip'] = method === 'card' ? extras.tip : noTip
  /** The last refusal is said at the field that it is about. */
  const [isAtField, setAtField] = useState(false)
  /** What was to be paid when it turned out to have changed: the new total is agreed to by a press of its own. */
  const [agreed, setAgreed] = useState({ cents: 0, isOpen: false })
  const voucherKey = useRef({ wish: '', key: '' })
  const fields = useFieldChecks(checks)
  // Whoever is still here after two minutes may run out of time, and perhaps of line as well.
  useEffect(() => {
    void fetchOrder()
    const soon = setTimeout(() => Promise.all([fetchLost(), fetchTimeOver()]).catch(() => undefined), 120_000)
    return () => clearTimeout(soon)
  }, [])
  const [typedEmail, setTypedEmail] = useState(user?.email ?? '')
  const email = typedEmail.trim().toLowerCase()
  const contactCode = useContactCode(doorOfHold(hold.id))
  const needsCode = user === null && !contactCode.isConfirmed(email)
  // A visitor's credit is asked for once the e-mail is shown to be theirs.
  const forms = useQuery({ ...visitFormsReading(hold.id), enabled: hold.forms !== null })
  const unanswered = forms.data?.find(({ asked, answered }) => asked === 'booking' && answered === null)
  const companions = useCompanions(hold)
  const inTwo = method === 'card' && !extras.whole
  const credit = useCredit(hold.id, user !== null ? null : needsCode ? '' : email, inTwo)
  const usedCents = method === 'pack' ? 0 : credit.usedCents

  const paying = useMutation({
    mutationFn: async (text: (name: CheckoutField) => string) =>
      (await fetchOrder()).send({
        hold,
        text,
        extras,
        companions,
        method,
        packId,
        creditCents: usedCents,
        tipCents: tip.amountCents,
        wish: cardWish,
        cardUse,
        last: voucherKey,
      }),
    onSuccess: async (booked) => {
      // Before one leaves for the bank: a page that is left may not come to it any more.
      const { leaveForBank } = await fetchOrder()
      if (leaveForBank(booked, hold, cardWish, queryClient)) return
      void navigate(paths.bookingSuccess(booked.id, booked.viewToken))
    },
    onError: async (problem) => {
      setAtField(false)
      if (!(problem instanceof ApiError)) return
      const { hear } = await import('#web/parts/booking/checkout/pay-refused.ts')
      const isAtField = await hear(problem, {
        card: cardUse,
        last: voucherKey,
        code: contactCode,
        refuse: fields.refuse,
        onLost: onRefused,
        readPrice: () => queryClient.invalidateQueries({ queryKey: readingOf(hold.id).queryKey }),
        readCredit: credit.lookAgain,
        // What was shown until now is the old one.
        onOtherTotal: () => setAgreed({ cents: shownCents, isOpen: true }),
      })
      setAtField(isAtField)
    },
  })
  const upfront = inTwo ? hold.upfront : null
  const shownCents = method === 'pack' ? 0 : (upfront?.nowCents ?? hold.quote.totalCents) - usedCents
  const total = formatCents(shownCents)
  const book = hold.asksFirst ? 'Solicitar' : 'Reservar'

  return (
    <section className="page py-6 sm:py-8">
      <div className="mx-auto flex max-w-5xl flex-col gap-7">
        <StillSteps />
        <div className="flex flex-wrap items-end justify-between gap-4">
          <h1 className="text-3xl">Confirma y paga</h1>
          <p className="inline-flex items-center gap-2 rounded-full bg-maiz-soft px-4 py-2 text-[0.9375rem] font-semibold text-maiz-ink">
            <Clock3 aria-hidden className="size-4.5" />
            Apartado por <Countdown until={hold.expiresAt} onEnd={paying.isPending ? undefined : onEnd} />
          </p>
        </div>

        <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,23rem)] lg:items-start">
          <div className="flex min-w-0 flex-col gap-8 max-lg:order-2">
            {hold.forms === null ? null : (
              <Suspense>
                <VisitForms isHeld id={hold.id} name={hold.professional.firstName} zone={hold.zone} />
              </Suspense>
            )}
            <Form
              draft="contact"
              aria-label="Tus datos y tu pago"
              noValidate
              onSubmit={(event) => {
                event.preventDefault()
                const typed = fields.send()
                if (typed === undefined || !companions.check()) return
                if (!needsCode) return paying.mutate(typed)
                // The code's own field is what comes next, when there is one to enter.
                contactCode.ask.mutate(email, {
                  onSuccess: ({ confirmed }) => {
                    if (confirmed) paying.mutate(typed)
                  },
                })
              }}
              className="flex flex-col gap-8"
            >
              <fieldset className="flex flex-col gap-4">
                <legend className="mb-4 font-display text-xl font-semibold">Tus datos</legend>
                <Field
                  label="Correo"
                  hint={`Ahí te llega el enlace de tu cita.${user === null ? ' Antes de pagar lo confirmas con un código.' : ''}`}
                  error={fields.error('email')}
                >
                  {(control) => (
                    <Input
                      {...control}
                      {...fields.at('email')}
                      defaultValue={user?.email}
                      onChange={({ target }) => setTypedEmail(target.value)}
                      type="email"
                      autoComplete="email"
                    />
                  )}
                </Field>
                {user === null ? (
                  <ContactCode
                    email={email}
                    isEmail={emailPattern.test(email)}
                    code={contactCode}
                    onKnown={async (known) => {
                      // Somebody who came before finds what they gave, where nothing is typed yet.
                      if (known !== null) await fields.fill(known)
                      // The code's field is gone: on to what is still to be typed.
                      fields.focusEmpty()
                    }}
                  />
                ) : null}
                <div className="grid gap-4 sm:grid-cols-2">
                  <Field label="Nombre" error={fields.error('firstName')}>
                    {(control) => (
                      <Input
                        {...control}
                        {...fields.at('firstName')}
                        defaultValue={user?.firstName}
                        autoComplete="given-name"
                      />
                    )}
                  </Field>
                  <Field label="Apellidos" error={fields.error('lastName')}>
                    {(control) => (
                      <Input
                        {...control}
                        {...fields.at('lastName')}
                        defaultValue={user?.lastName}
                        autoComplete="family-name"
                      />
                    )}
                  </Field>
                  <Field label="Teléfono" hint="Solo lo ve quien te atiende." error={fields.error('phone')}>
                    {(control) => (
                      <Input
                        {...control}
                        {...fields.at('phone')}
                        defaultValue={user?.phone ?? undefined}
                        type="tel"
                        autoComplete="tel"
                      />
                    )}
                  </Field>
                </div>
              </fieldset>

              {hold.people === null ? null : (
                <Suspense>
                  <CompanionFields companions={companions} people={hold.people} signedIn={user !== null} />
                </Suspense>
              )}
              <fieldset className="flex flex-col gap-4">
                <legend className="mb-4 font-display text-xl font-semibold">
                  {hold.vouchers.length === 0 && !packs?.length ? 'Tarjeta' : 'Forma de pago'}
                </legend>
                <Suspense>
                  <PayMethodChoice
                    hold={hold}
                    chosen={method}
                    wantsPack={wantsPack}
                    signedIn={user !== null}
                    onPacks={setPacks}
                    onChoose={(next, pack = '') => kept.put({ method: next, packId: pack, holdId: hold.id })}
                  />
                </Suspense>
                {method === 'pack' ? null : (
                  <Suspense>
                    <CreditChoice
                      credit={credit}
                      mayPayAll={upfront !== null && hold.further.length === 0}
                      email={user === null ? email : null}
                      needsCode={needsCode}
                    />
                  </Suspense>
                )}
                {method !== 'card' ? null : user === null ? (
                  <CardFields card={cardUse} fields={fields} />
                ) : (
                  <Suspense>
                    <CardChoice card={cardUse} fields={fields} problem={paying.error} onSay={setCardWish} />
                  </Suspense>
                )}
              </fieldset>
              <Suspense>
                <CheckoutExtras hold={hold} byCard={method === 'card'} email={email} onSay={setExtras} />
              </Suspense>

              {agreed.isOpen ? (
                <Suspense>
                  <TotalChanged
                    problem={paying.error}
                    oldCents={agreed.cents}
                    newCents={shownCents}
                    onAccept={() => {
                      paying.reset()
                      setAgreed({ cents: shownCents, isOpen: false })
                    }}
                  />
                </Suspense>
              ) : (
                <PaymentProblem problem={isAtField ? null : paying.error} />
              )}
              <div className="flex flex-col gap-3">
                <Button
                  type="submit"
                  size="large"
                  wide
                  busy={paying.isPending || contactCode.ask.isPending}
                  blocked={
                    agreed.isOpen
                      ? 'Acepta primero el nuevo total, arriba.'
                      : unanswered === undefined
                        ? (tip.missing ??
                          extras.invoice.missing ??
                          (method === 'card' && cardWish === null
                            ? 'Un momento: leemos tus tarjetas.'
                            : method === 'pack' && pack === undefined
                              ? 'Un momento: vemos si tu paquete paga esta cita.'
                              : undefined))
                        : `Contesta primero «${unanswered.title}»${unanswered.who === null ? '' : ` de ${unanswered.who}`}, arriba.`
                  }
                >
                  {method === 'pack'
                    ? `${book} con mi paquete`
                    : method !== 'card'
                      ? `${hold.asksFirst ? 'Solicitar con' : 'Obtener mi'} referencia de ${total}`
                      : upfront?.nowCents === 0
                        ? `${book} con mi tarjeta`
                        : hold.asksFirst
                          ? `Solicitar por ${total}`
                          : `Pagar ${total}`}
                </Button>
                <p className="min-h-5 text-center text-sm text-muted">
                  <Suspense>
                    <PayNote hold={{ ...hold, upfront }} method={method} creditCents={usedCents} />
                  </Suspense>
                </p>
              </div>
            </Form>
          </div>

          <Card className="flex flex-col gap-6 max-lg:order-1 lg:sticky lg:top-24">
            <h2 className="sr-only">Tu cita</h2>
            <StillSummary hold={hold} />
            {hold.addOns.length === 0 && hold.coupon === undefined ? null : (
              <Suspense>
                <HeldPrice
                  hold={hold}
                  onChanged={() => (credit.hasAny ? void credit.lookAgain() : undefined)}
                />
              </Suspense>
            )}
            <StillTerms
              hold={hold}
              pay={{
                creditCents: usedCents,
                byCard: method === 'card',
                inTwo,
                tipCents: tip.amountCents,
                pack: pack ?? null,
              }}
            />
            <Suspense>
              <ChooseAgain hold={hold} />
            </Suspense>
          </Card>
        </div>
      </div>
    </section>
  )
}

const checks: Readonly<Record<CheckoutField, Check>> = { ...contactChecks, ...cardChecks }

type KeptMethod = { method: PayMethod; packId: string; holdId: string }

const noTip = { amountCents: 0 }
