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
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { type Checks, type FormState, useForm } from '#web/ui/form/use-form.ts'
import { toast } from '#web/ui/toast.ts'

/** Not saved while typing: a payout account is saved whole or not at all. */
export const StepPayout = ({ space }: { space: Space }) => {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  const proof = useProof()
  const [changing, setChanging] = useState(space.payout === null)
  const form = useForm({ initial: empty, checks })
  const save = useMutation({
    mutationFn: () =>
      proof.run(async () => {
        const version = queryClient.getQueryData(spaceReading(space.id).queryKey)?.version ?? space.version
        return call(contract.saveStep9, { params: { id: space.id }, body: { version, ...form.values } })
      }),
    onSuccess: (saved) => {
      queryClient.setQueryData(spaceReading(space.id).queryKey, saved)
      void queryClient.invalidateQueries({ queryKey: payoutReading('host').queryKey })
      toast('Cuenta guardada', undefined, 'good')
      setChanging(false)
      form.accept()
    },
  })
  const goOn = () => navigate(paths.hostRegistration({ space: space.id, step: 10 }))
  return (
    <Form
      aria-label="Dónde recibes tu dinero"
      noValidate
      className="flex flex-col gap-7"
      onSubmit={form.submit(() => save.mutateAsync())}
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
          <AccountFields form={form} />
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

/** The current payout account: at the payment processor, or a bank account. */
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

const empty = { clabe: '', holder: '' }

const checks: Checks<typeof empty> = {
  clabe: (text) => clabeProblem(text) ?? undefined,
  holder: (text) => (text.trim() === '' ? 'Escribe el nombre como está en el banco.' : undefined),
}

const AccountFields = ({ form }: { form: FormState<typeof empty> }) => {
  const bank = bankOf(form.values.clabe)
  return (
    <>
      <Field
        label="CLABE interbancaria"
        required
        error={form.error('clabe')}
        hint={bank === undefined ? '18 dígitos; está en tu app del banco.' : `Banco: ${bank}`}
      >
        {(control) => (
          <Input
            {...control}
            inputMode="numeric"
            autoComplete="off"
            maxLength={24}
            {...form.text('clabe')}
            className="figures tracking-wider"
          />
        )}
      </Field>
      <Field label="A nombre de" required error={form.error('holder')}>
        {(control) => <Input {...control} autoComplete="off" maxLength={120} {...form.text('holder')} />}
      </Field>
    </>
  )
}
