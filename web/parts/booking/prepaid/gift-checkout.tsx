import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as contract from '#contract/booking/prepaid/gift-card.ts'
import { giftLimits, giftZone } from '#contract/booking/prepaid/gift-card.ts'
import { formatCents } from '#contract/platform/money.ts'
import { ApiError, call, keyOf } from '#web/api.ts'
import { CardFields } from '#web/parts/booking/checkout/card-fields.tsx'
import { cardChecks, emailPattern } from '#web/parts/booking/payment/checkout-form.ts'
import { ContactCode, useContactCode } from '#web/parts/booking/checkout/contact-code.tsx'
import { PaymentProblem } from '#web/parts/booking/payment/payment-problem.tsx'
import { dateIn } from '#web/parts/time/wall-clock.ts'
import { useCard } from '#web/parts/booking/payment/use-card.ts'
import { GiftFace } from '#web/parts/booking/prepaid/gift-face.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Radio } from '#web/ui/form/checkbox.tsx'
import { useFieldChecks } from '#web/ui/form/field-checks.ts'
import { Field, Input, TextArea } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { readCents } from '#web/ui/form/number-text.ts'

type Buyer = { firstName: string; email: string } | null

/** Somebody gives money away: how much, for whom, and how it gets there. */
export const GiftCheckout = ({ buyer }: { buyer: Buyer }) => {
  const [today] = useState(todayIn)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const card = useCard()
  const fields = useFieldChecks(checks)
  const [chosen, choose] = useState<number | null>(giftLimits.suggested[1])
  const [typed, type] = useState('')
  const [from, setFrom] = useState(buyer?.firstName ?? '')
  const [to, setTo] = useState('')
  const [message, setMessage] = useState('')
  const [by, setBy] = useState<'email' | 'hand'>('email')
  const [sendOn, setSendOn] = useState('')
  const [typedEmail, setEmail] = useState('')
  const email = typedEmail.trim().toLowerCase()
  const contactCode = useContactCode(door)
  const needsCode = buyer === null && !contactCode.isConfirmed(email)
  const amountCents = chosen ?? readCents(typed) ?? 0

  const paying = useMutation({
    mutationFn: async (text: (name: keyof typeof checks) => string) => {
      const said = {
        amountCents,
        from: text('from'),
        to: text('to'),
        message,
        delivery:
          by === 'hand'
            ? { by }
            : { by, email: text('giftEmail'), sendOn: sendOn === '' || sendOn === today ? null : sendOn },
        ...(buyer === null ? { contactEmail: email } : {}),
      }
      const entry = { number: text('number'), expiry: text('expiry'), cvc: text('cvc') }
      const { token, key } = await card.tokenFor(entry, JSON.stringify(said))
      return call(
        contract.buyGiftCard,
        { body: { wish: key, ...said, cardToken: token } },
        { idempotencyKey: key },
      )
    },
    onSuccess: async (bought) => {
      if (bought.status === 'awaiting_payment' && bought.payment?.actionUrl) {
        window.location.assign(bought.payment.actionUrl)
        return
      }
      await queryClient.invalidateQueries({ queryKey: keyOf(contract.ownGiftCards) })
      void navigate(paths.giftCard(bought.id, buyer === null ? bought.t : undefined))
    },
    onError: (problem) => {
      if (!(problem instanceof ApiError)) return
      if (problem.status === 402) card.forget()
      if (problem.code === 'card_invalid') fields.refuse('number', problem.message)
      if (problem.code === 'contact_unconfirmed') contactCode.forget()
    },
  })
  return (
    <section className="page py-6 sm:py-8">
      <div className="mx-auto flex max-w-5xl flex-col gap-7">
        <header className="flex flex-col gap-2">
          <h1 className="text-3xl">Regala tiempo para alguien</h1>
          <p className="max-w-[60ch] text-muted">
            Quien lo recibe elige con quién y cuándo. Se suma a su saldo en Kalli, no vence y no cuesta de
            más.
          </p>
        </header>
        <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,23rem)] lg:items-start">
          <Form
            aria-label="Tu tarjeta de regalo"
            noValidate
            className="flex min-w-0 flex-col gap-8 max-lg:order-2"
            onSubmit={(event) => {
              event.preventDefault()
              const text = fields.send()
              if (text === undefined) return
              if (!needsCode) return paying.mutate(text)
              contactCode.ask.mutate(email, {
                onSuccess: ({ confirmed }) => (confirmed ? paying.mutate(text) : undefined),
              })
            }}
          >
            <fieldset className="flex flex-col gap-3">
              <legend className="mb-3 font-display text-xl font-semibold">¿Cuánto regalas?</legend>
              <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
                {giftLimits.suggested.map((cents) => (
                  <Radio
                    key={cents}
                    name="amount"
                    className="rounded-md border border-line bg-surface px-4 font-semibold has-checked:border-jacaranda"
                    label={formatCents(cents)}
                    checked={chosen === cents}
                    onChange={() => choose(cents)}
                  />
                ))}
                <Radio
                  name="amount"
                  className="max-sm:col-span-2 rounded-md border border-line bg-surface px-4 font-semibold has-checked:border-jacaranda"
                  label="Otra cantidad"
                  checked={chosen === null}
                  onChange={() => choose(null)}
                />
              </div>
              {chosen === null ? (
                <Field
                  label="Cantidad en pesos"
                  hint={`De ${formatCents(giftLimits.leastCents)} a ${formatCents(giftLimits.mostCents)}, sin centavos.`}
                  error={fields.error('amount')}
                >
                  {(control) => (
                    <Input
                      {...control}
                      {...fields.at('amount')}
                      inputMode="numeric"
                      autoComplete="off"
                      value={typed}
                      onChange={({ target }) => type(target.value)}
                    />
                  )}
                </Field>
              ) : null}
            </fieldset>

            <fieldset className="flex flex-col gap-4">
              <legend className="mb-3 font-display text-xl font-semibold">Para quién es</legend>
              <div className="grid gap-4 sm:grid-cols-2">
                <Field label="Para" hint="Su nombre." error={fields.error('to')}>
                  {(control) => (
                    <Input
                      {...control}
                      {...fields.at('to')}
                      maxLength={60}
                      autoComplete="off"
                      value={to}
                      onChange={({ target }) => setTo(target.value)}
                    />
                  )}
                </Field>
                <Field label="De" hint="Como quieres que lo lea." error={fields.error('from')}>
                  {(control) => (
                    <Input
                      {...control}
                      {...fields.at('from')}
                      maxLength={60}
                      autoComplete="given-name"
                      value={from}
                      onChange={({ target }) => setFrom(target.value)}
                    />
                  )}
                </Field>
              </div>
              <Field
                label="Mensaje"
                required={false}
                hint={`${giftLimits.mostMessage - message.length} letras más. Sin teléfonos ni enlaces.`}
              >
                {(control) => (
                  <TextArea
                    {...control}
                    name="message"
                    maxLength={giftLimits.mostMessage}
                    value={message}
                    onChange={({ target }) => setMessage(target.value)}
                  />
                )}
              </Field>
            </fieldset>

            <fieldset className="flex flex-col gap-3">
              <legend className="mb-2 font-display text-xl font-semibold">Cómo llega</legend>
              <Radio
                name="delivery"
                label="Por correo, con una carta bonita"
                checked={by === 'email'}
                onChange={() => setBy('email')}
              />
              <Radio
                name="delivery"
                label="Yo se la doy: la imprimo o la envío por WhatsApp"
                checked={by === 'hand'}
                onChange={() => setBy('hand')}
              />
              {by === 'hand' ? null : (
                <div className="grid gap-4 sm:grid-cols-2">
                  <Field label="Correo de quien la recibe" error={fields.error('giftEmail')}>
                    {(control) => (
                      <Input {...control} {...fields.at('giftEmail')} type="email" autoComplete="off" />
                    )}
                  </Field>
                  <Field label="Día" required={false} hint="Sin día sale hoy mismo; con día, a las 9:00.">
                    {(control) => (
                      <Input
                        {...control}
                        name="sendOn"
                        type="date"
                        min={today}
                        value={sendOn}
                        onChange={({ target }) => setSendOn(target.value)}
                      />
                    )}
                  </Field>
                </div>
              )}
            </fieldset>

            {buyer === null ? (
              <fieldset className="flex flex-col gap-4">
                <legend className="mb-3 font-display text-xl font-semibold">Tu recibo</legend>
                <Field
                  label="Tu correo"
                  hint="Ahí llega tu recibo y el enlace para cambiarla o tomarla de vuelta. Antes de pagar lo confirmas con un código."
                  error={fields.error('email')}
                >
                  {(control) => (
                    <Input
                      {...control}
                      {...fields.at('email')}
                      onChange={({ target }) => setEmail(target.value)}
                      type="email"
                      autoComplete="email"
                    />
                  )}
                </Field>
                <ContactCode
                  email={email}
                  isEmail={emailPattern.test(email)}
                  code={contactCode}
                  onKnown={() => fields.focusEmpty()}
                />
              </fieldset>
            ) : null}

            <fieldset className="flex flex-col gap-4">
              <legend className="mb-4 font-display text-xl font-semibold">Tarjeta</legend>
              <CardFields card={card} fields={fields} />
            </fieldset>
            <PaymentProblem
              problem={
                paying.error instanceof ApiError && paying.error.code === 'card_invalid' ? null : paying.error
              }
            />
            <div className="flex flex-col gap-3">
              <Button type="submit" size="large" wide busy={paying.isPending || contactCode.ask.isPending}>
                {amountCents > 0 ? `Pagar ${formatCents(amountCents)}` : 'Pagar'}
              </Button>
              <p className="text-center text-sm text-muted">
                Se cobra hoy. Mientras nadie la canjee la tomas de vuelta y te devolvemos todo.
              </p>
            </div>
          </Form>
          <div className="flex flex-col gap-4 max-lg:order-1 lg:sticky lg:top-24">
            <GiftFace
              from={from.trim() || 'ti'}
              to={to.trim() || 'quien tú quieras'}
              message={message.trim()}
              amountCents={amountCents > 0 ? amountCents : 0}
            />
            <Card className="max-lg:hidden">
              <ul className="flex flex-col gap-2 text-[0.9375rem]">
                <li>Quien la recibe la canjea con un código; no necesita cuenta para usarla.</li>
                <li>Paga cualquier servicio, junto con su tarjeta. No se cambia por efectivo.</li>
                <li>No vence.</li>
              </ul>
            </Card>
          </div>
        </div>
      </div>
    </section>
  )
}

/** As the calendar in Mexico City shows it. */
const todayIn = () => dateIn(new Date().toISOString(), giftZone)

const door = {
  send: (email: string) => call(contract.sendGiftContactCode, { body: { email } }),
  enter: async (email: string, code: string) => {
    await call(contract.enterGiftContactCode, { body: { email, code } })
    return null
  },
}

const given = (what: string) => (text: string) => (text === '' ? `Escribe ${what}.` : undefined)
const isEmail = (text: string) => (emailPattern.test(text) ? undefined : 'Revisa el correo: le falta algo.')
const amountCheck = (text: string) => {
  const cents = readCents(text) ?? Number.NaN
  const fits =
    Number.isInteger(cents / 100) && cents >= giftLimits.leastCents && cents <= giftLimits.mostCents
  return fits
    ? undefined
    : `De ${formatCents(giftLimits.leastCents)} a ${formatCents(giftLimits.mostCents)}, en pesos enteros.`
}
/** In the order of the screen. */
const checks = {
  amount: amountCheck,
  to: given('para quién es'),
  from: given('de quién es'),
  giftEmail: isEmail,
  email: isEmail,
  ...cardChecks,
}
