import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Bookmark, ChevronDown, Clock3, MapPin, Megaphone } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { rentText } from '#contract/hiring/agreement-terms.ts'
import * as fits from '#contract/hiring/fit.ts'
import { hoursText, windowsText } from '#contract/hiring/terms-words.ts'
import { type Category, categories, spaceTypes, isCategory } from '#contract/professional/categories.ts'
import { placeName } from '#contract/places/place-name.ts'
import * as contract from '#contract/hiring/vacancy.ts'
import * as vacancyResponse from '#contract/hiring/vacancy-response.ts'
import type { Vacancy } from '#contract/hiring/vacancy.ts'
import { oneOf } from '#web/asked.ts'
import { call, reading } from '#web/api.ts'
import { Requirements } from '#web/parts/hiring/requirements.tsx'
import { TermsList } from '#web/parts/hiring/terms.tsx'
import { reasonOf, useMove } from '#web/parts/hiring/use-move.ts'
import { SpacePhoto } from '#web/parts/cards/space-photo.tsx'
import { VacancyBadge } from '#web/parts/hiring/badge.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { forgetDraft } from '#web/ui/form/draft.ts'
import { Field, TextArea } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { useSavedTick } from '#web/ui/form/saved-tick.ts'
import { Select } from '#web/ui/form/select.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

export type FeedSearch = {
  category?: Category | undefined
  km?: number | undefined
  rent?: 'per_hour' | 'share' | 'fixed' | 'mixed' | undefined
  show?: 'saved' | 'applied' | undefined
  sort?: 'distance' | 'newest' | undefined
}

export const feedReading = ({ category, km, rent, show, sort }: FeedSearch) =>
  reading(contract.vacancies, { query: { category, km, rent, show, sort } })

/** What a professional finds, filters, keeps and applies to. */
export const Feed = ({ search, shown }: { search: FeedSearch; shown: number | undefined }) => {
  const answer = useQuery(feedReading(search))
  const isFiltered = [search.category, search.km, search.rent].some((one) => one !== undefined)
  const listed = answer.data ?? []
  return (
    <div className="flex flex-col gap-6">
      <Filters search={search} />
      <Alert />
      {shown !== undefined && !answer.isPending && !listed.some(({ id }) => id === shown) ? (
        <Elsewhere id={shown} />
      ) : null}
      {answer.isPending ? (
        <div aria-busy="true" className="flex flex-col gap-4">
          <span className="sr-only">Cargando…</span>
          <Skeleton className="h-48 rounded-lg" />
          <Skeleton className="h-48 rounded-lg" />
        </div>
      ) : answer.isError ? (
        <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
      ) : listed.length === 0 ? (
        <Nothing search={search} isFiltered={isFiltered} />
      ) : (
        <>
          <p role="status" className="text-muted">
            <span className="figures font-semibold text-ink">{listed.length}</span>{' '}
            {listed.length === 1 ? 'vacante' : 'vacantes'}
          </p>
          <ul className="flex flex-col gap-5">
            {listed.map((one) => (
              <li key={one.id}>
                <Card one={one} begin={one.id === shown} />
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

const Nothing = ({ search, isFiltered }: { search: FeedSearch; isFiltered: boolean }) => {
  if (search.show === 'saved')
    return (
      <EmptyState
        icon={<Bookmark />}
        title="Aún no guardas ninguna"
        text="Guarda las que quieras pensar; aquí te esperan aunque cambies de filtros."
      />
    )
  return (
    <EmptyState
      icon={<Megaphone />}
      title={
        search.show === 'applied'
          ? 'Todavía no te postulas a una vacante'
          : isFiltered
            ? 'Ninguna con estos filtros'
            : 'Por ahora nadie busca cerca de ti'
      }
      text={
        isFiltered
          ? 'Prueba con más distancia o quita un filtro.'
          : 'Activa el aviso y te decimos en cuanto salga una. También puedes pedir lugar donde tú quieras.'
      }
      action={
        isFiltered ? (
          <Link {...paths.vacancies()} className={buttonClass({ tone: 'secondary' })}>
            Quitar filtros
          </Link>
        ) : (
          <Link {...paths.search({ type: 'spaces' })} className={buttonClass({ tone: 'secondary' })}>
            Buscar espacios
          </Link>
        )
      }
    />
  )
}

const Filters = ({ search }: { search: FeedSearch }) => {
  const navigate = useNavigate({ from: '/vacancies' })
  const set = (change: FeedSearch) =>
    void navigate({
      search: { ...search, ...change, as: 'professional' },
      replace: true,
      resetScroll: false,
    })
  return (
    <div role="group" aria-label="Filtros" className="grid grid-cols-2 gap-3 sm:grid-cols-5">
      <Field label="Ver">
        {(control) => (
          <Select
            {...control}
            value={search.show ?? ''}
            onChange={({ target }) => set({ show: oneOf(['saved', 'applied'], target.value) })}
          >
            <option value="">Todas</option>
            <option value="saved">Guardadas</option>
            <option value="applied">Donde me postulé</option>
          </Select>
        )}
      </Field>
      <Field label="Categoría">
        {(control) => (
          <Select
            {...control}
            value={search.category ?? ''}
            onChange={({ target }) => set({ category: isCategory(target.value) ? target.value : undefined })}
          >
            <option value="">Las mías</option>
            {Object.entries(categories).map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Field label="Distancia">
        {(control) => (
          <Select
            {...control}
            value={search.km ?? ''}
            onChange={({ target }) => set({ km: [5, 10, 50].find((km) => km === Number(target.value)) })}
          >
            <option value="5">5 km</option>
            <option value="10">10 km</option>
            <option value="">25 km</option>
            <option value="50">50 km</option>
          </Select>
        )}
      </Field>
      <Field label="Renta">
        {(control) => (
          <Select
            {...control}
            value={search.rent ?? ''}
            onChange={({ target }) =>
              set({ rent: oneOf(['per_hour', 'share', 'fixed', 'mixed'], target.value) })
            }
          >
            <option value="">Cualquiera</option>
            <option value="per_hour">Por hora</option>
            <option value="share">Por servicio</option>
            <option value="fixed">Fija</option>
            <option value="mixed">Mixta</option>
          </Select>
        )}
      </Field>
      <Field label="Primero" className="col-span-2 sm:col-span-1">
        {(control) => (
          <Select
            {...control}
            value={search.sort ?? ''}
            onChange={({ target }) => set({ sort: oneOf(['distance', 'newest'], target.value) })}
          >
            <option value="">Las que más encajan</option>
            <option value="distance">Las más cercanas</option>
            <option value="newest">Las más nuevas</option>
          </Select>
        )}
      </Field>
    </div>
  )
}

const alertReading = reading(vacancyResponse.vacancyAlert)

const Alert = () => {
  const queryClient = useQueryClient()
  const answer = useQuery(alertReading)
  const setting = useMutation({
    mutationFn: (on: boolean) => call(vacancyResponse.setVacancyAlert, { body: { on } }),
    onSuccess: (now) => {
      queryClient.setQueryData(alertReading.queryKey, now)
      toast(now.on ? 'Te avisamos de vacantes nuevas' : 'Ya no te avisamos', undefined, 'good')
    },
    onError: (problem) => toastError('No se guardó', problem.message),
  })
  const tick = useSavedTick(answer.data?.on ?? false, setting.mutateAsync)
  if (answer.data === undefined) return null
  return (
    <Checkbox
      className="self-start"
      label="Avísame de vacantes nuevas de mis categorías cerca de mí"
      {...tick}
    />
  )
}

/** A notice leads to one that the filters do not show: it stands above the list. */
const Elsewhere = ({ id }: { id: number }) => {
  const answer = useQuery(reading(contract.vacancy, { params: { id } }))
  if (answer.isPending) return <Skeleton className="h-48 rounded-lg" />
  if (answer.isError)
    return (
      <p role="status" className="rounded-md bg-sunk px-4 py-3">
        Esa vacante ya no está publicada.
      </p>
    )
  return <Card one={answer.data} begin />
}

const Card = ({ one, begin }: { one: Vacancy; begin: boolean }) => {
  const [open, setOpen] = useState(begin)
  const [applying, setApplying] = useState(false)
  const seen = useRef(false)
  useEffect(() => {
    if (!open || seen.current || one.status !== 'published') return
    seen.current = true
    // Whether it was counted changes nothing for who looks.
    call(vacancyResponse.seeVacancy, { params: { id: one.id } }).catch(() => undefined)
  }, [open, one])
  const { space, hostAnswers } = one
  const allowed = one.moves.find(({ move }) => move === 'apply')
  return (
    <article className="rounded-lg border border-line bg-surface p-4 sm:p-5">
      <div className="flex gap-4">
        <SpacePhoto
          src={space.photo ?? undefined}
          alt=""
          className="size-20 shrink-0 rounded-md sm:size-28"
        />
        <div className="flex min-w-0 flex-1 flex-col gap-1.5">
          <p className="flex flex-wrap items-center gap-2">
            {one.status === 'published' ? null : <VacancyBadge status={one.status} />}
            {one.invitationId === null ? null : <Badge tone="jacaranda">Te invitan</Badge>}
            {one.applicationId === null ? null : <Badge tone="jacaranda">Te postulaste</Badge>}
            <Badge tone={one.fitPercent >= 75 ? 'agave' : 'plain'}>Encaja {one.fitPercent} %</Badge>
          </p>
          <h2 className="font-display text-lg leading-snug font-semibold sm:text-xl">{one.title}</h2>
          <p className="text-muted">
            <Link {...paths.space(space.id)} className="underline underline-offset-3">
              {placeName(space)}
            </Link>
          </p>
          <p className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
            <span className="figures font-semibold">{rentText(one.terms.rent)}</span>
            <span className="inline-flex items-center gap-1 text-muted">
              <MapPin aria-hidden className="size-4" />
              {space.neighbourhood ?? space.city}, a {one.distanceKm < 1 ? 'menos de 1' : one.distanceKm} km
            </span>
            <span className="inline-flex items-center gap-1 text-muted">
              <Clock3 aria-hidden className="size-4" />
              {windowsText(one.terms.windows)}
            </span>
          </p>
        </div>
      </div>
      {open ? (
        <div className="mt-4 flex flex-col gap-4 border-t border-line pt-4">
          <p className="text-sm text-muted">
            {categories[one.category]} · {one.unitName ?? spaceTypes[space.spaceType]} ·{' '}
            {one.openings === 1 ? 'un lugar' : `${one.openings - one.filled} de ${one.openings} lugares`} ·{' '}
            {one.sharedMinutes === 0
              ? 'sin horas en común con tu horario'
              : `${hoursText(one.sharedMinutes)} por semana en común con tu horario`}
            {hostAnswers.ratePercent === null ? '' : ` · responde ${hostAnswers.ratePercent} %`}
          </p>
          {one.requirements === '' ? null : <p className="measure whitespace-pre-line">{one.requirements}</p>}
          <TermsList terms={one.terms} />
        </div>
      ) : null}
      <div className="mt-4 flex flex-wrap items-start gap-3">
        {one.invitationId !== null ? (
          <Link {...paths.acceptInvitation(one.invitationId)} className={buttonClass({ size: 'small' })}>
            Ver mi invitación<span className="sr-only"> a {one.title}</span>
          </Link>
        ) : one.applicationId === null ? (
          <Button
            size="small"
            blocked={allowed?.allowed === false ? allowed.reason : undefined}
            onClick={() => {
              setOpen(true)
              setApplying(true)
            }}
          >
            Postularme<span className="sr-only"> a {one.title}</span>
          </Button>
        ) : (
          <Link
            {...paths.spaceApplications({ application: one.applicationId })}
            className={buttonClass({ size: 'small' })}
          >
            Ver mi postulación
          </Link>
        )}
        <Keep one={one} />
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="inline-flex min-h-11 items-center gap-1.5 font-semibold text-barro-deep"
        >
          {open ? 'Ver menos' : 'Ver condiciones'}
          <span className="sr-only"> de {one.title}</span>
          <ChevronDown aria-hidden className={open ? 'size-5 rotate-180' : 'size-5'} />
        </button>
      </div>
      {applying ? <ApplyDialog one={one} onClose={() => setApplying(false)} /> : null}
    </article>
  )
}

const Keep = ({ one }: { one: Vacancy }) => {
  const keeping = useMove(
    (saved: boolean) =>
      call(saved ? vacancyResponse.saveVacancy : vacancyResponse.unsaveVacancy, { params: { id: one.id } }),
    { title: one.saved ? 'Ya no la guardas' : 'Guardada' },
  )
  const saved = keeping.isPending ? !one.saved : one.saved
  return (
    <Button
      tone="secondary"
      size="small"
      aria-pressed={saved}
      onClick={() => {
        if (!keeping.isPending) keeping.mutate(!one.saved)
      }}
    >
      <Bookmark aria-hidden className={saved ? 'size-4.5 fill-current' : 'size-4.5'} />
      {saved ? 'Guardada' : 'Guardar'}
      <span className="sr-only">: {one.title}</span>
    </Button>
  )
}

const ApplyDialog = ({ one, onClose }: { one: Vacancy; onClose: () => void }) => {
  const fit = useQuery(reading(fits.spaceFit, { params: { space: one.space.id } }))
  const draft = `vacancy-${one.id}`
  const [message, setMessage] = useState('')
  const [expectedMinutes, setExpected] = useState(
    60 * Math.max(1, Math.round(Math.min(one.sharedMinutes || 600, 600) / 60)),
  )
  const sending = useMove(
    () =>
      call(vacancyResponse.applyToVacancy, {
        params: { id: one.id },
        body: { message, expectedMinutes },
      }),
    { title: 'Postulación enviada', text: `${one.space.businessName} tiene 72 horas para responder.` },
    () => {
      forgetDraft(draft)
      onClose()
    },
  )
  const lacking = fit.data?.items.find(({ done }) => !done)
  const form = 'postularme'
  return (
    <Dialog
      open
      onOpenChange={onClose}
      error={reasonOf(sending.error)}
      title={`Postularme a «${one.title}»`}
      description="Con las condiciones que ofrece el espacio. Después pueden negociarlas."
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Volver
          </Button>
          <Button
            type="submit"
            form={form}
            busy={sending.isPending || fit.isPending}
            blocked={
              fit.isError
                ? fit.error.message
                : lacking === undefined
                  ? undefined
                  : (lacking.detail ?? lacking.label)
            }
          >
            Enviar postulación
          </Button>
        </>
      }
    >
      <Form
        id={form}
        draft={draft}
        aria-label="Postulación"
        className="flex flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault()
          if (fit.data?.ready === true && !sending.isPending) sending.mutate(undefined)
        }}
      >
        <TermsList terms={one.terms} />
        {fit.data === undefined || fit.data.ready ? null : <Requirements fit={fit.data} />}
        <NumberField
          kind="hours"
          label="Horas que usarías por semana"
          name="hours"
          to={168 * 60}
          value={expectedMinutes}
          onChange={setExpected}
        />
        <Field label="Mensaje" required={false} hint="Qué haces y por qué este lugar.">
          {(control) => (
            <TextArea
              {...control}
              name="message"
              rows={4}
              maxLength={1000}
              value={message}
              onChange={({ target }) => setMessage(target.value)}
            />
          )}
        </Field>
      </Form>
    </Dialog>
  )
}
