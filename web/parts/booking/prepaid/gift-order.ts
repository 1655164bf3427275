import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import * as contract from '#contract/booking/prepaid/gift-card.ts'
import { giftLimits, giftZone } from '#contract/booking/prepaid/gift-card.ts'
import { formatCents } from '#contract/platform/money.ts'
import { ApiError, call, keyOf } from '#web/api.ts'
import {
  cardChecks,
  emailPattern,
  isWholePhone,
  noCard,
  phoneIn,
} from '#web/parts/booking/payment/checkout-form.ts'
import { useContactCode } from '#web/parts/booking/payment/use-contact-code.ts'
import { codesOfVisitor } from '#web/parts/booking/payment/visitor-codes.ts'
import { dateIn } from '#web/parts/time/wall-clock.ts'
import { useCard } from '#web/parts/booking/payment/use-card.ts'
import { paths } from '#web/paths.ts'
import { readCents } from '#web/ui/form/number-text.ts'
import { type Checks, useForm } from '#web/ui/form/use-form.ts'

type Typed = {
  /** One of the suggested amounts; null: another one, which is typed. */
  chosen: number | null
  amount: string
  to: string
  from: string
  message: string
  by: 'email' | 'phone' | 'hand'
  giftEmail: string
  giftPhone: string
  sendOn: string
  /** How a visitor receives the receipt. */
  receiptBy: 'phone' | 'email'
  phone: string
  email: string
  number: string
  expiry: string
  cvc: string
}

export type Buyer = { firstName: string; email: string } | null

/** The typed values of a gift card, and its payment. */
export const useGiftOrder = (buyer: Buyer) => {
  const [today] = useState(todayIn)
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const card = useCard()
  const typesCard = card.settings.data?.stripe === null
  const form = useForm<Typed>({
    initial: () => ({ ...nothing, from: buyer?.firstName ?? '' }),
    checks: { ...checks, ...(buyer === null ? receiptChecks : {}), ...(typesCard ? cardChecks : {}) },
  })
  const { chosen, by, message, sendOn } = form.values
  const isByEmail = form.values.receiptBy === 'email'
  const address = isByEmail ? form.values.email.trim().toLowerCase() : phoneIn(form.values.phone)
  const contactCode = useContactCode(codesOfVisitor)
  const needsCode = buyer === null && !contactCode.isConfirmed(address)
  const amountCents = chosen ?? readCents(form.values.amount) ?? 0

  const paying = useMutation({
    mutationFn: async (typed: Typed) => {
      const said = {
        amountCents,
        from: typed.from.trim(),
        to: typed.to.trim(),
        message,
        delivery:
          by === 'hand'
            ? { by }
            : {
                ...(by === 'phone'
                  ? { by, phone: phoneIn(typed.giftPhone) }
                  : { by, email: typed.giftEmail.trim() }),
                sendOn: sendOn === '' || sendOn === today ? null : sendOn,
              },
        ...(buyer !== null ? {} : isByEmail ? { contactEmail: address } : { contactPhone: address }),
      }
      const entry = {
        number: typed.number.trim(),
        expiry: typed.expiry.trim(),
        cvc: typed.cvc.trim(),
      }
      const { token, key } = await card.tokenFor(entry, JSON.stringify(said))
      return call(
        contract.buyGiftCard,
        { body: { requestId: key, ...said, cardToken: token } },
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
      if (problem.code === 'card_invalid') form.fail('number', problem.message)
      if (problem.code === 'contact_unconfirmed') contactCode.forget()
    },
  })
  return {
    form,
    needsCode,
    paying,
    contactCode,
    isByEmail,
    address,
    isComplete: isByEmail ? emailPattern.test(address) : isWholePhone(address),
    today,
    card,
    amountCents,
  }
}

export type GiftOrder = ReturnType<typeof useGiftOrder>

/** By the calendar in Mexico City. */
const todayIn = () => dateIn(new Date().toISOString(), giftZone)

const given = (what: string) => (text: string) => (text.trim() === '' ? `Escribe ${what}.` : undefined)

const isEmail = (text: string) =>
  emailPattern.test(text.trim()) ? undefined : 'Revisa el correo: le falta algo.'

const isPhone = (text: string) => (isWholePhone(text) ? undefined : 'Escribe los 10 dígitos.')

const amountCheck = (text: string, { chosen }: Typed) => {
  if (chosen !== null) return undefined
  const cents = readCents(text) ?? Number.NaN
  const fits = Number.isInteger(cents / 100) && cents >= giftLimits.minCents && cents <= giftLimits.maxCents
  return fits
    ? undefined
    : `De ${formatCents(giftLimits.minCents)} a ${formatCents(giftLimits.maxCents)}, en pesos enteros.`
}

const nothing: Typed = {
  chosen: giftLimits.suggested[1],
  amount: '',
  to: '',
  from: '',
  message: '',
  by: 'email',
  giftEmail: '',
  giftPhone: '',
  sendOn: '',
  receiptBy: 'phone',
  phone: '',
  email: '',
  ...noCard,
}

/** The buyer's email and the card are checked by their own fields. */
const checks: Checks<Typed> = {
  amount: amountCheck,
  to: given('para quién es'),
  from: given('de quién es'),
  giftEmail: (text, { by }) => (by === 'email' ? isEmail(text) : undefined),
  giftPhone: (text, { by }) => (by === 'phone' ? isPhone(text) : undefined),
}

/** For a buyer without an account: the contact that is confirmed. */
const receiptChecks: Checks<Typed> = {
  phone: (text, { receiptBy }) => (receiptBy === 'phone' ? isPhone(text) : undefined),
  email: (text, { receiptBy }) => (receiptBy === 'email' ? isEmail(text) : undefined),
}
