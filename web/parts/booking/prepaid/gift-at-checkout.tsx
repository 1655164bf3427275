import { useMutation } from '@tanstack/react-query'
import { Gift } from 'lucide-react'
import { useState } from 'react'
import { redeemGift } from '#contract/booking/prepaid/gift-card.ts'
import { formatCents } from '#contract/platform/money.ts'
import { call } from '#web/api.ts'
import { GiftCodeField } from '#web/parts/booking/prepaid/redeem-code.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.ts'
import { useForm } from '#web/ui/form/use-form.ts'

/** Without an account: the phone number or email to confirm, and the first name. */
export type Visitor = { address: string; firstName: string }

/** Turns a gift card's code into credit at checkout, which lowers what is paid now. Inside the payment form, so no form itself. */
export const GiftAtCheckout = ({
  visitor,
  needsCode,
  onRedeemed,
}: {
  visitor: Visitor | null
  /** The address is not confirmed yet. */
  needsCode: boolean
  onRedeemed: () => void
}) => {
  const [isOpen, open] = useState(false)
  const entry = useForm({ initial: { code: '' } })
  const typed = entry.values.code
  const redeeming = useMutation({
    mutationFn: () => {
      const contact =
        visitor === null
          ? {}
          : {
              contact: {
                ...(visitor.address.includes('@') ? { email: visitor.address } : { phone: visitor.address }),
                firstName: visitor.firstName,
                lastName: '',
              },
            }
      return call(redeemGift, { body: { code: typed, ...contact } })
    },
    onSuccess: ({ amountCents }) => {
      entry.accept()
      open(false)
      toast(`Tu regalo de ${formatCents(amountCents)} ya es tu saldo`, 'Lo usamos primero al pagar.', 'good')
      onRedeemed()
    },
  })
  if (!isOpen)
    return (
      <Button
        tone="quiet"
        size="small"
        className="justify-start gap-3 justify-self-start px-0!"
        onClick={() => open(true)}
      >
        <Gift aria-hidden className="size-5.5" />
        Tarjeta de regalo
      </Button>
    )
  const submit = () => {
    if (typed.trim() !== '' && !needsCode && !redeeming.isPending) redeeming.mutate()
  }
  return (
    <div
      role="group"
      aria-label="Tarjeta de regalo"
      className="col-span-full flex flex-col items-start gap-3 rounded-md border border-line p-4"
    >
      <GiftCodeField
        className="w-full"
        typed={typed}
        error={redeeming.error?.message}
        onEnter={submit}
        onType={(text) => {
          entry.put({ code: text })
          redeeming.reset()
        }}
      />
      <Button
        tone="secondary"
        size="small"
        busy={redeeming.isPending}
        blocked={
          needsCode
            ? 'Confirma primero tus datos, arriba.'
            : typed.trim() === ''
              ? 'Escribe el código del regalo.'
              : undefined
        }
        onClick={submit}
      >
        Usar mi regalo
      </Button>
    </div>
  )
}
