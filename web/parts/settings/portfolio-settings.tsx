import { useQuery } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, ImagePlus, Trash2 } from 'lucide-react'
import { useEffect, useRef } from 'react'
import * as contract from '#contract/professional/portfolio.ts'
import {
  captionLength,
  type Consent,
  maxItems,
  type PortfolioItem,
} from '#contract/professional/portfolio.ts'
import { call, reading } from '#web/api.ts'
import { ConsentChoice } from '#web/parts/settings/consent-choice.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { UploadWork, useSavedPortfolio } from '#web/parts/settings/portfolio-upload.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { forgetDraft } from '#web/ui/form/draft.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'
import { toast } from '#web/ui/toast.ts'

/** A professional's portfolio photos: uploaded, ordered, and published only once it is stated whom they show. */
export const PortfolioSettings = () => {
  const answer = useQuery(reading(contract.portfolio))
  const move = useSavedPortfolio((ids: string[]) => call(contract.orderPortfolio, { body: { ids } }))
  if (answer.isPending) return <Skeleton className="h-72 rounded-lg" />
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  const works = answer.data
  const swap = (from: number, to: number) => {
    const ids = works.map(({ id }) => id)
    const [moved] = ids.splice(from, 1)
    if (moved !== undefined) ids.splice(to, 0, moved)
    move.mutate(ids)
  }
  return (
    <Panel
      title="Tu portafolio"
      text="Fotos de tu trabajo, solas o en pareja de antes y después. Quitamos dónde y cuándo las tomaste. Nadie las ve hasta que digas si aparece alguien y si te dio permiso."
      aside={<span className="text-sm text-muted">{`${works.length} de ${maxItems}`}</span>}
    >
      {works.length === 0 ? (
        <EmptyState
          icon={<ImagePlus />}
          title="Todavía no hay fotos"
          text="Un perfil con fotos de su trabajo se elige más."
          className="py-6"
        />
      ) : (
        <ol className="flex flex-col divide-y divide-line">
          {works.map((work, place) => (
            <li key={work.id} className="py-5 first:pt-0">
              <Work
                work={work}
                place={place}
                busy={move.isPending}
                onUp={place === 0 ? undefined : () => swap(place, place - 1)}
                onDown={place === works.length - 1 ? undefined : () => swap(place, place + 1)}
              />
            </li>
          ))}
        </ol>
      )}
      <UploadWork
        id={() => crypto.randomUUID()}
        side="after"
        label="Subir una foto"
        full={works.length >= maxItems}
      />
    </Panel>
  )
}

type WorkProps = {
  work: PortfolioItem
  place: number
  busy: boolean
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
}

const Work = ({ work, place, busy, onUp, onDown }: WorkProps) => {
  const { form, save, store } = useWork(work)
  const { caption, consent } = form.values
  const removeBefore = useSavedPortfolio(() => call(contract.removeBefore, { params: { id: work.id } }))
  return (
    <Form
      aria-label={`Trabajo ${place + 1}`}
      className="flex flex-wrap gap-4"
      onSubmit={form.submit(() => store(work.published, 'Cambios guardados'))}
    >
      <Pictures work={work} />
      <div className="flex min-w-0 flex-1 basis-72 flex-col gap-4">
        <Field label="Descripción" required={false} hint={`${caption.length} de ${captionLength}`}>
          {(control) => (
            <Input {...control} name="caption" maxLength={captionLength} {...form.text('caption')} />
          )}
        </Field>
        <ConsentChoice name={`consent-${work.id}`} {...form.pick('consent')} />
        <div className="flex flex-wrap items-start gap-2">
          {work.published ? (
            <Button tone="secondary" size="small" onClick={() => store(false, 'Ya nadie más lo ve')}>
              Ocultar
            </Button>
          ) : (
            <Button
              size="small"
              busy={save.isPending}
              blocked={contract.publishProblem({ consent }) ?? undefined}
              onClick={() => store(true, 'Ya está en tu página')}
            >
              Publicar
            </Button>
          )}
          <Button
            type="submit"
            tone="secondary"
            size="small"
            busy={save.isPending}
            disabled={caption === work.caption && consent === work.consent}
          >
            Guardar
          </Button>
          {work.before === null ? (
            <UploadWork id={() => work.id} side="before" label="Agregar el antes" />
          ) : (
            <Button
              tone="quiet"
              size="small"
              busy={removeBefore.isPending}
              onClick={() => removeBefore.mutate(undefined)}
            >
              Quitar el antes
            </Button>
          )}
          <PlaceButtons work={work} place={place} busy={busy} onUp={onUp} onDown={onDown} />
        </div>
      </div>
    </Form>
  )
}

/** The caption and consent of a photo as they are edited, and the save request. */
const useWork = (work: PortfolioItem) => {
  const form = useForm<{ caption: string; consent: Consent | null }>({
    initial: () => ({ caption: work.caption, consent: work.consent }),
    draft: draftOf(work),
  })
  // A new photo needs a new consent: the choice for the old one is discarded here too.
  const seen = useRef(work.consent)
  useEffect(() => {
    if (seen.current === work.consent) return
    seen.current = work.consent
    form.put({ consent: work.consent })
  })
  const save = useSavedPortfolio((published: boolean) =>
    call(contract.changeWork, {
      params: { id: work.id },
      body: { ...form.values, published, version: work.version },
    }),
  )
  const store = (published: boolean, text: string) =>
    save.mutate(published, {
      onSuccess: () => {
        form.forget()
        toast(text, undefined, 'good')
      },
    })
  return { form, save, store }
}

const draftOf = ({ id }: PortfolioItem) => `portfolio-${id}`

const Pictures = ({ work }: Pick<WorkProps, 'work'>) => (
  <div className="flex w-full flex-col items-start gap-2 sm:w-44">
    <span className="grid w-full grid-cols-2 gap-1 sm:grid-cols-1">
      {work.before === null ? null : <Shown src={work.before.small} word="Antes" />}
      <Shown src={work.after.small} word={work.before === null ? '' : 'Después'} />
    </span>
    <Badge tone={work.published ? 'agave' : 'plain'}>{work.published ? 'Público' : 'Solo tú lo ves'}</Badge>
  </div>
)

const PlaceButtons = ({ work, place, busy, onUp, onDown }: WorkProps) => {
  const remove = useSavedPortfolio(() => call(contract.removeWork, { params: { id: work.id } }))
  const named = `el trabajo ${place + 1}`
  return (
    <span className="ml-auto flex flex-wrap">
      <IconButton label={`Subir un lugar ${named}`} disabled={busy || onUp === undefined} onClick={onUp}>
        <ArrowUp aria-hidden />
      </IconButton>
      <IconButton label={`Bajar un lugar ${named}`} disabled={busy || onDown === undefined} onClick={onDown}>
        <ArrowDown aria-hidden />
      </IconButton>
      <IconButton
        label={`Borrar ${named}`}
        disabled={remove.isPending}
        onClick={() => {
          forgetDraft(draftOf(work))
          remove.mutate(undefined, { onSuccess: () => toast('Foto borrada') })
        }}
      >
        <Trash2 aria-hidden />
      </IconButton>
    </span>
  )
}

const Shown = ({ src, word }: { src: string; word: string }) => (
  <span className="relative block">
    <img
      src={src}
      alt={word === '' ? 'Tu trabajo' : word}
      loading="lazy"
      className="aspect-4/3 w-full rounded-md bg-sunk object-cover"
    />
    {word === '' ? null : (
      <span
        aria-hidden
        className="absolute top-1.5 left-1.5 rounded-full bg-black/65 px-2 py-0.5 text-xs font-semibold text-white"
      >
        {word}
      </span>
    )}
  </span>
)
