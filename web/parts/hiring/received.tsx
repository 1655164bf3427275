import { Link } from '@tanstack/react-router'
import { ChevronDown } from 'lucide-react'
import { useEffect } from 'react'
import type { Invitation } from '#contract/hiring/invitation.ts'
import { TalkButton } from '#web/parts/conversation/talk-button.tsx'
import { AgendaPreview } from '#web/parts/hiring/agenda-preview.tsx'
import { HostWord, OfferHead } from '#web/parts/hiring/offer.tsx'
import { Questions } from '#web/parts/hiring/questions.tsx'
import { blockedBy, InvitationBadge, isOpen, TimeLeft } from '#web/parts/hiring/invitation-status.tsx'
import { TermsList } from '#web/parts/hiring/terms.tsx'
import { useSeen } from '#web/parts/hiring/seen.ts'
import { AreaMap } from '#web/parts/space/area-map.tsx'
import { paths } from '#web/paths.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'

/** A received invitation: a summary, and the details once it is opened. */
export const Received = ({
  of: one,
  open,
  to,
  isFirst,
}: {
  of: Invitation
  open: boolean
  to: { open?: string }
  /** The first pending invitation: its answer is the main action of the page. */
  isFirst: boolean
}) => {
  useSeen(one, open)
  useEffect(() => {
    if (open) document.getElementById(`inv-${one.id}`)?.scrollIntoView({ block: 'start' })
    // Only when the page comes with it open.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  const blocked = blockedBy(one, 'accept')
  return (
    <Card id={`inv-${one.id}`} className="flex scroll-mt-24 flex-col gap-5 sm:p-6">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-[0.9375rem]">
        <InvitationBadge of={one} />
        <TimeLeft of={one} />
      </p>
      <OfferHead of={one} />
      <HostWord of={one} />
      {open ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-6 lg:grid-cols-[repeat(2,minmax(0,1fr))]">
          <div className="flex flex-col gap-6">
            <section>
              <h3 className="mb-1 text-lg">Condiciones</h3>
              <TermsList terms={one.terms} />
            </section>
            <Questions of={one} />
          </div>
          <div className="flex flex-col gap-6">
            {isOpen(one) ? <AgendaPreview id={one.id} rent={one.terms.rent} /> : null}
            <AreaMap of={one.space} />
          </div>
        </div>
      ) : null}
      <div className="flex flex-wrap items-start gap-3 border-t border-line pt-5">
        {isOpen(one) && blocked === undefined ? (
          <>
            <Link
              {...paths.acceptInvitation(one.id)}
              className={buttonClass({ tone: isFirst ? 'primary' : 'secondary' })}
            >
              Aceptar
              <span className="sr-only"> la invitación de {one.host.businessName}</span>
            </Link>
            <Link {...paths.declineInvitation(one.id)} className={buttonClass({ tone: 'secondary' })}>
              No, gracias
              <span className="sr-only"> a {one.host.businessName}</span>
            </Link>
          </>
        ) : one.status === 'accepted' ? (
          <Link
            {...paths.spaceApplications({ tab: 'agreements' })}
            className={buttonClass({ tone: 'secondary' })}
          >
            Ver mis convenios
          </Link>
        ) : (
          <Button blocked={blocked ?? ''}>Aceptar</Button>
        )}
        <TalkButton
          where={{ kind: 'invitation', about: one.id, as: 'professional' }}
          with={one.host.businessName}
          tone="quiet"
        />
        <Link
          {...paths.invitations(open ? { ...to, open: undefined } : { ...to, open: one.id })}
          replace
          resetScroll={false}
          aria-expanded={open}
          className={buttonClass({ tone: 'quiet' }, 'sm:ml-auto')}
        >
          {open ? 'Ver menos' : 'Ver condiciones y agenda'}
          <span className="sr-only"> de {one.space.name}</span>
          <ChevronDown aria-hidden className={open ? 'size-5 rotate-180' : 'size-5'} />
        </Link>
      </div>
    </Card>
  )
}
