import type * as agreementMoves from '#contract/hiring/agreement-moves.ts'
import * as agreementTerms from '#contract/hiring/agreement-terms.ts'
import { Link } from '@tanstack/react-router'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import * as contract from '#contract/hiring/agreement.ts'
import type { Agreement } from '#contract/hiring/agreement.ts'
import { hoursText, windowsText } from '#contract/hiring/terms-words.ts'
import { dateText } from '#contract/platform/short-date.ts'
import { documentLabel } from '#contract/hiring/document.ts'
import { placeName } from '#contract/places/place-name.ts'
import { call } from '#web/api.ts'
import { AgreementBadge } from '#web/parts/hiring/status.tsx'
import { TermsList } from '#web/parts/hiring/terms.tsx'
import { useMove } from '#web/parts/hiring/use-move.ts'
import { dayOf } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { EndDialog, RenewDialog } from '#web/parts/hiring/agreement-dialogs.tsx'

/** The details of one agreement, for either side. */
export const AgreementCard = ({ agreement: one }: { agreement: Agreement }) => {
  const place = placeName({ name: one.spaceName, businessName: one.businessName })
  const other = one.role === 'host' ? one.professionalName : one.businessName
  return (
    <article className="flex flex-col gap-5">
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0">
          <p className="mb-1.5 flex flex-wrap items-center gap-2">
            <AgreementBadge status={one.status} />
            {one.terms.trial === null ? null : <Badge tone="jacaranda">A prueba</Badge>}
          </p>
          <h2 className="font-display text-xl font-semibold">
            {one.role === 'host' ? one.professionalName : place}
          </h2>
          {one.role === 'host' ? <p className="text-muted">{place}</p> : null}
          <p className="mt-2 flex flex-wrap gap-x-4 gap-y-1">
            <strong className="figures font-semibold">{agreementTerms.rentText(one.terms.rent)}</strong>
            <span className="text-muted">{windowsText(one.terms.windows)}</span>
          </p>
        </div>
        <a
          href={`/api/agreements/${one.id}/document`}
          target="_blank"
          rel="noreferrer"
          className={buttonClass({ tone: 'secondary', size: 'small' })}
        >
          <FileText aria-hidden className="size-5" />
          Convenio en PDF
        </a>
      </header>
      <AgreementNotes one={one} other={other} />
      {one.terms.quotaMinutesPerWeek === null ? null : (
        <Quota used={one.usedMinutesThisWeek} most={one.terms.quotaMinutesPerWeek} />
      )}
      {one.terms.trial?.kind === 'uses' ? (
        <p className="text-muted">
          Van <strong className="figures text-ink">{one.usesSoFar}</strong> de {one.terms.trial.uses} citas de
          prueba.
        </p>
      ) : null}
      <details>
        <summary className="min-h-11 cursor-pointer py-2 font-semibold">Condiciones</summary>
        <div className="mt-2">
          <TermsList terms={one.terms} />
        </div>
      </details>
      {one.status === 'ended' || one.status === 'expired' ? null : <Actions one={one} />}
    </article>
  )
}

/** Every move of the party as a button; blocked ones show their reason. */
const Actions = ({ one }: { one: Agreement }) => {
  const [open, setOpen] = useState<'renew' | 'end'>()
  const at = { params: { id: one.id } }
  const pause = useMove(() => call(contract.pauseAgreement, at), {
    title: 'Convenio en pausa',
    text: 'Las citas confirmadas se respetan.',
  })
  const resume = useMove(() => call(contract.resumeAgreement, at), { title: 'Convenio activo otra vez' })
  const accept = useMove(
    () => call(contract.renewAgreement, { ...at, body: { version: one.version, as: 'accept' } }),
    { title: 'Convenio renovado' },
  )
  const may = (move: agreementMoves.AgreementMove) => one.moves.find((other) => other.move === move)
  const reasonOf = (move: agreementMoves.AgreementMove) => {
    const known = may(move)
    return known === undefined || known.allowed ? undefined : known.reason
  }
  return (
    <>
      <div className="flex flex-wrap items-start gap-3 border-t border-line pt-5">
        {may('renew')?.allowed ? (
          <Button size="small" busy={accept.isPending} onClick={() => accept.mutate(undefined)}>
            Aceptar renovación
          </Button>
        ) : null}
        {one.status === 'paused' ? (
          <Button
            size="small"
            tone="secondary"
            busy={resume.isPending}
            blocked={reasonOf('resume')}
            onClick={() => resume.mutate(undefined)}
          >
            Reanudar
          </Button>
        ) : (
          <Button
            size="small"
            tone="secondary"
            busy={pause.isPending}
            blocked={reasonOf('pause')}
            onClick={() => pause.mutate(undefined)}
          >
            Poner en pausa
          </Button>
        )}
        {one.validTo === null || may('renew')?.allowed ? null : (
          <Button
            size="small"
            tone="secondary"
            blocked={reasonOf('ask_renewal')}
            onClick={() => setOpen('renew')}
          >
            Renovar
          </Button>
        )}
        <Button size="small" tone="quiet" blocked={reasonOf('give_notice')} onClick={() => setOpen('end')}>
          Terminar
        </Button>
        {one.role === 'professional' && (one.status === 'active' || one.status === 'expiring') ? (
          <Link {...paths.space(one.spaceId)} className={buttonClass({ tone: 'quiet', size: 'small' })}>
            Ver el espacio
          </Link>
        ) : null}
      </div>
      {open === 'renew' ? <RenewDialog one={one} onClose={() => setOpen(undefined)} /> : null}
      {open === 'end' ? <EndDialog one={one} onClose={() => setOpen(undefined)} /> : null}
    </>
  )
}

const AgreementNotes = ({ one, other }: { one: Agreement; other: string }) => {
  const lines = [
    one.missingDocuments.length > 0 && one.status === 'suspended'
      ? `Suspendido: falta ${one.missingDocuments.map((kind) => documentLabel(kind).toLowerCase()).join(', ')}. ${one.role === 'professional' ? 'Súbela en Documentos y se reactiva solo.' : 'Se reactiva solo cuando esté vigente.'}`
      : null,
    one.documentEnding === null ? null : documentText(one, one.documentEnding),
    one.ending === null
      ? null
      : `${one.ending.by === one.role ? 'Diste aviso' : `${other} dio aviso`}: termina el ${dayOf(one.ending.endsAt, one.zone)}.`,
    one.renewal === null
      ? null
      : `${one.renewal.by === one.role ? 'Pediste renovar' : `${other} quiere renovar`} ${one.renewal.validTo === null ? 'sin fecha de término' : `hasta el ${dateText(one.renewal.validTo)}`}.`,
    one.status === 'paused' && one.pausedBy !== null && one.pausedBy !== one.role
      ? `Lo puso en pausa ${other}.`
      : null,
    one.upcomingBookings > 0
      ? `${one.upcomingBookings} ${one.upcomingBookings === 1 ? 'cita confirmada' : 'citas confirmadas'} por venir.`
      : null,
  ].filter((line) => line !== null)
  if (lines.length === 0) return null
  return (
    <ul className="flex flex-col gap-1">
      {lines.map((line) => (
        <li key={line}>{line}</li>
      ))}
    </ul>
  )
}

/** "Cédula profesional: vence el 30 nov 2026 y hay 2 citas después. …" */
const documentText = (
  { role }: Agreement,
  { kind, lastDay, bookings }: NonNullable<Agreement['documentEnding']>,
) => {
  const after =
    bookings === 0
      ? ''
      : ` y hay ${bookings} ${bookings === 1 ? 'cita confirmada' : 'citas confirmadas'} después`
  return `${documentLabel(kind)}: vence el ${dateText(lastDay)}${after}. ${
    role === 'professional'
      ? 'Sube la nueva en Documentos para que el convenio no se detenga.'
      : 'Si no la renueva, el convenio se suspende ese día; las citas confirmadas se respetan.'
  }`
}

const Quota = ({ used, most }: { used: number; most: number }) => (
  <div>
    <p className="flex justify-between gap-3 text-sm">
      <span>Horas de esta semana</span>
      <span className="figures font-semibold">
        {hoursText(used)} de {hoursText(most)}
      </span>
    </p>
    <div
      role="meter"
      aria-label="Horas usadas esta semana"
      aria-valuemin={0}
      aria-valuemax={most}
      aria-valuenow={Math.min(used, most)}
      className="mt-1.5 h-2.5 overflow-hidden rounded-full bg-sunk"
    >
      <div
        className="h-full rounded-full bg-agave"
        style={{ width: `${Math.min(100, (100 * used) / most)}%` }}
      />
    </div>
  </div>
)
