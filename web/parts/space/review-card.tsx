import { TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { windowsText } from '#contract/hiring/terms-words.ts'
import { categories, spaceTypes } from '#contract/professional/categories.ts'
import { equipment } from '#contract/space/fittings.ts'
import { readRules } from '#contract/space/house-rules.ts'
import { formatCents } from '#contract/platform/money.ts'
import * as contract from '#contract/review/review.ts'
import type { ReviewedListing } from '#contract/review/review.ts'
import { checkWording } from '#contract/hiring/wording.ts'
import { ReviewMap } from '#web/parts/space/review-map.tsx'
import { Due, ReasonDialog } from '#web/parts/space/decision.tsx'
import { StateBadge } from '#web/parts/space/listing-actions.tsx'
import { useDecision, DocumentRow, Actions, UnseenDialog } from '#web/parts/space/review-decision.tsx'

/** A listing for the administrator who reviews it: doubts first, then everything else that matters. */
export const ReviewCard = ({ listing }: { listing: ReviewedListing }) => {
  const title = `listing-${listing.id}`
  const decision = useDecision(listing, title)
  const { act, reasonRequest, confirmsUnseen } = decision
  const unseen = listing.documents.filter(({ status }) => status === 'in_review')
  return (
    <article
      aria-labelledby={title}
      className="flex flex-col gap-5 rounded-lg border border-line bg-surface p-5 sm:p-6"
    >
      <ListingHead listing={listing} titleId={title} />
      {listing.doubts.length === 0 ? null : (
        <ul className="flex flex-col gap-1.5 rounded-md bg-maiz-soft px-4 py-3 text-maiz-ink">
          {listing.doubts.map((doubt) => (
            <li key={doubt} className="flex items-start gap-2.5">
              <TriangleAlert aria-hidden className="mt-0.5 size-4.5 shrink-0" />
              {contract.listingDoubts[doubt]}
            </li>
          ))}
        </ul>
      )}
      <dl className="grid gap-x-8 gap-y-3 sm:grid-cols-2">
        <Fact name="Dirección">
          {listing.address}, {listing.city}, {listing.state}
        </Fact>
        <Fact name="Anfitrión">
          {listing.hostName} · {listing.hostEmail} · nivel {listing.hostLevel}
        </Fact>
        <Fact name="RFC">
          {listing.rfc === null
            ? 'Sin RFC'
            : `${listing.rfc} · persona ${listing.legalKind === 'company' ? 'moral' : 'física'}`}
        </Fact>
        <Fact name="Horario">
          {listing.weekly.length === 0 ? 'Sin horario' : windowsText(listing.weekly)}
        </Fact>
        <Fact name="Quién puede trabajar ahí">
          {listing.categories.length === 0
            ? 'Todas las categorías'
            : listing.categories.map((one) => categories[one]).join(', ')}
        </Fact>
        <Fact name="Reglas de la casa">
          {readRules(listing.rules)
            .map(({ label, answer }) => `${label}: ${answer}`)
            .join(' · ') || 'Sin reglas'}
        </Fact>
        {listing.description === '' ? null : <Fact name="Descripción">{marked(listing.description)}</Fact>}
        {listing.rulesText === '' ? null : <Fact name="Reglas">{marked(listing.rulesText)}</Fact>}
        {listing.note === null ? null : <Fact name="Lo último que le dijimos">{listing.note}</Fact>}
      </dl>
      <ReviewMap listing={listing} />
      <ListingPhotos listing={listing} />
      {listing.documents.length === 0 ? (
        <p className="text-muted">Sin documentos.</p>
      ) : (
        <ul className="divide-y divide-line rounded-md border border-line">
          {listing.documents.map((document) => (
            <DocumentRow key={document.id} listing={listing} document={document} decision={decision} />
          ))}
        </ul>
      )}
      {act.error && reasonRequest === undefined && !confirmsUnseen ? (
        <p role="alert" className="font-medium text-chile">
          {act.error.message}
        </p>
      ) : null}
      <Actions listing={listing} decision={decision} hasUnseen={unseen.length > 0} />
      {confirmsUnseen && unseen.length > 0 ? <UnseenDialog unseen={unseen} decision={decision} /> : null}
      {reasonRequest ? (
        <ReasonDialog
          title={reasonRequest.title}
          label={reasonRequest.label}
          busy={act.isPending}
          problem={act.error?.message}
          draftKey={title}
          onClose={decision.closeReason}
          onReason={(reason) => act.mutate(reasonRequest.make(reason))}
        />
      ) : null}
    </article>
  )
}

const ListingHead = ({ listing, titleId }: { listing: ReviewedListing; titleId: string }) => (
  <header className="flex flex-wrap items-start justify-between gap-3">
    <div className="flex flex-col gap-0.5">
      <h2 id={titleId} className="text-xl">
        {listing.name}
      </h2>
      <p className="text-muted">
        {listing.businessName} · {spaceTypes[listing.spaceType]} ·{' '}
        {listing.units === 1 ? '1 unidad' : `${listing.units} unidades`} ·{' '}
        {formatCents(listing.pricePerHourCents)}/h
      </p>
    </div>
    <div className="flex flex-wrap gap-2">
      <StateBadge state={listing.status} />
      {listing.status === 'in_review' && listing.dueAt !== null ? <Due at={listing.dueAt} /> : null}
    </div>
  </header>
)

const ListingPhotos = ({ listing }: { listing: ReviewedListing }) =>
  listing.photos.length + listing.equipmentPhotos.length === 0 ? null : (
    <ul aria-label="Fotos" className="grid grid-cols-3 gap-2 sm:grid-cols-5">
      {listing.photos.map((photo, place) => (
        <li key={photo.id}>
          <img
            src={photo.address}
            alt={photo.caption === '' ? `Foto ${place + 1}` : photo.caption}
            width={240}
            height={180}
            loading="lazy"
            className="aspect-4/3 w-full rounded-md bg-sunk object-cover"
          />
        </li>
      ))}
      {listing.equipmentPhotos.map(({ id, item, address }) => (
        <li key={id}>
          <figure>
            <img
              src={address}
              alt=""
              width={240}
              height={180}
              loading="lazy"
              className="aspect-4/3 w-full rounded-md bg-sunk object-cover"
            />
            <figcaption className="text-sm text-muted">{equipment[item]}</figcaption>
          </figure>
        </li>
      ))}
    </ul>
  )

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="break-words">{children}</dd>
  </div>
)

/** The text with phrases that suggest employment marked. */
const marked = (text: string) => {
  const parts: ReactNode[] = []
  let at = 0
  for (const { from, to, quote } of checkWording(text, ['subordination', 'discrimination'])) {
    parts.push(
      text.slice(at, from),
      <mark key={from} className="rounded-xs bg-maiz-soft px-0.5 text-maiz-ink">
        {quote}
      </mark>,
    )
    at = to
  }
  return [...parts, text.slice(at)]
}
