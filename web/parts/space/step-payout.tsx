import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { ArrowLeft, ArrowRight, Lock } from 'lucide-react'
import { useState } from 'react'
import { bankOf, clabeProblem } from '#contract/payment/clabe.ts'
import * as contract from '#contract/space/listing-steps.ts'
import { paidInto } from '#contract/payment/payout-account.ts'
import type { Space } from '#contract/space/space.ts'
import { call } from '#web/api.ts'
import { spaceReading } from '#web/parts/space/use-step.ts'
import { accountStates } from '#web/parts/payment/account-texts.ts'
import { BankLine } from '#web/parts/payment/bank-line.tsx'
import { PayoutNotice, payoutReading } from '#web/parts/payment/payout-notice.tsx'
import { NotProven, useProof } from '#web/parts/account/use-proof.tsx'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Field, Input } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { toast } from '#web/ui/toast.ts'

/** Not saved while typing: an account for money is given whole or not at all. */
export const StepPayout = ({ space }: { space: Space }) => {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const proof = useProof()
  const [changing, setChanging] = useState(space.payout === null)
  const [typed, setTyped] = useState({ clabe: '', holder: '' })
  const [shown, setShown] = useState(false)
  const problem = clabeProblem(typed.clabe)
  const save = useMutation({
    mutationFn: () =>
      proof.run(async () => {
        const version = queryClient.getQueryData(spaceReading(space.id).queryKey)?.version ?? space.version
        return call(contract.saveStep9, { params: { id: space.id }, body: { version, ...typed } })
      }),
    onSuccess: (saved) => {
      queryClient.setQueryData(spaceReading(space.id).queryKey, saved)
      void queryClient.invalidateQueries({ queryKey: payoutReading('host').queryKey })
      toast('Cuenta guardada', undefined, 'good')
      setChanging(false)
      setTyped({ clabe: '', holder: '' })
    },
  })
  const goOn = () => navigate(paths.hostRegistration({ space: space.id, step: 10 }))
  return (
    <Form
      aria-label="Dónde recibes tu dinero"
      noValidate
      className="flex flex-col gap-7"
      onSubmit={(event) => {
        event.preventDefault()
        setShown(true)
        if (problem === null && typed.holder.trim() !== '') save.mutate()
      }}
    >
      <header className="flex flex-col gap-2">
        <h1 className="text-3xl">Dónde recibes tu dinero</h1>
        <p className="measure text-muted">
          Puedes publicar sin esto, pero nadie podrá reservar hasta que lo pongas. Vale para todos tus
          espacios.
        </p>
      </header>
      <PayoutNotice party="host" />
      {space.payout !== null && !changing ? (
        <CurrentAccount bank={space.payout} onChange={() => setChanging(true)} />
      ) : (
        <>
          <AccountFields typed={typed} isChecked={shown} onChange={setTyped} />
          {save.error && !(save.error instanceof NotProven) ? (
            <p role="alert" className="font-medium text-chile">
              {save.error.message}
            </p>
          ) : null}
          <p className="flex items-start gap-2.5 text-sm text-muted">
            <Lock aria-hidden className="mt-0.5 size-4 shrink-0" />
            La guardamos cifrada y solo mostramos los últimos cuatro dígitos.
          </p>
          <div className="flex flex-wrap gap-3">
            <Button type="submit" tone="secondary" busy={save.isPending}>
              Guardar la cuenta
            </Button>
            {space.payout === null ? null : (
              <Button tone="quiet" onClick={() => setChanging(false)}>
                Dejar la que está
              </Button>
            )}
          </div>
        </>
      )}
      {proof.dialog}
      <footer
        data-bar="bottom"
        className="bottom-bar sticky z-20 -mx-4.5 flex flex-wrap items-center justify-between gap-3 border-t border-line bg-plaster/95 px-4.5 pt-3 backdrop-blur sm:mx-0 sm:px-0"
      >
        <Link
          {...paths.hostRegistration({ space: space.id, step: 8 })}
          className={buttonClass({ tone: 'quiet' })}
        >
          <ArrowLeft aria-hidden className="size-5" />
          Atrás
        </Link>
        <Button onClick={() => void goOn()}>
          {space.payout === null ? 'Seguir sin cuenta' : 'Revisar'}
          <ArrowRight aria-hidden className="size-5" />
        </Button>
      </footer>
    </Form>
  )
}

/** Where deposits go today: to an account at the payment processor, or straight to a bank. */
const CurrentAccount = ({ bank, onChange }: { bank: NonNullable<Space['payout']>; onChange: () => void }) => {
  const { data: account } = useQuery(payoutReading('host'))
  const atProcessor = account !== undefined && paidInto(account) === 'processor'
  return atProcessor ? (
    <div className="flex flex-wrap items-center justify-between gap-4 rounded-lg border border-line bg-surface p-5">
      <p className="min-w-0 flex-1 basis-64">
        Tus depósitos llegan a tu cuenta de cobro
        {account === undefined ? '' : ` (${accountStates[account.state].label.toLowerCase()})`}. La ves y la
        cambias en «Pagos y cobros».
      </p>
      <Link
        {...paths.hostDashboard({ tab: 'profile', section: 'payouts' })}
        className={buttonClass({ tone: 'secondary', size: 'small' })}
      >
        Ir a Pagos y cobros
      </Link>
    </div>
  ) : (
    <BankLine bank={bank}>
      <Button tone="secondary" size="small" onClick={onChange}>
        Cambiar la cuenta
      </Button>
    </BankLine>
  )
}

type Account = { clabe: string; holder: string }

const AccountFields = ({
  typed,
  isChecked,
  onChange,
}: {
  typed: Account
  isChecked: boolean
  onChange: (typed: Account) => void
}) => {
  const problem = clabeProblem(typed.clabe)
  const bank = bankOf(typed.clabe)
  return (
    <>
      <Field
        label="CLABE interbancaria"
        required
        error={isChecked ? (problem ?? undefined) : undefined}
        hint={bank === undefined ? '18 dígitos; está en tu app del banco.' : `Banco: ${bank}`}
      >
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            autoComplete="off"
            maxLength={24}
            value={typed.clabe}
            onChange={(event) => onChange({ ...typed, clabe: event.target.value })}
            className="figures tracking-wider"
          />
        )}
      </Field>
      <Field
        label="A nombre de"
        required
        error={
          isChecked && typed.holder.trim() === '' ? 'Escribe el nombre como está en el banco.' : undefined
        }
      >
        {(control) => (
          <Input
            {...control}
            autoComplete="off"
            maxLength={120}
            value={typed.holder}
            onChange={(event) => onChange({ ...typed, holder: event.target.value })}
          />
        )}
      </Field>
    </>
  )
}
