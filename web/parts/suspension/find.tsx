import { useQuery } from '@tanstack/react-query'
import { ShieldCheck, UserRoundX } from 'lucide-react'
import { lazy, useState } from 'react'
import * as contract from '#contract/suspension/suspension.ts'
import type { FoundAccount } from '#contract/suspension/suspension.ts'
import { reading } from '#web/api.ts'
import { FindForm } from '#web/parts/booking/support/find-form.tsx'
import { FoundCard } from '#web/parts/booking/support/found-card.tsx'
import { capitalZone, shortOf } from '#web/parts/time/wall-clock.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'

const SuspensionCase = lazy(() => import('#web/parts/suspension/case.tsx'))

/** Finds an account by email or by one of its bookings; without either, lists the suspended ones. */
export default function FindAccounts() {
  const [search, setRequested] = useState('')
  const [open, setOpen] = useState<number>()
  const answer = useQuery({
    ...reading(contract.findAccounts, { query: search === '' ? {} : { q: search } }),
    // Always refetched.
    staleTime: 0,
  })
  return (
    <div className="flex flex-col gap-6">
      <FindForm
        draftKey="accounts"
        label="Buscar una cuenta"
        hint="Su correo, o el número de una reserva suya. Vacío: las suspendidas."
        onFind={(text) => {
          setOpen(undefined)
          setRequested(text)
          if (text === search) void answer.refetch()
        }}
      />
      {answer.isPending ? (
        <div aria-busy="true">
          <span className="sr-only">Buscando…</span>
          <Skeleton className="h-40 rounded-lg" />
        </div>
      ) : answer.isLoadingError ? (
        <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
      ) : answer.data.accounts.length === 0 ? (
        search === '' ? (
          <EmptyState
            icon={<ShieldCheck />}
            title="Ninguna cuenta suspendida"
            text="Busca una cuenta para ver qué implica suspenderla. Nada pasa hasta que lo confirmes."
          />
        ) : (
          <EmptyState
            icon={<UserRoundX />}
            title="Ninguna cuenta con eso"
            text="Revisa el correo, o busca por el número de una de sus reservas. Quien reserva sin cuenta no aparece aquí."
          />
        )
      ) : (
        <section className="flex flex-col gap-4">
          <h2 className="text-xl">{search === '' ? 'Suspendidas ahora' : 'Encontradas'}</h2>
          <ul className="flex flex-col gap-4">
            {answer.data.accounts.map((one) => (
              <li key={one.id}>
                <Found of={one} open={open === one.id} onOpen={(now) => setOpen(now ? one.id : undefined)} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  )
}

const roles = { professional: 'Profesional', host: 'Espacio', client: 'Cliente' } as const

const Found = ({
  of: one,
  open,
  onOpen,
}: {
  of: FoundAccount
  open: boolean
  onOpen: (open: boolean) => void
}) => (
  <FoundCard
    head={
      <>
        <h3 className="text-xl wrap-anywhere">{one.name}</h3>
        <p className="text-muted wrap-anywhere">
          {[one.roles.map((role) => roles[role]).join(', '), one.email]
            .filter((part) => part !== '')
            .join(' · ')}
        </p>
      </>
    }
    badge={
      one.suspendedAt === null ? (
        <Badge tone="agave">Activa</Badge>
      ) : (
        <Badge tone="chile">Suspendida desde {shortOf(one.suspendedAt, capitalZone)}</Badge>
      )
    }
    open={open}
    onOpen={onOpen}
    words="Ver la cuenta"
    name={`de ${one.name}`}
  >
    <SuspensionCase id={one.id} />
  </FoundCard>
)
