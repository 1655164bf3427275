import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/assistant/mandate.ts'
import type { Mandate } from '#contract/assistant/mandate.ts'
import { allowedApps } from '#contract/developer/app.ts'
import { formatCents } from '#contract/platform/money.ts'
import { call, keyOf, reading } from '#web/api.ts'
import { actNames } from '#web/parts/developer/act-names.ts'
import { NewMandate } from '#web/parts/developer/new-mandate.tsx'
import { wholeDate } from '#web/parts/developer/whole-date.ts'
import { capitalZone, shortOf } from '#web/parts/time/wall-clock.ts'
import { sessionQuery } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FoldedPanel } from '#web/ui/page/folded-panel.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'
import { toast } from '#web/ui/toast.ts'

/** What apps may pay, cancel or move without confirmation, and what they did. */
export const Mandates = () => {
  const given = useQuery(reading(contract.mandates))
  const apps = useQuery(reading(allowedApps))
  const [isGiving, setGiving] = useState(false)
  if (given.isPending || apps.isPending) return <Skeleton className="h-12 rounded-lg" />
  if (given.isLoadingError)
    return <ErrorState text={given.error.message} onRetry={() => void given.refetch()} />
  const choices = apps.data ?? []
  return (
    <FoldedPanel
      title="Permisos para pagar y cancelar"
      value={given.data.length === 0 ? 'Ninguno' : String(given.data.length)}
      isFilled={given.data.length > 0}
      text="Sin uno de estos, una app solo prepara y tú confirmas. Con él actúa sola, hasta el tope y la fecha que digas."
    >
      {given.data.length === 0 ? (
        <p className="text-muted">Ninguna app puede pagar ni cancelar por ti.</p>
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {given.data.map((one) => (
            <MandateLine key={one.id} one={one} />
          ))}
        </ul>
      )}
      <Button
        tone="secondary"
        className="self-start"
        blocked={choices.length === 0 ? 'Primero conecta una app o un asistente.' : undefined}
        onClick={() => setGiving(true)}
      >
        Dar un permiso
      </Button>
      {isGiving ? <NewMandate apps={choices} onClose={() => setGiving(false)} /> : null}
    </FoldedPanel>
  )
}

const MandateLine = ({ one }: { one: Mandate }) => {
  const { data: user } = useQuery(sessionQuery)
  const zone = user?.zone ?? capitalZone
  const [isOpen, setOpened] = useState(false)
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className="font-semibold wrap-anywhere">{one.app.name}</p>
        <p className="text-sm text-muted">
          {one.acts.map((act) => actNames[act]).join(', ')}, hasta {formatCents(one.eachCents)} por cita
        </p>
        <p className="text-sm text-muted">
          Lleva {formatCents(one.usedCents)} de {formatCents(one.totalCents)}, hasta el{' '}
          {wholeDate(one.expiresAt, zone)}
        </p>
        {one.uses.length === 0 ? null : (
          <details className="mt-1 text-sm">
            <summary className="flex min-h-11 cursor-pointer items-center font-medium text-jacaranda-deep">
              {one.uses.length === 1 ? 'Lo usó una vez' : `Lo usó ${one.uses.length} veces`}
            </summary>
            <ul className="flex list-disc flex-col gap-1 pl-5 marker:text-muted">
              {one.uses.map((use) => (
                <li key={`${use.bookingId} ${use.act} ${use.at}`} className="wrap-anywhere">
                  {actNames[use.act]} {use.service}: {formatCents(use.amountCents)} ({shortOf(use.at, zone)})
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
      <Button tone="quiet" size="small" className="max-sm:-ml-3.5" onClick={() => setOpened(true)}>
        Quitar<span className="sr-only"> el permiso de {one.app.name}</span>
      </Button>
      {isOpen ? <EndDialog one={one} onClose={() => setOpened(false)} /> : null}
    </li>
  )
}

const EndDialog = ({ one, onClose }: { one: Mandate; onClose: () => void }) => {
  const queryClient = useQueryClient()
  const ending = useMutation({
    mutationFn: () => call(contract.endMandate, { params: { id: one.id } }),
    onSuccess: async () => {
      toast('Quitaste el permiso', `${one.app.name} ya no puede pagar ni cancelar por ti.`, 'good')
      onClose()
      await queryClient.invalidateQueries({ queryKey: keyOf(contract.mandates) })
    },
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`¿Quitar el permiso de ${one.app.name}?`}
      error={ending.error}
      actions={
        <>
          <Button tone="secondary" onClick={onClose}>
            Conservar
          </Button>
          <Button tone="danger" busy={ending.isPending} onClick={() => ending.mutate()}>
            Quitar permiso
          </Button>
        </>
      }
    >
      <p>
        Termina en este momento. La app sigue entrando a tu cuenta; lo que pague o cancele lo confirmas tú.
      </p>
    </Dialog>
  )
}
