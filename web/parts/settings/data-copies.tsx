import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Download } from 'lucide-react'
import * as contract from '#contract/privacy/privacy.ts'
import type { DataCopy } from '#contract/privacy/privacy.ts'
import { call, keyOf, reading } from '#web/api.ts'
import { Panel } from '#web/ui/page/panel.tsx'
import { NotProven, useProof } from '#web/parts/account/use-proof.tsx'
import { capitalZone, shortOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { sessionQuery } from '#web/session.ts'
import { Button } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

const say = (problem: Error) => {
  if (!(problem instanceof NotProven)) toastError('Error', problem.message)
}

/** Copies of all the user's data at Kalli, made on request. */
export const DataCopies = () => {
  const queryClient = useQueryClient()
  const proof = useProof()
  const copies = useQuery({
    ...reading(contract.dataCopies),
    // Polled while one is being made.
    refetchInterval: ({ state }) => (state.data?.some(({ readyAt }) => readyAt === null) ? 2_000 : false),
  })
  const ask = useMutation({
    mutationFn: () => proof.run(() => call(contract.askDataCopy)),
    onSuccess: () => {
      toast('Estamos preparando tu copia', 'Te avisamos por correo cuando esté lista.', 'good')
      return queryClient.invalidateQueries({ queryKey: keyOf(contract.dataCopies) })
    },
    onError: say,
  })
  const waiting = copies.data?.some(({ readyAt }) => readyAt === null) ?? false
  return (
    <Panel
      title="Descargar mis datos"
      text={
        <>
          Todo lo que Kalli guarda de ti, en un archivo para leer y otro para programas. Para qué usamos cada
          dato lo dice el{' '}
          <Link {...paths.privacy()} className="font-medium underline underline-offset-4">
            aviso de privacidad
          </Link>
          .
        </>
      }
    >
      {copies.isPending ? (
        <Skeleton className="h-16" />
      ) : copies.isLoadingError ? (
        <ErrorState text={copies.error.message} onRetry={() => copies.refetch()} />
      ) : copies.data.length > 0 ? (
        <ul className="flex flex-col divide-y divide-line">
          {copies.data.map((copy) => (
            <Copy key={copy.id} copy={copy} proof={proof} />
          ))}
        </ul>
      ) : null}
      <FormError of={ask.error instanceof NotProven ? null : ask.error} />
      <Button
        tone="secondary"
        className="self-start"
        busy={ask.isPending}
        blocked={waiting ? 'Ya estamos preparando una.' : undefined}
        onClick={() => ask.mutate()}
      >
        Pedir una copia
      </Button>
      {proof.dialog}
    </Panel>
  )
}

const Copy = ({ copy, proof }: { copy: DataCopy; proof: ReturnType<typeof useProof> }) => {
  const { data: user } = useQuery(sessionQuery)
  const zone = user?.zone ?? capitalZone
  const open = useMutation({
    mutationFn: async (file: 'kalli.json' | 'kalli.html') => {
      await proof.run(() => call(contract.openDataCopy, { params: { id: copy.id } }))
      window.location.assign(`${contract.dataCopies.path}/${copy.id}/${file}`)
    },
    onError: say,
  })
  const search = shortOf(copy.requestedAt, zone)
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <span className="min-w-0">
        <span className="block font-semibold">Copia del {search}</span>
        <span role="status" className="block text-sm text-muted">
          {copy.readyAt === null ? 'Preparándola…' : `Disponible hasta ${shortOf(copy.expiresAt, zone)}`}
        </span>
      </span>
      {copy.readyAt === null ? null : (
        <span className="flex flex-wrap gap-3">
          <Button
            size="small"
            tone="secondary"
            busy={open.isPending && open.variables === 'kalli.html'}
            onClick={() => open.mutate('kalli.html')}
          >
            <Download aria-hidden className="size-4" />
            Para leer<span className="sr-only">, copia del {search}</span>
          </Button>
          <Button
            size="small"
            tone="quiet"
            busy={open.isPending && open.variables === 'kalli.json'}
            onClick={() => open.mutate('kalli.json')}
          >
            JSON<span className="sr-only">, copia del {search}</span>
          </Button>
        </span>
      )}
    </li>
  )
}
