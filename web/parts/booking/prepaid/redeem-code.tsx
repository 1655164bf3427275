import { useMutation, useQueryClient } from '@tanstack/react-query'
import { redeemGift } from '#contract/booking/prepaid/gift-card.ts'
import { formatCents } from '#contract/platform/money.ts'
import { wallet } from '#contract/booking/prepaid/wallet.ts'
import { call, keyOf } from '#web/api.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { type Checks, useForm } from '#web/ui/form/use-form.ts'
import { toast } from '#web/ui/toast.ts'

const checks: Checks<{ code: string }> = {
  code: (text) => (text.trim() === '' ? 'Escribe el código que te dieron.' : undefined),
}

/** Turns a gift card's code into credit. */
export const RedeemCode = () => {
  const queryClient = useQueryClient()
  const form = useForm({ initial: { code: '' }, checks })
  const redeeming = useMutation({
    mutationFn: () => call(redeemGift, { body: form.values }),
    onSuccess: async ({ amountCents }) => {
      form.accept()
      toast(`${formatCents(amountCents)} ya están en tu saldo`, 'Úsalos al pagar tu próxima cita.', 'good')
      await queryClient.invalidateQueries({ queryKey: keyOf(wallet) })
    },
  })
  return (
    <form
      method="post"
      className="flex flex-wrap items-end gap-3"
      onSubmit={form.submit(() => redeeming.mutateAsync())}
    >
      <GiftCodeField
        className="grow basis-64"
        typed={form.values.code}
        error={form.error('code') ?? redeeming.error?.message}
        onType={(code) => {
          form.put({ code })
          redeeming.reset()
        }}
      />
      <Button type="submit" busy={redeeming.isPending}>
        Canjear
      </Button>
    </form>
  )
}

export const GiftCodeField = ({
  typed,
  error,
  className = '',
  onType,
  onEnter,
}: {
  typed: string
  error: string | undefined
  className?: string
  onType: (text: string) => void
  /** When it is inside another form. */
  onEnter?: () => void
}) => (
  <Field label="Código de regalo" error={error} className={className}>
    {(control) => (
      <Input
        {...control}
        placeholder="ABCD-EFGH-JKLM-NPQR"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        value={typed}
        onChange={({ target }) => onType(target.value)}
        onKeyDown={(event) => {
          if (onEnter === undefined || event.key !== 'Enter') return
          event.preventDefault()
          onEnter()
        }}
      />
    )}
  </Field>
)
