import { formatCents } from '#contract/platform/money.ts'
import * as rent from '#contract/team/rent.ts'
import { call } from '#web/api.ts'
import { useTeam } from '#web/parts/team/use-team.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Choices } from '#web/ui/form/choices.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

type DirectRentOf = {
  id: string
  owedCents: number
  /** The member, for the business; the business, for the member. */
  other: string
  /** The business states that it received it; the member states that they paid it. */
  as: 'business' | 'member'
  membership?: number | undefined
}

/** A rent paid outside Kalli: amount and method. Reported by the business it counts as paid; by the member it awaits the business. */
export const DirectRent = ({ one, onClose }: { one: DirectRentOf; onClose: () => void }) => {
  const { id, owedCents, other, as, membership } = one
  const initial: { amountCents: number; method: rent.DirectMethod } = {
    amountCents: owedCents,
    method: 'cash',
  }
  const form = useForm({ initial })
  const { amountCents, method } = form.values
  const isBusiness = as === 'business'
  const saying = useTeam(
    () =>
      call(rent.payRentDirectly, {
        params: { id },
        body: { amountCents, method, membership: membership ?? null },
      }),
    isBusiness
      ? { title: 'Anotado', text: `${other} ya lo ve en su recibo.` }
      : { title: 'Se lo dijimos', text: `Queda pagada cuando ${other} lo confirme.` },
    onClose,
  )
  const missing = !(amountCents > 0)
    ? 'Escribe cuánto fue.'
    : amountCents > owedCents
      ? `No puede ser más de lo que falta: ${formatCents(owedCents)}.`
      : undefined
  return (
    <Dialog
      open
      onOpenChange={onClose}
      error={saying.error}
      title={isBusiness ? `Renta de ${other}` : `Ya le pagué a ${other}`}
      description={
        isBusiness
          ? 'Márcala cuando ya tengas el dinero. No pasa por Kalli, y ya no se toma de lo que gane.'
          : 'Se lo decimos al negocio. Mientras no lo confirme, la renta sigue por pagar.'
      }
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Volver
          </Button>
          <Button busy={saying.isPending} blocked={missing} onClick={() => saying.mutate(undefined)}>
            {isBusiness ? 'Marcar como pagada' : 'Decir que ya pagué'}
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <NumberField
          kind="pesos"
          label="Cuánto"
          hint={`Faltan ${formatCents(owedCents)}.`}
          from={1}
          value={amountCents}
          onChange={(next) => form.put({ amountCents: next })}
          inputClassName="max-w-44"
        />
        <Choices
          legend="Cómo"
          options={[
            { value: 'cash', label: 'Efectivo' },
            { value: 'transfer', label: 'Transferencia' },
          ]}
          value={method}
          onChange={(next) => form.put({ method: next })}
        />
        {isBusiness ? (
          <p className="text-sm text-muted">
            La comisión de Kalli de esta renta se descuenta de tus siguientes depósitos.
          </p>
        ) : null}
      </div>
    </Dialog>
  )
}
