import { useMutation, useQueryClient } from '@tanstack/react-query'
import { TicketPercent, X } from 'lucide-react'
import { useState } from 'react'
import * as booking from '#contract/booking.ts'
import type { Hold } from '#contract/booking.ts'
import { call, reading } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/field.tsx'

/** The word of a coupon: quoted by the server, and what is wrong with it is said beside it. */
export const HeldCoupon = ({
  hold,
  coupon,
  onChanged,
}: {
  hold: Hold
  coupon: string | null
  onChanged: () => void
}) => {
  const queryClient = useQueryClient()
  const [isOpen, open] = useState(false)
  const [typed, type] = useState('')
  const { queryKey } = reading(booking.readHold, { params: { id: hold.id } })
  const putting = useMutation({
    mutationFn: (word: string | null) =>
      call(booking.changeHold, {
        params: { id: hold.id },
        body: {
          addOns: hold.addOns
            .filter(({ added }) => added)
            .map(({ serviceId, id, person }) => ({ serviceId, id, person })),
          coupon: word,
          version: hold.version,
        },
      }),
    onSuccess: (changed) => {
      queryClient.setQueryData(queryKey, changed)
      type('')
      open(false)
      onChanged()
    },
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
  if (coupon !== null)
    return (
      <div className="border-t border-line pt-5">
        <p className="flex items-center gap-2.5">
          <TicketPercent aria-hidden className="size-5 shrink-0 text-agave" />
          <span className="min-w-0 flex-1">
            Cupón <strong className="break-all">{coupon}</strong> aplicado
          </span>
          <Button tone="quiet" size="small" busy={putting.isPending} onClick={() => putting.mutate(null)}>
            <X aria-hidden className="size-4" />
            Quitar<span className="sr-only"> el cupón {coupon}</span>
          </Button>
        </p>
        {putting.error === null ? null : (
          <p role="alert" className="mt-2 font-medium text-chile">
            {putting.error.message}
          </p>
        )}
      </div>
    )
  if (!isOpen)
    return (
      <Button tone="quiet" size="small" className="self-start" onClick={() => open(true)}>
        <TicketPercent aria-hidden className="size-4.5" />
        ¿Tienes un cupón?
      </Button>
    )
  return (
    <form
      method="post"
      className="flex flex-col items-start gap-3 border-t border-line pt-5"
      onSubmit={(event) => {
        event.preventDefault()
        if (typed.trim() !== '') putting.mutate(typed)
      }}
    >
      <Field label="Cupón" error={putting.error?.message}>
        {(control) => (
          <Input
            {...control}
            name="coupon"
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- it was just asked for
            autoFocus
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            value={typed}
            onChange={(event) => {
              type(event.target.value)
              putting.reset()
            }}
          />
        )}
      </Field>
      <Button
        type="submit"
        tone="secondary"
        size="small"
        busy={putting.isPending}
        blocked={typed.trim() === '' ? 'Escribe la palabra del cupón.' : undefined}
      >
        Aplicar cupón
      </Button>
    </form>
  )
}
