import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { BellRing } from 'lucide-react'
import * as contract from '#contract/favourite/favourite.ts'
import { call, reading } from '#web/api.ts'
import { takeMarks } from '#web/parts/favourite/take-marks.ts'
import { rememberPending } from '#web/parts/favourite/pending.ts'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { toastError } from '#web/ui/toast.ts'

type SearchParams = { id: number; onDate?: string | null }

/** "Avísame": one email when this professional has a bookable hour, on a given day or any. Visitors sign in first. */
const AlertButton = ({
  signedIn,
  path,
  ...search
}: SearchParams & { signedIn: boolean; /** The URL that a visitor returns to. */ path: string }) =>
  signedIn ? (
    <OwnAlert {...search} />
  ) : (
    <Link
      {...paths.auth({ redirect: path })}
      className={buttonClass({ tone: 'secondary', size: 'small' })}
      onClick={() => rememberPending({ what: 'alert', id: search.id, onDate: search.onDate ?? null })}
    >
      <BellRing aria-hidden className="size-4.5" />
      {wordsFor(search)}
    </Link>
  )

export default AlertButton

const wordsFor = ({ onDate }: SearchParams) =>
  onDate ? 'Avísame si se abre un lugar ese día' : 'Avísame cuando haya horarios'

const OwnAlert = ({ id, onDate = null }: SearchParams) => {
  const queryClient = useQueryClient()
  const marks = useQuery(reading(contract.marks))
  const change = useMutation({
    mutationFn: (on: boolean) =>
      on
        ? call(contract.askAlert, { params: { id }, body: { onDate } })
        : call(contract.dropAlert, { params: { id }, query: onDate === null ? {} : { onDate } }),
    onSuccess: async (now) => {
      await takeMarks(queryClient, now)
      await queryClient.invalidateQueries({ queryKey: reading(contract.favourites).queryKey })
    },
    onError: (problem) => toastError('Error', problem.message),
  })
  const { mutate } = change
  const on = marks.data?.alerts.some((one) => one.professionalId === id && one.onDate === onDate) ?? false
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
      <span role="status" className={on ? 'text-[0.9375rem] text-agave' : 'sr-only'}>
        {on ? 'Te escribimos por correo en cuanto haya un horario.' : ''}
      </span>
      <Button
        tone={on ? 'quiet' : 'secondary'}
        size="small"
        busy={change.isPending}
        onClick={() => mutate(!on)}
      >
        {on ? (
          'Ya no me avises'
        ) : (
          <>
            <BellRing aria-hidden className="size-4.5" />
            {wordsFor({ id, onDate })}
          </>
        )}
      </Button>
    </span>
  )
}
