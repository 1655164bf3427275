import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import * as contract from '#contract/favourite/saved-search.ts'
import { call, keyOf, reading } from '#web/api.ts'
import type { SearchState } from '#web/parts/cards/search-state.ts'
import { AlertSwitch } from '#web/parts/search/alert-switch.tsx'
import { searchToSave, type Wanted } from '#web/parts/search/search-to-save.ts'
import { VisitorAlert } from '#web/parts/search/visitor-alert.tsx'
import { serverNow } from '#web/server-clock.ts'
import { classNames } from '#web/ui/class-names.ts'

type Props = {
  search: SearchState
  signedIn: boolean
  /** Nothing was found. */
  isEmpty: boolean
}

/** "Avísame" for a search of professionals: an alert when a matching hour opens. */
export default function SaveSearch({ search, signedIn, isEmpty }: Props) {
  const wanted = searchToSave(search, serverNow())
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
      {signedIn ? <Save key={label} wanted={wanted} /> : <VisitorAlert key={label} wanted={wanted} />}
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
  return (
    <AlertSwitch
      isOn={saved !== undefined}
      text="Te avisaremos. Está en Guardados."
      isBusy={save.isPending || drop.isPending}
      problem={save.error ?? drop.error}
      onPress={() => (saved === undefined ? save.mutate() : drop.mutate(saved.id))}
    />
  )
}
