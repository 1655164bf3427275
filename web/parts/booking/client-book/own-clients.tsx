import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ArrowDownUp, UserPlus, Users } from 'lucide-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import * as contract from '#contract/booking/client/own-client.ts'
import { pagesOf } from '#web/api-pages.ts'
import { reading } from '#web/api.ts'
import { SortChoice, TagChoice } from '#web/parts/booking/client-book/list-choices.tsx'
import { RecentImports } from '#web/parts/booking/client-book/recent-imports.tsx'
import { ClientRow } from '#web/parts/booking/client-book/client-row.tsx'
import LapsedLine from '#web/parts/booking/day/lapsed-line.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { useSettled } from '#web/ui/form/use-settled.ts'
import { Opening } from '#web/ui/page/opening.tsx'
import { Paged } from '#web/ui/page/paged.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'

const ImportClients = lazy(() => import('#web/parts/booking/client-book/import-clients.tsx'))
const ClientEditor = lazy(() => import('#web/parts/booking/client-book/client-editor.tsx'))

const route = getRouteApi('/_signed-in/professional-clients')

/** The client book: clients who came or were entered by hand, found by name or phone number. */
export default function OwnClients() {
  const [open, setOpen] = useState<'new' | 'file'>()
  const book = useQuery(reading(contract.clientBook))
  const total = book.data?.total
  return (
    <>
      <header className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        <h1 className="text-3xl">
          Mis clientes
          {total === undefined || total === 0 ? null : (
            <span className="figures ml-3 font-sans text-lg font-normal text-muted">{total}</span>
          )}
        </h1>
        <div className="flex gap-2">
          <Button tone="secondary" size="small" onClick={() => setOpen('file')}>
            <ArrowDownUp aria-hidden className="size-4.5 max-sm:hidden" />
            Importar o exportar
          </Button>
          <Button size="small" onClick={() => setOpen('new')}>
            <UserPlus aria-hidden className="size-4.5" />
            Agregar
          </Button>
        </div>
      </header>
      <LapsedLine />
      <RecentImports imports={book.data?.imports ?? []} />
      <Listed tags={book.data?.tags ?? []} onAdd={() => setOpen('new')} onFile={() => setOpen('file')} />
      {open === undefined ? null : (
        <Suspense fallback={<Opening />}>
          {open === 'new' ? (
            <ClientEditor onClose={() => setOpen(undefined)} />
          ) : (
            <ImportClients onClose={() => setOpen(undefined)} />
          )}
        </Suspense>
      )}
    </>
  )
}

const settleMs = 300

const Listed = ({
  tags,
  onAdd,
  onFile,
}: {
  tags: readonly { tag: string; clients: number }[]
  onAdd: () => void
  onFile: () => void
}) => {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const [typed, setTyped] = useState(search.q ?? '')
  const q = useSettled(typed.trim(), settleMs)
  const { sort = 'recent', tag } = search
  // Stored in the address, so that going back from a card leads to the same list.
  useEffect(() => {
    if (q !== (search.q ?? ''))
      void navigate({
        search: (before) => ({ ...before, q: q || undefined }),
        replace: true,
        resetScroll: false,
      })
  }, [q, search.q, navigate])
  const answer = useInfiniteQuery({
    ...pagesOf(contract.ownClients, { query: { q, sort, ...(tag === undefined ? {} : { tag }) } }),
    placeholderData: keepPreviousData,
  })
  return (
    <Paged
      answer={answer}
      loading="Cargando tus clientes…"
      skeletons={['h-12', 'h-16 rounded-md', 'h-16 rounded-md', 'h-16 rounded-md']}
    >
      {(pages) => {
        const all = pages.flatMap(({ items }) => items)
        if (all.length === 0 && q === '' && tag === undefined)
          return <NoClients onAdd={onAdd} onFile={onFile} />
        return (
          <>
            <div className="flex flex-col gap-3">
              <div className="grid gap-3 sm:grid-cols-[1fr_16rem]">
                <Field label="Buscar por nombre o teléfono" hideLabel>
                  {(control) => (
                    <Input
                      {...control}
                      type="search"
                      placeholder="Nombre o teléfono"
                      maxLength={80}
                      autoComplete="off"
                      value={typed}
                      onChange={(event) => setTyped(event.target.value)}
                    />
                  )}
                </Field>
                <SortChoice
                  value={sort}
                  onChange={(next) =>
                    void navigate({
                      search: (before) => ({ ...before, sort: next === 'recent' ? undefined : next }),
                      replace: true,
                      resetScroll: false,
                    })
                  }
                />
              </div>
              <TagChoice
                tags={tags}
                value={tag}
                onChange={(next) =>
                  void navigate({
                    search: (before) => ({ ...before, tag: next }),
                    replace: true,
                    resetScroll: false,
                  })
                }
              />
            </div>
            <p role="status" className={all.length === 0 ? 'text-muted' : 'sr-only'}>
              {all.length === 0 ? 'Ningún cliente coincide. Revisa el nombre o quita la etiqueta.' : ''}
            </p>
            <ul aria-label="Clientes" className="flex flex-col divide-y divide-line">
              {all.map((one) => (
                <li key={one.id}>
                  <ClientRow client={one} sort={sort} />
                </li>
              ))}
            </ul>
          </>
        )
      }}
    </Paged>
  )
}

const NoClients = ({ onAdd, onFile }: { onAdd: () => void; onFile: () => void }) => (
  <EmptyState
    icon={<Users />}
    title="Todavía no tienes clientes"
    text="Aquí aparece quien tenga una cita contigo. También puedes agregar a quienes ya atiendes."
    action={
      <>
        <Button tone="secondary" onClick={onFile}>
          Importar un archivo
        </Button>
        <Button tone="secondary" onClick={onAdd}>
          Agregar cliente
        </Button>
      </>
    }
  />
)
