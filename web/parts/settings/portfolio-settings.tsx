import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, ImagePlus, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import * as contract from '#contract/portfolio.ts'
import { captionLength, type Consent, consents, mostItems, type PortfolioItem } from '#contract/portfolio.ts'
import { ApiError, call, reading } from '#web/api.ts'
import { Panel } from '#web/parts/settings/panel.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { Radio } from '#web/ui/checkbox.tsx'
import { forgetDraft } from '#web/ui/draft.ts'
import { Field, Input } from '#web/ui/field.tsx'
import { Form } from '#web/ui/form.tsx'
import { EmptyState, ErrorState, Skeleton } from '#web/ui/states.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

/** The same as the server says, before anything is sent. */
const mostBytes = 8 * 1024 * 1024

type Portfolio = readonly PortfolioItem[]
type Side = 'before' | 'after'

/** Pictures of one's work: sent, ordered, told whom they show, and only then public. */
export const PortfolioSettings = () => {
  const answer = useQuery(reading(contract.portfolio))
  const move = useSaved((ids: string[]) => call(contract.orderPortfolio, { body: { ids } }))
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
      aside={<span className="text-sm text-muted">{`${works.length} de ${mostItems}`}</span>}
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
      <Upload
        id={() => crypto.randomUUID()}
        side="after"
        label="Subir una foto"
        full={works.length >= mostItems}
      />
    </Panel>
  )
}

/** Every answer is the whole portfolio as it now stands. */
const useSaved = <Wish,>(save: (wish: Wish) => Promise<Portfolio>) => {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: save,
    onSuccess: (works) => queryClient.setQueryData(reading(contract.portfolio).queryKey, [...works]),
    onError: (problem) => {
      toastError('Error', problem.message)
      if (problem instanceof ApiError && problem.code === 'stale_version')
        void queryClient.invalidateQueries({ queryKey: reading(contract.portfolio).queryKey })
    },
  })
}

const Upload = ({
  id,
  side,
  label,
  full = false,
}: {
  id: () => string
  side: Side
  label: string
  full?: boolean
}) => {
  const input = useRef<HTMLInputElement>(null)
  const send = useSaved((file: File) => call(contract.uploadWork, { params: { id: id(), side }, file }))
  return (
    <span className="self-start">
      <input
        ref={input}
        type="file"
        aria-label="Elegir archivo"
        tabIndex={-1}
        accept="image/jpeg,image/png,image/webp,image/avif"
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          event.target.value = ''
          if (file === undefined) return
          if (file.size > mostBytes) toastError('Error', 'La foto pesa demasiado. El máximo es 8 MB.')
          else
            send.mutate(file, { onSuccess: () => toast('Foto guardada', 'Todavía no es pública.', 'good') })
        }}
      />
      <Button
        tone="secondary"
        size={side === 'before' ? 'small' : 'medium'}
        busy={send.isPending}
        blocked={full ? `Ya tienes ${mostItems} trabajos. Quita uno para subir otro.` : undefined}
        onClick={() => input.current?.click()}
      >
        <ImagePlus aria-hidden className="size-5" />
        {label}
      </Button>
    </span>
  )
}

const Work = ({
  work,
  place,
  busy,
  onUp,
  onDown,
}: {
  work: PortfolioItem
  place: number
  busy: boolean
  onUp: (() => void) | undefined
  onDown: (() => void) | undefined
}) => {
  const draft = `portfolio-${work.id}`
  const [caption, setCaption] = useState(work.caption)
  const [consent, setConsent] = useState<Consent | null>(work.consent)
  // A new picture has asked again: what was said of the old one is not kept here either.
  const [seen, setSeen] = useState(work.consent)
  if (seen !== work.consent) {
    setSeen(work.consent)
    setConsent(work.consent)
  }
  const save = useSaved((published: boolean) =>
    call(contract.changeWork, {
      params: { id: work.id },
      body: { caption, consent, published, version: work.version },
    }),
  )
  const remove = useSaved(() => call(contract.removeWork, { params: { id: work.id } }))
  const removeBefore = useSaved(() => call(contract.removeBefore, { params: { id: work.id } }))
  const named = `el trabajo ${place + 1}`
  const store = (published: boolean, said: string) =>
    save.mutate(published, {
      onSuccess: () => {
        forgetDraft(draft)
        toast(said, undefined, 'good')
      },
    })
  return (
    <Form
      draft={draft}
      aria-label={`Trabajo ${place + 1}`}
      className="grid gap-4 sm:grid-cols-[11rem_minmax(0,1fr)]"
      onSubmit={(event) => {
        event.preventDefault()
        store(work.published, 'Cambios guardados')
      }}
    >
      <div className="flex flex-col items-start gap-2">
        <span className="grid w-full grid-cols-2 gap-1 sm:grid-cols-1">
          {work.before === null ? null : <Shown src={work.before.small} word="Antes" />}
          <Shown src={work.after.small} word={work.before === null ? '' : 'Después'} />
        </span>
        <Badge tone={work.published ? 'agave' : 'plain'}>
          {work.published ? 'Público' : 'Solo tú lo ves'}
        </Badge>
      </div>
      <div className="flex min-w-0 flex-col gap-4">
        <Field label="Descripción" required={false} hint={`${caption.length} de ${captionLength}`}>
          {(control) => (
            <Input
              {...control}
              name="caption"
              maxLength={captionLength}
              value={caption}
              onChange={(event) => setCaption(event.target.value)}
            />
          )}
        </Field>
        <fieldset className="flex flex-col">
          <legend className="text-[0.9375rem] font-semibold">¿Aparece alguien?</legend>
          {(['given', 'nobody_shown'] as const).map((value) => (
            <Radio
              key={value}
              name={`consent-${work.id}`}
              label={consents[value]}
              checked={consent === value}
              onChange={() => setConsent(value)}
            />
          ))}
        </fieldset>
        <div className="flex flex-wrap items-start gap-2">
          {work.published ? (
            <Button tone="secondary" size="small" onClick={() => store(false, 'Ya nadie más lo ve')}>
              Ocultar
            </Button>
          ) : (
            <Button
              size="small"
              busy={save.isPending}
              blocked={contract.publishTrouble({ consent }) ?? undefined}
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
            <Upload id={() => work.id} side="before" label="Agregar el antes" />
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
          <span className="ml-auto flex">
            <IconButton
              label={`Subir un lugar ${named}`}
              disabled={busy || onUp === undefined}
              onClick={onUp}
            >
              <ArrowUp aria-hidden />
            </IconButton>
            <IconButton
              label={`Bajar un lugar ${named}`}
              disabled={busy || onDown === undefined}
              onClick={onDown}
            >
              <ArrowDown aria-hidden />
            </IconButton>
            <IconButton
              label={`Borrar ${named}`}
              disabled={remove.isPending}
              onClick={() => {
                forgetDraft(draft)
                remove.mutate(undefined, { onSuccess: () => toast('Foto borrada') })
              }}
            >
              <Trash2 aria-hidden />
            </IconButton>
          </span>
        </div>
      </div>
    </Form>
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
