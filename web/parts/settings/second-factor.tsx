import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as settings from '#contract/account/settings.ts'
import type { Reply } from '#contract/platform/endpoint.ts'
import { call, keyOf, reading } from '#web/api.ts'
import { CodeInput } from '#web/parts/account/code-input.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { RecoveryCodes } from '#web/parts/settings/recovery-codes.tsx'
import { NotProven, useProof } from '#web/parts/account/use-proof.tsx'
import { sessionQuery } from '#web/session.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

type Started = Reply<typeof settings.startSecondFactor>

const say = (problem: Error) => {
  if (!(problem instanceof NotProven)) toastError('Error', problem.message)
}

/** An authenticator app as the second factor of signing in. */
export const SecondFactor = () => {
  const security = useQuery(reading(settings.security))
  const queryClient = useQueryClient()
  const proof = useProof()
  const [started, setStarted] = useState<Started>()
  const [codes, setCodes] = useState<readonly string[]>()
  const refresh = () =>
    Promise.all([
      queryClient.invalidateQueries({ queryKey: keyOf(settings.security) }),
      queryClient.invalidateQueries(sessionQuery),
    ])
  const start = useMutation({
    mutationFn: () => proof.run(() => call(settings.startSecondFactor)),
    onSuccess: setStarted,
    onError: say,
  })
  const renew = useMutation({
    mutationFn: () => proof.run(() => call(settings.renewRecoveryCodes)),
    onSuccess: async ({ recoveryCodes }) => {
      setCodes(recoveryCodes)
      await refresh()
    },
    onError: say,
  })
  const remove = useMutation({
    mutationFn: () => proof.run(() => call(settings.removeSecondFactor)),
    onSuccess: async () => {
      toast('Segundo paso desactivado', undefined, 'good')
      await refresh()
    },
    onError: say,
  })
  if (security.isPending) return <Skeleton className="h-48 rounded-lg" />
  if (security.isLoadingError)
    return <ErrorState text={security.error.message} onRetry={() => security.refetch()} />
  const { secondFactorSince, recoveryCodesLeft, mayRemoveSecondFactor, mustSetSecondFactor } = security.data
  const on = secondFactorSince !== null
  const failed = start.error ?? renew.error ?? remove.error
  return (
    <Panel
      title="Segundo paso"
      text="Además de tu contraseña, un código de una app de autenticación en tu teléfono. Aunque alguien sepa tu contraseña, no entra."
      aside={<Badge tone={on ? 'agave' : 'plain'}>{on ? 'Activo' : 'Inactivo'}</Badge>}
    >
      {mustSetSecondFactor ? (
        <p className="rounded-md bg-maiz-soft px-4 py-3 font-medium text-maiz-ink">
          Para administrar Kalli hace falta el segundo paso. Actívalo para continuar.
        </p>
      ) : null}
      {codes ? (
        <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />
      ) : on ? (
        <div className="flex flex-col gap-4">
          <p className={recoveryCodesLeft < 3 ? 'font-medium text-chile' : 'text-muted'}>
            {recoveryCodesLeft === 1
              ? 'Te queda 1 código de recuperación.'
              : `Te quedan ${recoveryCodesLeft} códigos de recuperación.`}
          </p>
          <div className="flex flex-wrap gap-3">
            <Button tone="secondary" busy={renew.isPending} onClick={() => renew.mutate()}>
              Crear códigos nuevos
            </Button>
            <Button
              tone="quiet"
              busy={remove.isPending}
              blocked={mayRemoveSecondFactor ? undefined : 'Una cuenta de administración no puede quitarlo.'}
              onClick={() => remove.mutate()}
            >
              Desactivar
            </Button>
          </div>
        </div>
      ) : started ? (
        <Enrolment
          started={started}
          onCancel={() => setStarted(undefined)}
          onCodes={async (made) => {
            setCodes(made)
            setStarted(undefined)
            toast('Segundo paso activo', undefined, 'good')
            await refresh()
          }}
        />
      ) : (
        <Button className="self-start" busy={start.isPending} onClick={() => start.mutate()}>
          Activar segundo paso
        </Button>
      )}
      <FormError of={failed instanceof NotProven ? null : failed} />
      {proof.dialog}
    </Panel>
  )
}

const Enrolment = ({
  started,
  onCancel,
  onCodes,
}: {
  started: Started
  onCancel: () => void
  onCodes: (codes: readonly string[]) => void
}) => {
  const form = useForm({ initial: { code: '' } })
  const { code } = form.values
  const prove = useMutation({
    mutationFn: () => call(settings.proveSecondFactor, { body: { code } }),
    onSuccess: ({ recoveryCodes }) => onCodes(recoveryCodes),
  })
  return (
    <form
      method="post"
      aria-label="Activar segundo paso"
      className="grid gap-6 sm:grid-cols-[auto_minmax(0,1fr)]"
      onSubmit={form.submit(() => prove.mutateAsync())}
    >
      <img
        src={started.qr}
        alt="Código QR para tu app de autenticación"
        width={196}
        height={196}
        className="size-49 rounded-md border border-line bg-white"
      />
      <div className="flex min-w-0 flex-col gap-5">
        <ol className="flex list-decimal flex-col gap-2 pl-5 marker:text-muted">
          <li>Abre tu app de autenticación (Google Authenticator, 1Password, la de tu teléfono…).</li>
          <li>
            Escanea el código. Si lees esto en el mismo teléfono,{' '}
            <a href={started.uri} className="font-medium underline underline-offset-4">
              ábrelo en tu app
            </a>{' '}
            o escribe esta clave:
            <code className="mt-1.5 block rounded-sm bg-sunk px-3 py-2 text-sm break-all select-all">
              {started.secret.match(/.{1,4}/g)?.join(' ')}
            </code>
          </li>
          <li>Escribe el código que aparece.</li>
        </ol>
        <CodeInput {...form.pick('code')} error={prove.error?.message} recovery={false} />
        <div className="flex flex-wrap gap-3">
          <Button
            type="submit"
            busy={prove.isPending}
            blocked={code.replace(/\D/g, '').length < 6 ? 'Escribe los seis dígitos.' : undefined}
          >
            Activar
          </Button>
          <Button tone="quiet" onClick={onCancel}>
            Cancelar
          </Button>
        </div>
      </div>
    </form>
  )
}
