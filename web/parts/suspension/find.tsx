import { useQuery } from '@tanstack/react-query'
import { ShieldCheck, UserRoundX } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import * as contract from '#contract/suspension.ts'
import type { FoundAccount } from '#contract/suspension.ts'
import { reading } from '#web/api.ts'
import { capitalZone, shortOf } from '#web/parts/time/wall-clock.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { keepDraft, keptDraft } from '#web/ui/draft.ts'
import { Field, Input } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/states.tsx'

const SuspensionCase = lazy(() => import('#web/parts/suspension/case.tsx'))

/** An account by its e-mail or by a booking of theirs; without either, those that are suspended now. */
export default function FindAccounts() {
  const [text, setText] = useState(() => keptDraft('accounts')['q'] ?? '')
  const [asked, setAsked] = useState('')
  const [open, setOpen] = useState<number>()
  const answer = useQuery({
    ...reading(contract.findAccounts, { query: asked === '' ? {} : { q: asked } }),
    retry: false,
  })
  return (
    <div className="flex flex-col gap-6">
      <form
        className="flex flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          setOpen(undefined)
          setAsked(text.trim().toLowerCase())
        }}
      >
        <div className="min-w-0 flex-1 basis-72">
          <Field
            label="Buscar una cuenta"
            hint="Su correo, o el número de una reserva suya. Vacío: las suspendidas."
          >
            {(control) => (
              <Input
                {...control}
                type="search"
                value={text}
                maxLength={254}
                onChange={(event) => {
                  setText(event.target.value)
                  keepDraft('accounts', 'q', event.target.value)
                }}
              />
            )}
          </Field>
        </div>
        <Button type="submit">Buscar</Button>
      </form>
      {answer.isPending ? (
        <div aria-busy="true">
          <span className="sr-only">Buscando…</span>
          <Skeleton className="h-40 rounded-lg" />
        </div>
      ) : answer.isError ? (
        <ErrorState text={answer.error.message} onRetry={() => void answer.refetch()} />
      ) : answer.data.accounts.length === 0 ? (
        asked === '' ? (
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
          <h2 className="text-xl">{asked === '' ? 'Suspendidas ahora' : 'Encontradas'}</h2>
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

const roles = { professional: 'Profesional', host: 'Espacio', client: 'Clienta' } as const

const Found = ({
  of: one,
  open,
  onOpen,
}: {
  of: FoundAccount
  open: boolean
  onOpen: (open: boolean) => void
}) => (
  <Card className="flex flex-col gap-5">
    <div className="flex flex-wrap items-start justify-between gap-3">
      <div className="min-w-0">
        <h3 className="text-xl wrap-anywhere">{one.name}</h3>
        <p className="text-muted wrap-anywhere">
          {[one.roles.map((role) => roles[role]).join(', '), one.email]
            .filter((part) => part !== '')
            .join(' · ')}
        </p>
      </div>
      {one.suspendedAt === null ? (
        <Badge tone="agave">Activa</Badge>
      ) : (
        <Badge tone="chile">Suspendida desde {shortOf(one.suspendedAt, capitalZone)}</Badge>
      )}
    </div>
    <div>
      <Button
        tone="secondary"
        size="small"
        aria-expanded={open}
        aria-label={`${open ? 'Cerrar' : 'Ver'} la cuenta de ${one.name}`}
        onClick={() => onOpen(!open)}
      >
        {open ? 'Cerrar' : 'Ver la cuenta'}
      </Button>
    </div>
    {open ? (
      <Suspense fallback={<Skeleton className="h-56 rounded-lg" />}>
        <SuspensionCase id={one.id} />
      </Suspense>
    ) : null}
  </Card>
)
