import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useRouterState } from '@tanstack/react-router'
import { BellRing } from 'lucide-react'
import * as contract from '#contract/favourite/saved-search.ts'
import { call, keyOf, reading } from '#web/api.ts'
import { printed, type SearchState } from '#web/parts/cards/search-state.ts'
import { rememberPending } from '#web/parts/favourite/pending.ts'
import type { Chip } from '#web/parts/search/chips.ts'
import { wholeQueries } from '#web/parts/search/results.ts'
import { savedWhen } from '#web/parts/search/window.ts'
import { paths } from '#web/paths.ts'
import { classNames } from '#web/ui/class-names.ts'
import { buttonClass, Button } from '#web/ui/button.tsx'

type Props = {
  chips: readonly Chip[]
  search: SearchState
  signedIn: boolean
  /** Nothing was found. */
  isEmpty: boolean
}

/**
 * "Avísame" of a search of professionals: when an hour opens that it would find. A visitor presses it, signs in or opens an account, and
 * comes back to the search, which is saved meanwhile.
 */
export default function SaveSearch({ chips, search, signedIn, isEmpty }: Props) {
  const here = useRouterState({ select: ({ location }) => location.href })
  const wanted = wantedOf(chips, search)
  const { label } = wanted
  return (
    <section
      aria-label="Aviso de esta búsqueda"
      className={classNames(
        'mt-6 flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-surface px-4 py-3',
        isEmpty && 'mx-auto max-w-form',
      )}
    >
      <p className="min-w-0 flex-1 basis-56 text-[0.9375rem]">
        <span className="font-semibold">{isEmpty ? '¿Prefieres esperar?' : '¿Ninguno te queda?'}</span> Te
        avisamos cuando se abra un horario de «{label}».
      </p>
      {signedIn ? (
        <Save key={label} wanted={wanted} />
      ) : (
        <Link
          {...paths.auth({ redirect: here })}
          className={buttonClass({ tone: 'secondary', size: 'small' })}
          onClick={() => rememberPending({ what: 'search', ...wanted })}
        >
          <BellRing aria-hidden className="size-4.5" />
          Avísame<span className="sr-only">: primero entras con tu cuenta o abres una</span>
        </Link>
      )}
    </section>
  )
}

const Save = ({ wanted }: { wanted: Wanted }) => {
  const queryClient = useQueryClient()
  const again = {
    onSuccess: () => queryClient.invalidateQueries({ queryKey: keyOf(contract.savedSearches) }),
  }
  const save = useMutation({ mutationFn: () => call(contract.saveSearch, { body: wanted }), ...again })
  const drop = useMutation({
    mutationFn: (id: string) => call(contract.dropSearch, { params: { id } }),
    ...again,
  })
  const saved = useQuery(reading(contract.savedSearches)).data?.find(({ search }) => search === wanted.search)
  const error = save.error ?? drop.error
  return (
    <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span role="status" className={saved ? 'text-[0.9375rem] text-agave' : 'sr-only'}>
        {saved ? 'Te avisaremos. Está en Guardados.' : ''}
      </span>
      {/* One button for both, so that the focus stays where it was pressed. */}
      <Button
        tone={saved === undefined ? 'secondary' : 'quiet'}
        size="small"
        busy={save.isPending || drop.isPending}
        onClick={() => (saved === undefined ? save.mutate() : drop.mutate(saved.id))}
      >
        {saved === undefined ? (
          <>
            <BellRing aria-hidden className="size-4.5" />
            Avísame
          </>
        ) : (
          'Ya no me avises'
        )}
      </Button>
      {error === null ? null : (
        <span role="alert" className="w-full text-[0.9375rem] font-medium text-chile">
          {error.message}
        </span>
      )}
    </span>
  )
}

type Wanted = ReturnType<typeof wantedOf>

const wantedOf = (chips: readonly Chip[], search: SearchState) => ({
  label: labelOf(chips, search),
  search: new URLSearchParams(printed({ ...search, view: undefined, map: undefined })).toString(),
  queries: wholeQueries(chips, search),
})

/** "masaje · Roma Norte · jue 3 dic, 12:00–19:00" */
const labelOf = (chips: readonly Chip[], search: SearchState) =>
  [...chips.map(({ label }) => label), savedWhen(search)]
    .filter((part) => part !== undefined)
    .join(' · ')
    .slice(0, 160)
