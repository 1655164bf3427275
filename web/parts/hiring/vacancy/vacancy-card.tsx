import * as fitContract from '#contract/hiring/fit.ts'
import * as vacancyResponse from '#contract/hiring/vacancy-response.ts'
import { rentText } from '#contract/hiring/agreement-terms.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Bookmark, ChevronDown, Clock3, MapPin } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { hoursText, windowsText } from '#contract/hiring/terms-words.ts'
import { categories, spaceTypes } from '#contract/professional/categories.ts'
import { placeName } from '#contract/places/place-name.ts'
import type { Vacancy } from '#contract/hiring/vacancy.ts'
import { call, reading } from '#web/api.ts'
import { approximateDistance } from '#web/parts/hiring/distance.ts'
import { Requirements } from '#web/parts/hiring/requirements.tsx'
import { TermsList } from '#web/parts/hiring/terms.tsx'
import { reasonOf, useMove } from '#web/parts/hiring/use-move.ts'
import { SpacePhoto } from '#web/parts/cards/space-photo.tsx'
import { VacancyBadge } from '#web/parts/hiring/badge.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { TextArea } from '#web/ui/form/input.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

/** A list has no primary button. */
const quietLink = buttonClass({ tone: 'secondary', size: 'small' })

export const VacancyCard = ({ one, begin }: { one: Vacancy; begin: boolean }) => {
  const [open, setOpen] = useState(begin)
  const [applying, setApplying] = useState(false)
  const seen = useRef(false)
  useEffect(() => {
    if (!open || seen.current || one.status !== 'published') return
    seen.current = true
    // A failed view count does not concern the viewer.
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
            <Badge tone={one.fitPercent >= 75 ? 'agave' : 'plain'}>{one.fitPercent} % compatible</Badge>
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
              {space.neighbourhood ?? space.city}, a {approximateDistance(one.distanceKm)}
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
          <Link {...paths.acceptInvitation(one.invitationId)} className={quietLink}>
            Ver mi invitación<span className="sr-only"> a {one.title}</span>
          </Link>
        ) : one.applicationId === null ? (
          <Button
            tone="secondary"
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
          <Link {...paths.spaceApplications({ application: one.applicationId })} className={quietLink}>
            Ver mi postulación
          </Link>
        )}
        <SaveButton one={one} />
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

const SaveButton = ({ one }: { one: Vacancy }) => {
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
  const fit = useQuery(reading(fitContract.spaceFit, { params: { space: one.space.id } }))
  const form = useForm({
    initial: () => ({
      message: '',
      expectedMinutes: 60 * Math.max(1, Math.round(Math.min(one.sharedMinutes || 600, 600) / 60)),
    }),
    draft: `vacancy-${one.id}`,
  })
  const sending = useMove(
    () =>
      call(vacancyResponse.applyToVacancy, {
        params: { id: one.id },
        body: form.values,
      }),
    { title: 'Postulación enviada', text: `${one.space.businessName} tiene 72 horas para responder.` },
    () => {
      form.forget()
      onClose()
    },
  )
  const lacking = fit.data?.items.find(({ done }) => !done)
  const id = 'postularme'
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
            form={id}
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
        id={id}
        aria-label="Postulación"
        className="flex flex-col gap-5"
        onSubmit={form.submit(() => (fit.data?.ready === true ? sending.mutateAsync(undefined) : undefined))}
      >
        <TermsList terms={one.terms} />
        {fit.data === undefined || fit.data.ready ? null : <Requirements fit={fit.data} />}
        <NumberField
          kind="hours"
          label="Horas que usarías por semana"
          name="hours"
          to={168 * 60}
          {...form.pick('expectedMinutes')}
        />
        <Field label="Mensaje" required={false} hint="Qué haces y por qué este lugar.">
          {(control) => (
            <TextArea {...control} name="message" rows={4} maxLength={1000} {...form.text('message')} />
          )}
        </Field>
      </Form>
    </Dialog>
  )
}
