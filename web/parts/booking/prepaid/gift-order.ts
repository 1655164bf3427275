import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as contract from '#contract/booking/prepaid/gift-card.ts'
import { giftLimits, giftZone } from '#contract/booking/prepaid/gift-card.ts'
import { formatCents } from '#contract/platform/money.ts'
import { ApiError, call, keyOf } from '#web/api.ts'
import { cardChecks, emailPattern } from '#web/parts/booking/payment/checkout-form.ts'
import { useContactCode } from '#web/parts/booking/checkout/contact-code.tsx'
import { dateIn } from '#web/parts/time/wall-clock.ts'
import { useCard } from '#web/parts/booking/payment/use-card.ts'
import { paths } from '#web/paths.ts'
import { useFieldChecks } from '#web/ui/form/field-checks.ts'
import { readCents } from '#web/ui/form/number-text.ts'

export type Buyer = { firstName: string; email: string } | null

/** What is typed for the gift card, and its payment. */
export const useGiftOrder = (buyer: Buyer) => {
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
  return {
    fields,
    needsCode,
    paying,
    contactCode,
    email,
    chosen,
    choose,
    typed,
    type,
    to,
    setTo,
    from,
    setFrom,
    message,
    setMessage,
    by,
    setBy,
    today,
    sendOn,
    setSendOn,
    setEmail,
    card,
    amountCents,
  }
}

export type GiftOrder = ReturnType<typeof useGiftOrder>

/** As the calendar in Mexico City shows it. */
const todayIn = () => dateIn(new Date().toISOString(), giftZone)

const door = {
  send: (email: string) => call(contract.sendGiftContactCode, { body: { email } }),
  enter: async (email: string, code: string) => {
    await call(contract.enterGiftContactCode, { body: { email, code } })
    return null
  },
}

export const given = (what: string) => (text: string) => (text === '' ? `Escribe ${what}.` : undefined)

export const isEmail = (text: string) =>
  emailPattern.test(text) ? undefined : 'Revisa el correo: le falta algo.'

const amountCheck = (text: string) => {
  const cents = readCents(text) ?? Number.NaN
  const fits = Number.isInteger(cents / 100) && cents >= giftLimits.minCents && cents <= giftLimits.maxCents
  return fits
    ? undefined
    : `De ${formatCents(giftLimits.minCents)} a ${formatCents(giftLimits.maxCents)}, en pesos enteros.`
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
