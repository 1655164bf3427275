import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { BellRing } from 'lucide-react'
import * as contract from '#contract/favourite/saved-search.ts'
import { call, keyOf } from '#web/api.ts'
import { printed, type SearchState } from '#web/parts/cards/search-state.ts'
import type { Chip } from '#web/parts/search/chips.ts'
import { wholeQueries } from '#web/parts/search/results.ts'
import { savedWhen } from '#web/parts/search/window.ts'
import { paths } from '#web/paths.ts'
import { buttonClass, Button } from '#web/ui/button.tsx'

type Props = { chips: readonly Chip[]; search: SearchState; signedIn: boolean }

/** "Avísame" of a search of professionals: when an hour opens that it would find. Visitors sign in first and come back to it. */
export default function SaveSearch({ chips, search, signedIn }: Props) {
  const here = useRouterState({ select: ({ location }) => location.href })
  const label = labelOf(chips, search)
  return (
    <section
      aria-label="Aviso de esta búsqueda"
      className="mt-6 flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-surface px-4 py-3"
    >
      <p className="min-w-0 flex-1 basis-56 text-[0.9375rem]">
        <span className="font-semibold">¿Ninguno te queda?</span> Te avisamos cuando se abra un horario de «
        {label}».
      </p>
      {signedIn ? (
        <Save key={label} chips={chips} search={search} label={label} />
      ) : (
        <Link
          {...paths.auth({ redirect: here })}
          className={buttonClass({ tone: 'secondary', size: 'small' })}
        >
          <BellRing aria-hidden className="size-4.5" />
          Iniciar sesión para que te avisemos
        </Link>
      )}
    </section>
  )
}

const Save = ({ chips, search, label }: Omit<Props, 'signedIn'> & { label: string }) => {
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: () =>
      call(contract.saveSearch, {
        body: {
          label,
          search: new URLSearchParams(printed({ ...search, view: undefined, map: undefined })).toString(),
          queries: wholeQueries(chips, search),
        },
      }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf(contract.savedSearches) }),
  })
  const drop = useMutation({
    mutationFn: (id: string) => call(contract.dropSearch, { params: { id } }),
    onSuccess: async () => {
      save.reset()
      await queryClient.invalidateQueries({ queryKey: keyOf(contract.savedSearches) })
    },
  })
  const error = save.error ?? drop.error
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span role="status" className={save.data ? 'text-[0.9375rem] text-agave' : 'sr-only'}>
        {save.data ? 'Te avisaremos. Está en Guardados.' : ''}
      </span>
      {save.data === undefined ? (
        <Button tone="secondary" size="small" busy={save.isPending} onClick={() => save.mutate()}>
          <BellRing aria-hidden className="size-4.5" />
          Avísame
        </Button>
      ) : (
        <Button
          tone="quiet"
          size="small"
          busy={drop.isPending}
          onClick={() => (save.data === undefined ? undefined : drop.mutate(save.data.id))}
        >
          Ya no me avises
        </Button>
      )}
      {error === null ? null : (
        <span role="alert" className="w-full text-[0.9375rem] font-medium text-chile">
          {error.message}
        </span>
      )}
    </span>
  )
}

/** "masaje · Roma Norte · jue 3 dic, 12:00–19:00" */
const labelOf = (chips: readonly Chip[], search: SearchState) =>
  [...chips.map(({ label }) => label), savedWhen(search)]
    .filter((part) => part !== undefined)
    .join(' · ')
    .slice(0, 160)
