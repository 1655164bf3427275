import { useMutation, useQueryClient } from '@tanstack/react-query'
import { FileText } from 'lucide-react'
import { useState } from 'react'
import * as contract from '#contract/review/review.ts'
import type { ReviewedListing } from '#contract/review/review.ts'
import { documentStatuses } from '#contract/platform/document.ts'
import { documentKinds } from '#contract/space/space-document.ts'
import { call, keyOf } from '#web/api.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { forgetDraft } from '#web/ui/form/draft.ts'
import { toast } from '#web/ui/toast.ts'

type Decision =
  | { kind: 'approve'; withoutDocuments: boolean }
  | { kind: 'reinstate' | 'clear' }
  | { kind: 'reject' | 'suspend'; reason: string }
  | { kind: 'accept'; document: string }
  | { kind: 'refuse'; document: string; reason: string }

type ReasonRequest = { title: string; label: string; make: (reason: string) => Decision }

export const useDecision = (listing: ReviewedListing, draft: string) => {
  const queryClient = useQueryClient()
  const [reasonRequest, setReasonRequest] = useState<ReasonRequest>()
  const [confirmsUnseen, setConfirmsUnseen] = useState(false)
  const act = useMutation({
    mutationFn: (decision: Decision) => send(listing, decision),
    onSuccess: () => {
      forgetDraft(draft)
      setReasonRequest(undefined)
      setConfirmsUnseen(false)
      toast('Hecho', undefined, 'good')
    },
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: keyOf(contract.reviewQueue) })
    },
  })
  /** The error of an earlier decision does not belong to this one. */
  const askReason = (next: ReasonRequest) => {
    act.reset()
    setReasonRequest(next)
  }
  return {
    act,
    reasonRequest,
    askReason,
    closeReason: () => setReasonRequest(undefined),
    confirmsUnseen,
    confirmUnseen: () => {
      act.reset()
      setConfirmsUnseen(true)
    },
    closeUnseen: () => setConfirmsUnseen(false),
  }
}

type DecisionState = ReturnType<typeof useDecision>

const send = async (listing: ReviewedListing, decision: Decision) => {
  const params = { id: listing.id }
  const { version } = listing
  switch (decision.kind) {
    case 'approve':
      return call(contract.approveListing, {
        params,
        body: { version, withoutDocuments: decision.withoutDocuments },
      })
    case 'reinstate':
      return call(contract.reinstateListing, { params, body: { version } })
    case 'clear':
      return call(contract.clearListing, { params, body: { version } })
    case 'reject':
      return call(contract.rejectListing, { params, body: { version, reason: decision.reason } })
    case 'suspend':
      return call(contract.suspendListing, { params, body: { version, reason: decision.reason } })
    case 'accept':
      return call(contract.acceptDocument, { params: { id: decision.document } })
    case 'refuse':
      return call(contract.rejectDocument, {
        params: { id: decision.document },
        body: { reason: decision.reason },
      })
  }
}

export const DocumentRow = ({
  listing,
  document,
  decision: { act, askReason },
}: {
  listing: ReviewedListing
  document: ReviewedListing['documents'][number]
  decision: DecisionState
}) => (
  <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 px-4 py-2.5">
    <span className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
      <a
        href={`/api/spaces/${listing.id}/documents/${document.id}/file`}
        className="inline-flex min-h-11 items-center gap-2 font-medium underline underline-offset-4"
      >
        <FileText aria-hidden className="size-4.5 shrink-0" />
        {documentKinds[document.kind].label}
      </a>
      <Badge
        tone={document.status === 'in_review' ? 'maiz' : document.status === 'valid' ? 'agave' : 'plain'}
      >
        {documentStatuses[document.status]}
      </Badge>
      {document.validUntil === null ? null : (
        <span className="text-sm text-muted">vence {document.validUntil}</span>
      )}
    </span>
    {document.status === 'in_review' ? (
      <span className="flex gap-2">
        <Button
          tone="secondary"
          size="small"
          busy={act.isPending}
          onClick={() => act.mutate({ kind: 'accept', document: document.id })}
        >
          Aceptar<span className="sr-only"> {documentKinds[document.kind].label}</span>
        </Button>
        <Button
          tone="quiet"
          size="small"
          onClick={() =>
            askReason({
              title: `Rechazar: ${documentKinds[document.kind].label}`,
              label: 'Rechazar documento',
              make: (reason) => ({ kind: 'refuse', document: document.id, reason }),
            })
          }
        >
          Rechazar<span className="sr-only"> {documentKinds[document.kind].label}</span>
        </Button>
      </span>
    ) : null}
  </li>
)

export const Actions = ({
  listing,
  decision: { act, askReason, confirmUnseen },
  hasUnseen,
}: {
  listing: ReviewedListing
  decision: DecisionState
  hasUnseen: boolean
}) => (
  <footer className="flex flex-wrap gap-3">
    {listing.status === 'in_review' ? (
      <>
        <Button
          busy={act.isPending}
          onClick={() =>
            hasUnseen ? confirmUnseen() : act.mutate({ kind: 'approve', withoutDocuments: false })
          }
        >
          Aprobar y publicar
        </Button>
        <Button
          tone="secondary"
          onClick={() =>
            askReason({
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
    {listing.status === 'published' || listing.status === 'paused' ? (
      <>
        {listing.doubts.length > 0 ? (
          <Button tone="secondary" busy={act.isPending} onClick={() => act.mutate({ kind: 'clear' })}>
            Está bien así
          </Button>
        ) : null}
        <Button
          tone="quiet"
          onClick={() =>
            askReason({
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
)

export const UnseenDialog = ({
  unseen,
  decision: { act, closeUnseen },
}: {
  unseen: ReviewedListing['documents']
  decision: DecisionState
}) => (
  <Dialog
    open
    onOpenChange={() => closeUnseen()}
    title={
      unseen.length === 1 ? 'Hay un documento sin revisar' : `Hay ${unseen.length} documentos sin revisar`
    }
    description="Publicarlo no los acepta: siguen en revisión, y si rechazas uno que la ley pide, el espacio se pausa."
    actions={
      <>
        <Button tone="quiet" onClick={() => closeUnseen()}>
          Revisarlos primero
        </Button>
        <Button busy={act.isPending} onClick={() => act.mutate({ kind: 'approve', withoutDocuments: true })}>
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
)
