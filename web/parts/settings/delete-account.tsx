import { useMutation, useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import * as contract from '#contract/privacy/privacy.ts'
import { ApiError, call, reading } from '#web/api.ts'
import { Panel } from '#web/ui/page/panel.tsx'
import { NotProven, useProof } from '#web/parts/account/use-proof.tsx'
import { Button } from '#web/ui/button.tsx'
import { Opening } from '#web/ui/page/opening.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { toastError } from '#web/ui/toast.ts'

const DeleteDialog = lazy(() => import('#web/parts/settings/delete-dialog.tsx'))

/** Account deletion, with what prevents it. */
export const DeleteAccount = () => {
  const deletion = useQuery(reading(contract.deletion))
  const proof = useProof()
  const [opened, setOpened] = useState(false)
  const leave = useMutation({
    mutationFn: () => proof.run(() => call(contract.deleteAccount, { body: { confirm: 'BORRAR' } })),
    onSuccess: () => {
      localStorage.clear()
      sessionStorage.clear()
      window.location.assign('/')
    },
    onError: async (problem) => {
      setOpened(false)
      if (problem instanceof NotProven) return
      toastError('Error', problem.message)
      if (problem instanceof ApiError && problem.code === 'account_in_use') await deletion.refetch()
    },
  })
  const reasons = deletion.data?.reasons ?? []
  return (
    <Panel
      title="Borrar mi cuenta"
      text="Borramos tu nombre, tu contacto, tu foto y tu perfil, y cerramos tus sesiones. Los recibos que la ley nos obliga a guardar quedan sin tu nombre. No se puede deshacer."
    >
      {deletion.isPending ? (
        <Skeleton className="h-12" />
      ) : deletion.isLoadingError ? (
        <ErrorState text={deletion.error.message} onRetry={() => deletion.refetch()} />
      ) : (
        <>
          {reasons.length > 0 ? (
            <div className="rounded-md bg-maiz-soft px-4 py-3 text-maiz-ink">
              <p className="font-medium">Antes de borrarla falta:</p>
              <ul className="mt-1 list-disc pl-5">
                {reasons.map(({ reason, text, count }) => (
                  <li key={reason}>
                    {text}
                    {count > 1 ? ` (${count})` : ''}
                  </li>
                ))}
              </ul>
            </div>
          ) : null}
          <FormError of={leave.error instanceof NotProven ? null : leave.error} />
          <span>
            <Button
              tone="danger"
              busy={leave.isPending}
              blocked={reasons.length > 0 ? 'Primero resuelve lo de arriba.' : undefined}
              onClick={() => setOpened(true)}
            >
              Borrar mi cuenta
            </Button>
          </span>
        </>
      )}
      {opened ? (
        <Suspense fallback={<Opening />}>
          <DeleteDialog
            busy={leave.isPending}
            onDelete={() => {
              setOpened(false)
              leave.mutate()
            }}
            onClose={() => setOpened(false)}
          />
        </Suspense>
      ) : null}
      {proof.dialog}
    </Panel>
  )
}
