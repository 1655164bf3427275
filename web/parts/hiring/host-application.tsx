import * as applicationReview from '#contract/hiring/application-review.ts'
import { approximateDistance } from '#web/parts/hiring/distance.ts'
import { rentText } from '#contract/hiring/agreement-terms.ts'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { hoursText } from '#contract/hiring/terms-words.ts'
import { dateText } from '#contract/platform/short-date.ts'
import type { Application } from '#contract/hiring/application.ts'
import { documentStatuses } from '#contract/platform/document.ts'
import { formatCents } from '#contract/platform/money.ts'
import { call } from '#web/api.ts'
import { Detail, StateLine } from '#web/parts/hiring/detail.tsx'
import { useMove } from '#web/parts/hiring/use-move.ts'
import { VerificationBadge } from '#web/parts/verification/verification-badge.tsx'
import { paths } from '#web/paths.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'

/** The details of an application, in its sheet. Opening it marks it as seen once, which the applicant is shown. */
export const HostApplication = ({ one }: { one: Application }) => {
  const { professional } = one
  const { mutate } = useMove(
    () =>
      call(applicationReview.reviewApplication, { params: { id: one.id }, body: { version: one.version } }),
    null,
  )
  const isNew = one.status === 'sent'
  const marked = useRef(false)
  useEffect(() => {
    if (!isNew || marked.current) return
    marked.current = true
    mutate(undefined)
  }, [isNew, mutate])
  return (
    <article>
      <Head one={one} />
      <Facts one={one} professional={professional} />
      <Documents professional={professional} />
      {professional.services.length === 0 ? null : (
        <p className="mt-4 text-sm text-muted">
          {professional.services
            .slice(0, 4)
            .map((service) => `${service.name} ${formatCents(service.priceCents)}`)
            .join(' · ')}
        </p>
      )}
      <Detail application={one} />
    </article>
  )
}

export const applicantName = ({ professional }: Application) =>
  `${professional.firstName} ${professional.lastName}`

const Head = ({ one }: { one: Application }) => {
  const { professional } = one
  return (
    <div className="flex gap-4">
      <Avatar name={applicantName(one)} src={professional.profileImageUrl} size={64} shape="arch" />
      <div className="flex min-w-0 flex-1 flex-col gap-1.5">
        <StateLine application={one} />
        <div className="flex flex-wrap items-center gap-x-1.5">
          <h2 className="font-display text-xl leading-snug font-semibold">
            <Link {...paths.professional(professional.id)} className="hover:underline">
              {applicantName(one)}
            </Link>
          </h2>
          <VerificationBadge level={professional.level} biometric={professional.biometric} />
        </div>
        <p className="text-muted">
          {professional.specialties.slice(0, 3).join(', ')}
          {professional.experienceYears > 0 ? ` · ${professional.experienceYears} años de experiencia` : ''}
        </p>
        <p className="text-sm">
          Para <strong className="font-semibold">{one.space.name}</strong>
        </p>
      </div>
    </div>
  )
}

const Facts = ({ one, professional }: { one: Application; professional: Application['professional'] }) => (
  <dl className="mt-4 grid grid-cols-2 gap-x-5 gap-y-3 border-t border-line pt-4 sm:grid-cols-3">
    <Fact label="Propone">{rentText(one.terms.rent)}</Fact>
    <Fact label="Usaría">
      {one.expectedMinutes === 0 ? 'Sin decir' : `${hoursText(one.expectedMinutes)} por semana`}
    </Fact>
    <Fact label="Ganarías">
      {one.revenueCents === null || one.revenueCents === 0
        ? '—'
        : `≈ ${formatCents(Math.round(one.revenueCents / 100) * 100)} al mes`}
    </Fact>
    <Fact label="Compatibilidad">{professional.fitPercent} %</Fact>
    <Fact label="Calificación">
      {professional.reviewCount === 0
        ? 'Aún sin reseñas'
        : `${Number(professional.rating).toFixed(1)} (${professional.reviewCount})`}
    </Fact>
    <Fact label="Entre anfitriones">
      {professional.hostsSay === null
        ? 'Aún sin reseñas'
        : `${professional.hostsSay.rating} (${professional.hostsSay.count})`}
    </Fact>
    <Fact label="Cancela">
      {professional.cancelPercent === null ? 'Aún sin datos' : `${professional.cancelPercent} %`}
    </Fact>
    <Fact label="Llega a tiempo">
      {professional.punctualPercent === null ? 'Aún sin datos' : `${professional.punctualPercent} %`}
    </Fact>
    <Fact label="Dónde trabaja">A {approximateDistance(one.distanceKm)} de tu espacio</Fact>
  </dl>
)

const Documents = ({ professional }: { professional: Application['professional'] }) =>
  professional.documents.length === 0 ? null : (
    <ul className="mt-4 flex flex-wrap gap-2">
      {professional.documents.map((item) => (
        <li key={item.kind}>
          <Badge tone={documentTone(item.status)}>
            {item.label}: {documentWord(item.status).toLowerCase()}
            {item.validTo === null ? '' : `, hasta ${dateText(item.validTo)}`}
          </Badge>
        </li>
      ))}
    </ul>
  )

const documentTone = (status: string): BadgeTone =>
  status === 'valid' ? 'agave' : status === 'expiring' || status === 'in_review' ? 'maiz' : 'chile'

const documentWord = (status: string): string =>
  Object.entries(documentStatuses).find(([name]) => name === status)?.[1] ?? 'Falta'

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted">{label}</dt>
    <dd className="figures font-semibold">{children}</dd>
  </div>
)
