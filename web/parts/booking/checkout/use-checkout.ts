import * as holdContract from '#contract/booking/hold.ts'
import type { Hold } from '#contract/booking/hold.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { SessionUser } from '#contract/account/account.ts'
import { formatCents } from '#contract/platform/money.ts'
import type { UsablePack } from '#contract/booking/prepaid/session-pack.ts'
import { ApiError, reading } from '#web/api.ts'
import {
  cardChecks,
  type CheckoutField,
  contactChecks,
  emailNeeded,
  fullNameNeeded,
  isWholePhone,
  emailPattern,
  noCard,
  phoneIn,
} from '#web/parts/booking/payment/checkout-form.ts'
import { wayDraft } from '#web/parts/booking/payment/kept-contact.ts'
import { codesOfHold, useContactCode } from '#web/parts/booking/payment/use-contact-code.ts'
import type { PayMethod } from '#web/parts/booking/payment/voucher-text.ts'
import { useCredit } from '#web/parts/booking/checkout/use-credit.ts'
import { useCard } from '#web/parts/booking/payment/use-card.ts'
import { useCompanions } from '#web/parts/booking/checkout/use-companions.ts'
import { visitFormsReading } from '#web/parts/booking/contact/reading.ts'
import type { CardSelection } from '#web/parts/booking/checkout/card-choice.tsx'
import type { Extras } from '#web/parts/booking/checkout/checkout-extras.tsx'
import { paths } from '#web/paths.ts'
import { type Checks, useForm } from '#web/ui/form/use-form.ts'

/** The card's fields; a page that the server did not render loads them from the start. */
export const fetchCardFields = () => import('#web/parts/booking/checkout/card-fields.tsx')
export const fetchOrder = () => import('#web/parts/booking/checkout/checkout-order.ts')

/** The payment method: a saved choice that is no longer possible counts as a card. */
export const usePayMethod = (hold: Hold) => {
  const saved = useForm<SavedMethod>({
    initial: { method: 'card', packId: '', holdId: '' },
    draft: 'checkout-method',
  })
  // A method without enough time left, or a pack chosen for another visit, is ignored.
  const { packId } = saved.values
  const [packs, setPacks] = useState<readonly UsablePack[] | undefined>()
  const wantsPack = saved.values.method === 'pack' && saved.values.holdId === hold.id
  const pack = wantsPack ? packs?.find(({ id }) => id === packId) : undefined
  const method: PayMethod =
    wantsPack && (packs === undefined || pack !== undefined)
      ? 'pack'
      : (hold.vouchers.find((one) => one.method === saved.values.method)?.method ?? 'card')
  return { method, packId, packs, wantsPack, setPacks, saved, pack }
}

export type ChosenMethod = ReturnType<typeof usePayMethod>

/** The typed and chosen values that pay for a hold, and the payment itself. */
export const useCheckout = ({
  user,
  payment,
  hold,
  onRefused,
}: {
  user: SessionUser | null
  payment: ChosenMethod
  hold: Hold
  onRefused: () => void
}) => {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const cardUse = useCard()
  // With an account it is known once the saved cards are loaded.
  const [cardSelection, setCardSelection] = useState<CardSelection | null>(
    user === null ? { cardId: null, keep: false } : null,
  )
  const [extras, setExtras] = useState<Extras>({ tip: noTip, invoice: {}, whole: false, note: '' })
  const tip: Extras['tip'] = payment.method === 'card' ? extras.tip : noTip
  // The last refusal is shown at its field.
  const [isAtField, setAtField] = useState(false)
  // The total before it changed: the client has to accept the new one.
  const [agreed, setAgreed] = useState({ cents: 0, isOpen: false })
  const voucherKey = useRef({ selection: '', key: '' })
  // Only fields on the screen are checked.
  const way = useForm({ initial: { isByEmail: false }, draft: wayDraft })
  const isByEmail = user === null && way.values.isByEmail
  const isVoucher = payment.method === 'spei' || payment.method === 'oxxo'
  const typesCard =
    payment.method === 'card' && cardUse.settings.data?.stripe === null && !cardSelection?.cardId
  const fields = useForm<Record<CheckoutField, string>>({
    initial: () => ({
      email: user?.email ?? '',
      firstName: user?.firstName ?? '',
      lastName: user?.lastName ?? '',
      phone: user?.phone ?? '',
      ...noCard,
    }),
    draft: 'contact',
    unstored: ['number', 'expiry', 'cvc'],
    checks: {
      ...(typesCard ? checks : contactChecks),
      ...(isVoucher ? fullNameNeeded : isByEmail ? emailNeeded : {}),
    },
  })
  const email = fields.values.email.trim().toLowerCase()
  const phone = phoneIn(fields.values.phone)
  const contact = {
    isByEmail,
    chooseEmail: (yes: boolean) => way.put({ isByEmail: yes }),
    address: isByEmail ? email : phone,
    isComplete: isByEmail ? emailPattern.test(email) : isWholePhone(phone),
  }
  const contactCode = useContactCode(codesOfHold(hold.id))
  const needsCode = user === null && !contactCode.isConfirmed(contact.address)
  const forms = useQuery({ ...visitFormsReading(hold.id), enabled: hold.forms !== null })
  const unanswered = forms.data?.find(({ timing, answered }) => timing === 'booking' && answered === null)
  const companions = useCompanions(hold)
  const inTwo = payment.method === 'card' && !extras.whole
  // A visitor's credit is loaded once the email is confirmed.
  const credit = useCredit(hold.id, user !== null ? null : needsCode ? '' : contact.address, inTwo)
  const usedCents = payment.method === 'pack' ? 0 : credit.usedCents

  const paying = useMutation({
    mutationFn: async (by: { text: (name: CheckoutField) => string; wallet?: string }) =>
      (await fetchOrder()).send({
        ...by,
        hold,
        extras,
        companions,
        method: payment.method,
        packId: payment.packId,
        creditCents: usedCents,
        tipCents: tip.amountCents,
        selection: cardSelection,
        cardUse,
        last: voucherKey,
      }),
    onSuccess: async (booked) => {
      // Loaded before leaving for the bank: a page that is being left may no longer load it.
      const { leaveForBank } = await fetchOrder()
      if (leaveForBank(booked, hold, cardSelection, queryClient)) return
      void navigate(paths.bookingSuccess(booked.id, booked.viewToken))
    },
    onError: async (problem) => {
      setAtField(false)
      if (!(problem instanceof ApiError)) return
      const { listen: onMessage } = await import('#web/parts/booking/checkout/pay-refused.ts')
      const isAtField = await onMessage(problem, {
        card: cardUse,
        last: voucherKey,
        code: contactCode,
        refuse: fields.fail,
        onLost: onRefused,
        readPrice: () =>
          queryClient.invalidateQueries({
            queryKey: reading(holdContract.readHold, { params: { id: hold.id } }).queryKey,
          }),
        readCredit: credit.lookAgain,
        // The shown total is the old one.
        onOtherTotal: () => setAgreed({ cents: shownCents, isOpen: true }),
      })
      setAtField(isAtField)
    },
  })
  const upfront = inTwo ? hold.upfront : null
  const shownCents = payment.method === 'pack' ? 0 : (upfront?.nowCents ?? hold.quote.totalCents) - usedCents
  const total = formatCents(shownCents)
  const book = hold.asksFirst ? 'Solicitar' : 'Reservar'
  return {
    paying,
    fields,
    companions,
    needsCode,
    contact,
    isVoucher,
    contactCode,
    email,
    credit,
    upfront,
    cardUse,
    setCardSelection,
    setExtras,
    agreed,
    shownCents,
    setAgreed,
    isAtField,
    unanswered,
    tip,
    extras,
    cardSelection,
    book,
    total,
    usedCents,
    inTwo,
  }
}

export type Checkout = ReturnType<typeof useCheckout>

const checks: Checks<Record<CheckoutField, string>> = { ...contactChecks, ...cardChecks }

type SavedMethod = { method: PayMethod; packId: string; holdId: string }

const noTip = { amountCents: 0 }
