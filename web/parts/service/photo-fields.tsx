import { useQuery } from '@tanstack/react-query'
import { Check, ImagePlus } from 'lucide-react'
import { useState } from 'react'
import * as contract from '#contract/professional/portfolio.ts'
import { type Consent, maxItems, type PortfolioItem } from '#contract/professional/portfolio.ts'
import { maxServicePhotos } from '#contract/service/service.ts'
import { call, reading } from '#web/api.ts'
import { ConsentChoice } from '#web/parts/settings/consent-choice.tsx'
import { UploadWork, useSavedPortfolio } from '#web/parts/settings/portfolio-upload.tsx'
import { Button } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'

/** The portfolio photos of a service: chosen, or uploaded here. */
export const PhotoFields = ({
  photos,
  onChange,
}: {
  photos: readonly string[]
  onChange: (photos: string[]) => void
}) => {
  const answer = useQuery(reading(contract.portfolio))
  if (answer.isPending) return <Skeleton className="h-40 rounded-lg" />
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  const works = answer.data
  const chosen = photos.flatMap((id) => works.find((work) => work.id === id) ?? [])
  const isFull = chosen.length >= maxServicePhotos
  const put = (next: readonly string[]) =>
    onChange(next.filter((id) => works.some((work) => work.id === id)).slice(0, maxServicePhotos))
  return (
    <div role="group" aria-label="Fotos del servicio" className="flex flex-col gap-3">
      <div>
        <p className="text-[0.9375rem] font-semibold">Fotos del servicio</p>
        <p className="text-[0.9375rem] text-muted">
          Hasta {maxServicePhotos} de tu portafolio, en el orden en que las eliges. Salen junto al servicio en
          tu página.
        </p>
      </div>
      {works.length === 0 ? (
        <EmptyState
          icon={<ImagePlus />}
          title="Tu portafolio está vacío"
          text="Sube una foto de este servicio; también queda en tu portafolio."
          className="py-6"
        />
      ) : (
        <ul className="grid grid-cols-3 gap-2 sm:grid-cols-4">
          {works.map((work, place) => (
            <li key={work.id}>
              <Tile
                work={work}
                name={work.caption || `trabajo ${place + 1}`}
                number={chosen.indexOf(work) + 1}
                isFull={isFull}
                onToggle={() =>
                  put(
                    chosen.includes(work)
                      ? photos.filter((id) => id !== work.id)
                      : [...chosen.map(({ id }) => id), work.id],
                  )
                }
              />
            </li>
          ))}
        </ul>
      )}
      <p role="status" id={fullId} className="text-sm text-muted">
        {chosen.length === 0 ? 'Sin fotos' : `${chosen.length} de ${maxServicePhotos} fotos`}
        {isFull ? '. Quita una para elegir otra.' : ''}
      </p>
      {chosen
        .filter(({ published }) => !published)
        .map((work) => (
          <Consenting key={work.id} work={work} />
        ))}
      <UploadWork
        id={() => crypto.randomUUID()}
        side="after"
        label="Subir otra foto"
        full={works.length >= maxItems}
        // Photos uploaded meanwhile are in the response, but not in this render yet.
        onSent={(id) => (isFull ? undefined : onChange([...chosen.map((work) => work.id), id]))}
      />
    </div>
  )
}

const fullId = 'fotos-elegidas'

const Tile = ({
  work,
  name,
  number,
  isFull,
  onToggle,
}: {
  work: PortfolioItem
  name: string
  /** Its position among the chosen ones; 0: not chosen. */
  number: number
  isFull: boolean
  onToggle: () => void
}) => (
  <button
    type="button"
    aria-pressed={number > 0}
    aria-disabled={isFull && number === 0}
    aria-describedby={isFull && number === 0 ? fullId : undefined}
    onClick={isFull && number === 0 ? undefined : onToggle}
    className={classNames(
      'relative block aspect-square w-full overflow-hidden rounded-md bg-sunk aria-disabled:opacity-50',
      number > 0 && 'ring-3 ring-jacaranda',
    )}
  >
    <img src={work.after.small} alt="" loading="lazy" className="size-full object-cover" />
    <span className="sr-only">
      {name}
      {number > 0 ? `, foto ${number}` : ''}
      {work.published ? '' : ', solo tú la ves'}
    </span>
    {number > 0 ? (
      <span
        aria-hidden
        className="absolute top-1.5 right-1.5 inline-flex min-w-7 items-center justify-center gap-0.5 rounded-full bg-jacaranda px-1.5 py-0.5 text-sm font-semibold text-on-jacaranda"
      >
        <Check className="size-3.5" />
        {number}
      </span>
    ) : null}
    {work.published ? null : (
      <span
        aria-hidden
        className="absolute inset-x-0 bottom-0 bg-black/65 px-1.5 py-1 text-xs font-semibold text-white"
      >
        Solo tú la ves
      </span>
    )}
  </button>
)

/** A chosen photo that is not public yet: stating whom it shows publishes it. */
const Consenting = ({ work }: { work: PortfolioItem }) => {
  const [consent, setConsent] = useState<Consent | null>(work.consent)
  const publish = useSavedPortfolio(() =>
    call(contract.changeWork, {
      params: { id: work.id },
      body: { caption: work.caption, consent, published: true, version: work.version },
    }),
  )
  return (
    <div className="flex gap-4 rounded-md border border-line p-3.5">
      <img src={work.after.small} alt="" className="size-20 shrink-0 rounded-md bg-sunk object-cover" />
      <div className="flex min-w-0 flex-col items-start gap-3">
        <ConsentChoice name={`service-consent-${work.id}`} value={consent} onChange={setConsent} />
        <Button
          size="small"
          busy={publish.isPending}
          blocked={contract.publishProblem({ consent }) ?? undefined}
          onClick={() => publish.mutate(undefined)}
        >
          Publicar esta foto
        </Button>
      </div>
    </div>
  )
}
