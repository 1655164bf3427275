import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileText, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { spaceTypes } from '#contract/professional/categories.ts'
import { equipment } from '#contract/space/fittings.ts'
import { formatCents } from '#contract/platform/money.ts'
import * as contract from '#contract/review/review.ts'
import type { ReviewedListing } from '#contract/review/review.ts'
import { paperStatuses } from '#contract/platform/paper.ts'
import { documentKinds } from '#contract/space/space-document.ts'
import { checkWording } from '#contract/hiring/wording.ts'
import { call, keyOf } from '#web/api.ts'
import { Due, ReasonDialog } from '#web/parts/space/decision.tsx'
import { StateBadge } from '#web/parts/space/listing-actions.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { forgetDraft } from '#web/ui/form/draft.ts'
import { toast } from '#web/ui/toast.ts'

type Wish =
  | { kind: 'approve'; withoutPapers: boolean }
  | { kind: 'reinstate' | 'clear' }
  | { kind: 'reject' | 'suspend'; reason: string }
  | { kind: 'accept'; document: string }
  | { kind: 'refuse'; document: string; reason: string }

type Ask = { title: string; label: string; make: (reason: string) => Wish }

/** A listing as somebody sees it who decides: what is in doubt first, then all that helps to decide. */
export const ReviewCard = ({ listing }: { listing: ReviewedListing }) => {
  const queryClient = useQueryClient()
  const [asking, setAsking] = useState<Ask>()
  const [asksUnseen, setUnseen] = useState(false)
  const keptAs = `listing-${listing.id}`
  const act = useMutation({
    mutationFn: (wish: Wish) => send(listing, wish),
    onSuccess: () => {
      forgetDraft(keptAs)
      setAsking(undefined)
      setUnseen(false)
      toast('Hecho', undefined, 'good')
    },
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: keyOf(contract.reviewQueue) })
    },
  })
  /** What another act was refused with is not said of this one. */
  const ask = (next: Ask) => {
    act.reset()
    setAsking(next)
  }
  const waits = listing.status === 'in_review'
  const street = listing.status === 'published' || listing.status === 'paused'
  const unseen = listing.documents.filter(({ status }) => status === 'in_review')
  const title = `listing-${listing.id}`
  return (
    <article
      aria-labelledby={title}
      className="flex flex-col gap-5 rounded-lg border border-line bg-surface p-5 sm:p-6"
    >
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="flex flex-col gap-0.5">
          <h2 id={title} className="text-xl">
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
          {waits && listing.dueAt !== null ? <Due at={listing.dueAt} /> : null}
        </div>
      </header>
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
        {listing.description === '' ? null : <Fact name="Descripción">{marked(listing.description)}</Fact>}
        {listing.rulesText === '' ? null : <Fact name="Reglas">{marked(listing.rulesText)}</Fact>}
        {listing.note === null ? null : <Fact name="Lo último que le dijimos">{listing.note}</Fact>}
      </dl>
      {listing.photos.length + listing.equipmentPhotos.length === 0 ? null : (
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
      )}
      {listing.documents.length === 0 ? (
        <p className="text-muted">Sin documentos.</p>
      ) : (
        <ul className="divide-y divide-line rounded-md border border-line">
          {listing.documents.map((paper) => (
            <li
              key={paper.id}
              className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2.5"
            >
              <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
                <a
                  href={`/api/spaces/${listing.id}/documents/${paper.id}/file`}
                  className="inline-flex min-h-11 items-center gap-2 font-medium underline underline-offset-4"
                >
                  <FileText aria-hidden className="size-4.5 shrink-0" />
                  {documentKinds[paper.kind].label}
                </a>
                <Badge
                  tone={paper.status === 'in_review' ? 'maiz' : paper.status === 'valid' ? 'agave' : 'plain'}
                >
                  {paperStatuses[paper.status]}
                </Badge>
                {paper.validUntil === null ? null : (
                  <span className="text-sm text-muted">vence {paper.validUntil}</span>
                )}
              </span>
              {paper.status === 'in_review' ? (
                <span className="flex gap-2">
                  <Button
                    tone="secondary"
                    size="small"
                    busy={act.isPending}
                    onClick={() => act.mutate({ kind: 'accept', document: paper.id })}
                  >
                    Aceptar<span className="sr-only"> {documentKinds[paper.kind].label}</span>
                  </Button>
                  <Button
                    tone="quiet"
                    size="small"
                    onClick={() =>
                      ask({
                        title: `Rechazar: ${documentKinds[paper.kind].label}`,
                        label: 'Rechazar documento',
                        make: (reason) => ({ kind: 'refuse', document: paper.id, reason }),
                      })
                    }
                  >
                    Rechazar<span className="sr-only"> {documentKinds[paper.kind].label}</span>
                  </Button>
                </span>
              ) : null}
            </li>
          ))}
        </ul>
      )}
      {act.error && asking === undefined && !asksUnseen ? (
        <p role="alert" className="font-medium text-chile">
          {act.error.message}
        </p>
      ) : null}
      <footer className="flex flex-wrap gap-3">
        {waits ? (
          <>
            <Button
              busy={act.isPending}
              onClick={() => {
                if (unseen.length === 0) return act.mutate({ kind: 'approve', withoutPapers: false })
                act.reset()
                setUnseen(true)
              }}
            >
              Aprobar y publicar
            </Button>
            <Button
              tone="secondary"
              onClick={() =>
                ask({
                  title: 'Devolver al anfitrión',
                  label: 'Devolver',
                  make: (reason) => ({ kind: 'reject', reason }),
                })
              }
            >
              Devolver con motivo
            </Button>
          </>
        ) : null}
        {street ? (
          <>
            {listing.doubts.length > 0 ? (
              <Button tone="secondary" busy={act.isPending} onClick={() => act.mutate({ kind: 'clear' })}>
                Está bien así
              </Button>
            ) : null}
            <Button
              tone="quiet"
              onClick={() =>
                ask({
                  title: 'Suspender el espacio',
                  label: 'Suspender',
                  make: (reason) => ({ kind: 'suspend', reason }),
                })
              }
            >
              Suspender
            </Button>
          </>
        ) : null}
        {listing.status === 'suspended' ? (
          <Button tone="secondary" busy={act.isPending} onClick={() => act.mutate({ kind: 'reinstate' })}>
            Levantar la suspensión
          </Button>
        ) : null}
      </footer>
      {asksUnseen && unseen.length > 0 ? (
        <Dialog
          open
          onOpenChange={() => setUnseen(false)}
          title={
            unseen.length === 1
              ? 'Hay un documento sin revisar'
              : `Hay ${unseen.length} documentos sin revisar`
          }
          description="Publicarlo no los acepta: siguen en revisión, y si rechazas uno que la ley pide, el espacio se pausa."
          actions={
            <>
              <Button tone="quiet" onClick={() => setUnseen(false)}>
                Revisarlos primero
              </Button>
              <Button
                busy={act.isPending}
                onClick={() => act.mutate({ kind: 'approve', withoutPapers: true })}
              >
                Publicar sin ellos
              </Button>
            </>
          }
        >
          <ul className="list-disc pl-5">
            {unseen.map(({ id, kind }) => (
              <li key={id}>{documentKinds[kind].label}</li>
            ))}
          </ul>
          {act.error === null ? null : (
            <p role="alert" className="font-medium text-chile">
              {act.error.message}
            </p>
          )}
        </Dialog>
      ) : null}
      {asking ? (
        <ReasonDialog
          title={asking.title}
          label={asking.label}
          busy={act.isPending}
          problem={act.error?.message}
          keptAs={keptAs}
          onClose={() => setAsking(undefined)}
          onReason={(reason) => act.mutate(asking.make(reason))}
        />
      ) : null}
    </article>
  )
}

const send = async (listing: ReviewedListing, wish: Wish) => {
  const params = { id: listing.id }
  const { version } = listing
  switch (wish.kind) {
    case 'approve':
      return call(contract.approveListing, { params, body: { version, withoutPapers: wish.withoutPapers } })
    case 'reinstate':
      return call(contract.reinstateListing, { params, body: { version } })
    case 'clear':
      return call(contract.clearListing, { params, body: { version } })
    case 'reject':
      return call(contract.rejectListing, { params, body: { version, reason: wish.reason } })
    case 'suspend':
      return call(contract.suspendListing, { params, body: { version, reason: wish.reason } })
    case 'accept':
      return call(contract.acceptDocument, { params: { id: wish.document } })
    case 'refuse':
      return call(contract.rejectDocument, { params: { id: wish.document }, body: { reason: wish.reason } })
  }
}

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="min-w-0">
    <dt className="text-sm text-muted">{name}</dt>
    <dd className="break-words">{children}</dd>
  </div>
)

/** The text with what sounds like employment marked in it. */
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
