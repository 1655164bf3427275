import { giftLimits } from '#contract/booking/prepaid/gift-card.ts'
import { formatCents } from '#contract/platform/money.ts'
import { ApiError } from '#web/api.ts'
import { CardFields } from '#web/parts/booking/checkout/card-fields.tsx'
import { focusEmpty } from '#web/parts/booking/payment/known-contact.ts'
import { ContactCode } from '#web/parts/verification/contact-code.tsx'
import { PaymentProblem } from '#web/parts/booking/payment/payment-problem.tsx'
import { GiftFace } from '#web/parts/booking/prepaid/gift-face.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Radio } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input, TextArea } from '#web/ui/form/input.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { type Buyer, useGiftOrder, type GiftOrder } from '#web/parts/booking/prepaid/gift-order.ts'

/** In the order of the screen. */
const fieldNames = [
  'amount',
  'to',
  'from',
  'giftEmail',
  'giftPhone',
  'phone',
  'email',
  'number',
  'expiry',
  'cvc',
]

/** Buys a gift card: amount, recipient, and how it is delivered. */
export const GiftCheckout = ({ buyer }: { buyer: Buyer }) => {
  const gift = useGiftOrder(buyer)
  return (
    <section className="page py-6 sm:py-8">
      <div className="mx-auto flex max-w-list flex-col gap-7">
        <header className="flex flex-col gap-2">
          <h1 className="text-3xl">Regala tiempo para alguien</h1>
          <p className="max-w-[60ch] text-muted">
            Quien lo recibe elige con quién y cuándo. Se suma a su saldo en Kalli, no vence y no cuesta de
            más.
          </p>
        </header>
        <div className="grid gap-6 lg:grid-cols-[minmax(0,1fr)_minmax(0,23rem)] lg:items-start">
          <GiftForm gift={gift} buyer={buyer} />
          <GiftPreview gift={gift} />
        </div>
      </div>
    </section>
  )
}

const GiftForm = ({ gift, buyer }: { gift: GiftOrder; buyer: Buyer }) => (
  <Form
    aria-label="Tu tarjeta de regalo"
    noValidate
    className="flex min-w-0 flex-col gap-8 max-lg:order-2"
    onSubmit={gift.form.submit(async (typed) => {
      if (gift.needsCode && !(await gift.contactCode.require(gift.address))) return
      await gift.paying.mutateAsync(typed)
    })}
  >
    <AmountFields gift={gift} />

    <RecipientFields gift={gift} />

    <DeliveryFields gift={gift} />

    {buyer === null ? <ReceiptFields gift={gift} /> : null}

    <fieldset className="flex flex-col gap-4">
      <legend className="mb-4 font-display text-xl font-semibold">Tarjeta</legend>
      <CardFields card={gift.card} fields={gift.form} />
    </fieldset>
    <PaymentProblem
      problem={
        gift.paying.error instanceof ApiError && gift.paying.error.code === 'card_invalid'
          ? null
          : gift.paying.error
      }
    />
    <PayButton gift={gift} />
  </Form>
)

const AmountFields = ({ gift }: { gift: GiftOrder }) => (
  <fieldset className="flex flex-col gap-3">
    <legend className="mb-3 font-display text-xl font-semibold">¿Cuánto regalas?</legend>
    <div className="grid grid-cols-2 gap-2 sm:grid-cols-3">
      {giftLimits.suggested.map((cents) => (
        <Radio
          key={cents}
          name="amount"
          className="rounded-md border border-line bg-surface px-4 font-semibold has-checked:border-jacaranda"
          label={formatCents(cents)}
          checked={gift.form.values.chosen === cents}
          onChange={() => gift.form.put({ chosen: cents })}
        />
      ))}
      <Radio
        name="amount"
        className="max-sm:col-span-2 rounded-md border border-line bg-surface px-4 font-semibold has-checked:border-jacaranda"
        label="Otra cantidad"
        checked={gift.form.values.chosen === null}
        onChange={() => gift.form.put({ chosen: null })}
      />
    </div>
    {gift.form.values.chosen === null ? (
      <Field
        label="Cantidad en pesos"
        hint={`De ${formatCents(giftLimits.minCents)} a ${formatCents(giftLimits.maxCents)}, sin centavos.`}
        error={gift.form.error('amount')}
      >
        {(control) => (
          <Input
            {...control}
            name="amount"
            {...gift.form.text('amount')}
            inputMode="numeric"
            autoComplete="off"
          />
        )}
      </Field>
    ) : null}
  </fieldset>
)

const RecipientFields = ({ gift }: { gift: GiftOrder }) => (
  <fieldset className="flex flex-col gap-4">
    <legend className="mb-3 font-display text-xl font-semibold">Para quién es</legend>
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Para" hint="Su nombre." error={gift.form.error('to')}>
        {(control) => (
          <Input {...control} name="to" {...gift.form.text('to')} maxLength={60} autoComplete="off" />
        )}
      </Field>
      <Field label="De" hint="Como quieres que lo lea." error={gift.form.error('from')}>
        {(control) => (
          <Input
            {...control}
            name="from"
            {...gift.form.text('from')}
            maxLength={60}
            autoComplete="given-name"
          />
        )}
      </Field>
    </div>
    <Field
      label="Mensaje"
      required={false}
      hint={`${giftLimits.maxMessage - gift.form.values.message.length} letras más. Sin teléfonos ni enlaces.`}
    >
      {(control) => (
        <TextArea
          {...control}
          name="message"
          maxLength={giftLimits.maxMessage}
          {...gift.form.text('message')}
        />
      )}
    </Field>
  </fieldset>
)

const DeliveryFields = ({ gift }: { gift: GiftOrder }) => (
  <fieldset className="flex flex-col gap-3">
    <legend className="mb-2 font-display text-xl font-semibold">Cómo llega</legend>
    <Radio
      name="delivery"
      label="Por correo, con una carta bonita"
      checked={gift.form.values.by === 'email'}
      onChange={() => gift.form.put({ by: 'email' })}
    />
    <Radio
      name="delivery"
      label="Por mensaje a su celular"
      checked={gift.form.values.by === 'phone'}
      onChange={() => gift.form.put({ by: 'phone' })}
    />
    <Radio
      name="delivery"
      label="Yo se la doy: la imprimo o la envío por WhatsApp"
      checked={gift.form.values.by === 'hand'}
      onChange={() => gift.form.put({ by: 'hand' })}
    />
    {gift.form.values.by === 'hand' ? null : (
      <div className="grid gap-4 sm:grid-cols-2">
        {gift.form.values.by === 'phone' ? (
          <Field label="Celular de quien la recibe" error={gift.form.error('giftPhone')}>
            {(control) => (
              <Input
                {...control}
                name="giftPhone"
                {...gift.form.text('giftPhone')}
                type="tel"
                autoComplete="off"
              />
            )}
          </Field>
        ) : (
          <Field label="Correo de quien la recibe" error={gift.form.error('giftEmail')}>
            {(control) => (
              <Input
                {...control}
                name="giftEmail"
                {...gift.form.text('giftEmail')}
                type="email"
                autoComplete="off"
              />
            )}
          </Field>
        )}
        <Field label="Día" required={false} hint="Sin día sale hoy mismo; con día, a las 9:00.">
          {(control) => (
            <Input {...control} name="sendOn" type="date" min={gift.today} {...gift.form.text('sendOn')} />
          )}
        </Field>
      </div>
    )}
  </fieldset>
)

/** Where the receipt goes, for a buyer without an account. */
const ReceiptFields = ({ gift }: { gift: GiftOrder }) => (
  <fieldset className="flex flex-col gap-4">
    <legend className="mb-3 font-display text-xl font-semibold">Tu recibo</legend>
    {gift.isByEmail ? (
      <Field label="Tu correo" hint={receiptHint} error={gift.form.error('email')}>
        {(control) => (
          <Input {...control} name="email" {...gift.form.text('email')} type="email" autoComplete="email" />
        )}
      </Field>
    ) : (
      <Field label="Tu teléfono" hint={receiptHint} error={gift.form.error('phone')}>
        {(control) => (
          <Input {...control} name="phone" {...gift.form.text('phone')} type="tel" autoComplete="tel" />
        )}
      </Field>
    )}
    <ContactCode
      isByEmail={gift.isByEmail}
      address={gift.address}
      isComplete={gift.isComplete}
      code={gift.contactCode}
      onKnown={() => focusEmpty(gift.form.current(), fieldNames)}
      onNoTexts={() => gift.form.put({ receiptBy: 'email' })}
    />
    <Button
      tone="quiet"
      size="small"
      className="self-start"
      onClick={() => gift.form.put({ receiptBy: gift.isByEmail ? 'phone' : 'email' })}
    >
      {gift.isByEmail ? 'Confirmar con mi teléfono' : 'Confirmar con mi correo'}
    </Button>
  </fieldset>
)

const receiptHint =
  'Ahí llega tu recibo y el enlace para cambiarla o recuperarla. Antes de pagar lo confirmas con un código.'

const PayButton = ({ gift }: { gift: GiftOrder }) => (
  <div className="flex flex-col gap-3">
    <Button type="submit" size="large" wide busy={gift.paying.isPending || gift.contactCode.ask.isPending}>
      {gift.amountCents > 0 ? `Pagar ${formatCents(gift.amountCents)}` : 'Pagar'}
    </Button>
    <p className="text-center text-sm text-muted">
      Se cobra hoy. Mientras nadie la canjee la recuperas y te devolvemos todo.
    </p>
  </div>
)

const GiftPreview = ({ gift }: { gift: GiftOrder }) => (
  <div className="flex flex-col gap-4 max-lg:order-1 lg:sticky lg:top-24">
    <GiftFace
      from={gift.form.values.from.trim() || 'ti'}
      to={gift.form.values.to.trim() || 'quien tú quieras'}
      message={gift.form.values.message.trim()}
      amountCents={gift.amountCents > 0 ? gift.amountCents : 0}
    />
    <Card className="max-lg:hidden">
      <ul className="flex flex-col gap-2 text-[0.9375rem]">
        <li>Quien la recibe la canjea con un código; no necesita cuenta para usarla.</li>
        <li>Paga cualquier servicio, junto con su tarjeta. No se cambia por efectivo.</li>
        <li>No vence.</li>
      </ul>
    </Card>
  </div>
)
