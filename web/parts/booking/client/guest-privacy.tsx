import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ArrowLeft, Download } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import type { Reply } from '#contract/platform/endpoint.ts'
import * as guest from '#contract/booking/client/guest.ts'
import * as contract from '#contract/privacy/guest.ts'
import { ApiError, call, keyOf, reading } from '#web/api.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Opening } from '#web/ui/page/opening.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

const DeleteDialog = lazy(() => import('#web/parts/settings/delete-dialog.tsx'))

type State = Reply<typeof contract.guestPrivacy>

/** Kalli's data about the contacts that this browser confirmed: a copy of it, and its deletion. */
export default function GuestPrivacy() {
  const state = useQuery({ ...reading(contract.guestPrivacy), gcTime: 0 })
  return (
    <div className="flex flex-col gap-6">
      <Link
        {...paths.guestBookings()}
        className={buttonClass({ tone: 'quiet', size: 'small' }, 'self-start')}
      >
        <ArrowLeft aria-hidden className="size-4.5" />
        Mis reservas
      </Link>
      <h2 className="text-2xl">Mis datos</h2>
      {state.isPending ? (
        <Skeleton className="h-56 rounded-lg" />
      ) : state.isLoadingError ? (
        <ErrorState text={state.error.message} onRetry={() => state.refetch()} />
      ) : state.data.isFresh ? (
        <>
          <Copy contacts={state.data.contacts} />
          <Deletion state={state.data} onRefused={() => void state.refetch()} />
        </>
      ) : (
        <AnotherCode />
      )}
    </div>
  )
}

/** Signing out shows the field for a contact, and comes back here. */
const AnotherCode = () => {
  const queryClient = useQueryClient()
  const leaving = useMutation({
    mutationFn: () => call(guest.leaveGuest, {}),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf(guest.guestBookings) }),
  })
  return (
    <Panel
      title="Confirma que eres tú"
      text={`Tu código tiene más de ${contract.freshMinutes} minutos. Antes de copiar o borrar tus datos te enviamos otro.`}
    >
      <FormError of={leaving.error} />
      <Button className="self-start" busy={leaving.isPending} onClick={() => leaving.mutate()}>
        Pedir otro código
      </Button>
    </Panel>
  )
}

const Copy = ({ contacts }: Pick<State, 'contacts'>) => {
  const open = useMutation({
    mutationFn: async (file: 'kalli.json' | 'kalli.html') => {
      await call(contract.openGuestCopy, {})
      window.location.assign(`/api/guest/data-copy/${file}`)
    },
  })
  return (
    <Panel
      title="Descargar mis datos"
      text={
        <>
          Todo lo que Kalli guarda de {contacts.join(' y ')}. Para qué usamos cada dato lo dice el{' '}
          <Link {...paths.privacy()} className="font-medium underline underline-offset-4">
            aviso de privacidad
          </Link>
          .
        </>
      }
    >
      <FormError of={open.error} />
      <div className="flex flex-wrap gap-3">
        <Button
          tone="secondary"
          busy={open.isPending && open.variables === 'kalli.html'}
          onClick={() => open.mutate('kalli.html')}
        >
          <Download aria-hidden className="size-4" />
          Para leer
        </Button>
        <Button
          tone="quiet"
          busy={open.isPending && open.variables === 'kalli.json'}
          onClick={() => open.mutate('kalli.json')}
        >
          JSON
        </Button>
      </div>
    </Panel>
  )
}

const Deletion = ({ state: { reasons }, onRefused }: { state: State; onRefused: () => void }) => {
  const [opened, setOpened] = useState(false)
  const leave = useMutation({
    mutationFn: () => call(contract.deleteGuestData, { body: { confirm: 'BORRAR' } }),
    onSuccess: () => {
      localStorage.clear()
      sessionStorage.clear()
      window.location.assign('/')
    },
    onError: (problem) => {
      if (problem instanceof ApiError) onRefused()
    },
    onSettled: () => setOpened(false),
  })
  return (
    <Panel
      title="Borrar mis datos"
      text="Borramos tu nombre y tu contacto de todo lo que reservaste sin cuenta. Los recibos que la ley nos obliga a guardar quedan sin tu nombre. No se puede deshacer."
    >
      {reasons.length === 0 ? null : (
        <div className="rounded-md bg-maiz-soft px-4 py-3 text-maiz-ink">
          <p className="font-medium">Antes de borrarlos falta:</p>
          <ul className="mt-1 list-disc pl-5">
            {reasons.map(({ reason, text, count }) => (
              <li key={reason}>
                {text}
                {count > 1 ? ` (${count})` : ''}
              </li>
            ))}
          </ul>
        </div>
      )}
      <FormError of={leave.error} />
      <Button
        tone="danger"
        className="self-start"
        busy={leave.isPending}
        blocked={reasons.length > 0 ? 'Primero resuelve lo de arriba.' : undefined}
        onClick={() => setOpened(true)}
      >
        Borrar mis datos
      </Button>
      {opened ? (
        <Suspense fallback={<Opening />}>
          <DeleteDialog
            title="¿Borrar tus datos?"
            text="No se puede deshacer. Te confirmamos con un mensaje."
            keep="Conservarlos"
            busy={leave.isPending}
            onDelete={() => leave.mutate()}
            onClose={() => setOpened(false)}
          />
        </Suspense>
      ) : null}
    </Panel>
  )
}
