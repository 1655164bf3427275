import * as holdContract from '#contract/booking/hold.ts'
import type { Hold } from '#contract/booking/hold.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { TicketPercent, X } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { call, reading } from '#web/api.ts'
import { useForm } from '#web/ui/form/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'

/**
 * In this tab until booked: the code, with the hold and professional for which it was typed. `isSent`: it was applied to that hold, or
 * tried, and so belongs to the next one too.
 */
type Draft = { word: string; isSent: boolean; holdId: string; professionalId: number }
const nothing: Draft = { word: '', isSent: false, holdId: '', professionalId: 0 }

/**
 * A coupon code: quoted by the server, with any problem shown beside it. It survives a lost or released hour: the professional's next one
 * has it applied at once.
 */
export const HeldCoupon = ({
  hold,
  coupon,
  onChanged,
}: {
  hold: Hold
  coupon: string | null
  onChanged: () => void
}) => {
  const entry = useHeldCoupon(hold, onChanged, coupon)
  // For dates that a professional proposed together (docs/pricing/coupons.md).
  const onlyFirst =
    hold.further.length === 0 ? null : (
      <p className="text-sm text-muted">
        Solo cuenta en tu primera cita: las demás fechas cuestan lo acordado.
      </p>
    )
  if (coupon !== null) return <AppliedCoupon coupon={coupon} entry={entry} onlyFirst={onlyFirst} />
  if (!entry.isOpen)
    return (
      <Button tone="quiet" size="small" className="-mr-3" onClick={() => entry.ask(true)}>
        <TicketPercent aria-hidden className="size-4.5" />
        ¿Tienes un cupón?
      </Button>
    )
  return <CouponForm entry={entry} hold={hold} onlyFirst={onlyFirst} />
}

/** The coupon's code, as typed in this tab, and the request that applies or removes it. */
const useHeldCoupon = (hold: Hold, onChanged: () => void, coupon: string | null) => {
  const queryClient = useQueryClient()
  const form = useForm({ initial: nothing, draft: 'checkout-coupon' })
  const professionalId = hold.professional.id
  const isOurs = form.values.professionalId === professionalId
  const typed = isOurs ? form.values.word : ''
  const [isRequested, ask] = useState(false)
  const isOpen = isRequested || typed !== ''
  const { queryKey } = reading(holdContract.readHold, { params: { id: hold.id } })
  const putting = useMutation({
    mutationFn: (word: string | null) =>
      call(holdContract.changeHold, {
        params: { id: hold.id },
        body: {
          addOns: hold.addOns
            .filter(({ added }) => added)
            .map(({ serviceId, id, person }) => ({ serviceId, id, person })),
          coupon: word,
          version: hold.version,
        },
      }),
    onMutate: (word) =>
      form.put(word === null ? nothing : { word, isSent: true, holdId: hold.id, professionalId }),
    onSuccess: (changed) => {
      queryClient.setQueryData(queryKey, changed)
      ask(false)
      onChanged()
    },
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
  const isCarried = coupon === null && isOurs && form.values.isSent && form.values.holdId !== hold.id
  const { mutate } = putting
  useEffect(() => {
    if (isCarried) mutate(form.values.word)
  }, [isCarried, form.values.word, mutate])
  return { putting, isOpen, ask, typed, isRequested, put: form.put, professionalId }
}

type CouponEntry = ReturnType<typeof useHeldCoupon>

const AppliedCoupon = ({
  coupon,
  entry,
  onlyFirst,
}: {
  coupon: string
  entry: CouponEntry
  onlyFirst: ReactNode
}) => (
  <div className="w-full border-t border-line pt-1">
    <p className="flex items-center gap-2.5">
      <TicketPercent aria-hidden className="size-5 shrink-0 text-agave" />
      <span className="min-w-0 flex-1">
        Cupón <strong className="break-all">{coupon}</strong> aplicado
      </span>
      <Button
        tone="quiet"
        size="small"
        busy={entry.putting.isPending}
        onClick={() => entry.putting.mutate(null)}
      >
        <X aria-hidden className="size-4" />
        Quitar<span className="sr-only"> el cupón {coupon}</span>
      </Button>
    </p>
    {onlyFirst}
    {entry.putting.error === null ? null : (
      <p role="alert" className="mt-2 font-medium text-chile">
        {entry.putting.error.message}
      </p>
    )}
  </div>
)

const CouponForm = ({ entry, hold, onlyFirst }: { entry: CouponEntry; hold: Hold; onlyFirst: ReactNode }) => {
  const [isMissing, setMissing] = useState(false)
  const isEmpty = entry.typed.trim() === ''
  return (
    <form
      method="post"
      className="w-full border-t border-line py-2"
      onSubmit={(event) => {
        event.preventDefault()
        setMissing(isEmpty)
        if (isEmpty) event.currentTarget.querySelector('input')?.focus()
        else entry.putting.mutate(entry.typed)
      }}
    >
      <Field
        label="Cupón"
        error={isMissing && isEmpty ? 'Escribe la palabra del cupón.' : entry.putting.error?.message}
      >
        {(control) => (
          <div className="flex items-center gap-2">
            <Input
              {...control}
              name="coupon"
              // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was just opened
              autoFocus={entry.isRequested}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              maxLength={40}
              value={entry.typed}
              onChange={(event) => {
                entry.put({
                  word: event.target.value,
                  isSent: false,
                  holdId: hold.id,
                  professionalId: entry.professionalId,
                })
                // A field that opened by itself stays open when emptied.
                entry.ask(true)
                entry.putting.reset()
              }}
            />
            <Button type="submit" tone="secondary" size="small" busy={entry.putting.isPending}>
              Aplicar<span className="sr-only"> cupón</span>
            </Button>
          </div>
        )}
      </Field>
      {onlyFirst}
    </form>
  )
}
