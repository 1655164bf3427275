/** An example message of each event: shown in the document, and compared with real ones by server/webhook/matter.test.ts. */
import type * as z from 'zod/mini'
import type { WebhookMessage } from '#contract/webhook/event.ts'

type Message = z.input<typeof WebhookMessage>

const timestamp = '2026-11-28T16:02:11.000Z'
const bookingId = '019aa000-0000-7000-8000-0000000000b1'

export const webhookExamples = {
  'booking.confirmed': {
    type: 'booking.confirmed',
    timestamp,
    data: {
      role: 'professional',
      booking: {
        id: bookingId,
        version: 3,
        isYours: true,
        status: 'confirmed',
        kind: 'visit',
        source: 'own_link',
        startsAt: '2026-12-01T16:00:00.000Z',
        endsAt: '2026-12-01T17:30:00.000Z',
        timeZone: 'America/Mexico_City',
        professionalId: 12,
        spaceId: 7,
        unitId: 31,
        rentCents: 22_500,
        serviceId: 40,
        totalCents: 65_000,
      },
    },
  },
  'payment.changed': {
    type: 'payment.changed',
    timestamp,
    data: {
      role: 'professional',
      payment: {
        id: '019aa000-0000-7000-8000-0000000000c1',
        version: 4,
        bookingId,
        status: 'captured',
        method: 'card',
        amountCents: 65_000,
        capturedCents: 65_000,
        refundedCents: 0,
      },
    },
  },
  'payout.paid': {
    type: 'payout.paid',
    timestamp,
    data: {
      role: 'professional',
      payout: { id: '019aa000-0000-7000-8000-0000000000d1', bookingId, amountCents: 36_000 },
    },
  },
  'payout.returned': {
    type: 'payout.returned',
    timestamp,
    data: { role: 'host', payout: { transferId: 'tr_1QX', amountCents: 21_375 } },
  },
  'rent_charge.changed': {
    type: 'rent_charge.changed',
    timestamp,
    data: {
      role: 'host',
      rentCharge: {
        id: '019aa000-0000-7000-8000-0000000000e1',
        status: 'paid',
        professionalId: 12,
        amountCents: 180_000,
        returnedCents: 0,
        from: '2026-11-23',
        to: '2026-11-29',
      },
    },
  },
  'tip.changed': {
    type: 'tip.changed',
    timestamp,
    data: {
      role: 'professional',
      tip: {
        id: '019aa000-0000-7000-8000-0000000000f1',
        version: 2,
        bookingId,
        status: 'paid',
        amountCents: 10_000,
      },
    },
  },
  'deposit.changed': {
    type: 'deposit.changed',
    timestamp,
    data: {
      role: 'host',
      deposit: {
        id: '019aa000-0000-7000-8000-0000000000f2',
        version: 4,
        bookingId,
        status: 'claimed',
        professionalId: 12,
        amountCents: 50_000,
        claimCents: 20_000,
        contestBy: '2026-11-30T16:02:11.000Z',
        retainedCents: 0,
      },
    },
  },
  'dispute.changed': {
    type: 'dispute.changed',
    timestamp,
    data: {
      role: 'professional',
      dispute: {
        id: '019aa000-0000-7000-8000-0000000000f3',
        version: 3,
        bookingId,
        status: 'resolved',
        openedBy: 'client',
        respondent: 'professional',
        subject: 'quality',
        answerBy: '2026-11-30T16:02:11.000Z',
        outcome: 'half',
        withdrawn: false,
      },
    },
  },
  'invitation.sent': {
    type: 'invitation.sent',
    timestamp,
    data: {
      role: 'host',
      invitation: {
        id: '019aa000-0000-7000-8000-0000000000f4',
        version: 1,
        status: 'sent',
        spaceId: 7,
        professionalId: null,
        expiresAt: '2026-12-12T16:02:11.000Z',
      },
    },
  },
  'invitation.moved': {
    type: 'invitation.moved',
    timestamp,
    data: {
      role: 'professional',
      invitation: {
        id: '019aa000-0000-7000-8000-0000000000f4',
        version: 3,
        status: 'accepted',
        spaceId: 7,
        professionalId: 12,
        expiresAt: '2026-12-12T16:02:11.000Z',
      },
    },
  },
  'application.changed': {
    type: 'application.changed',
    timestamp,
    data: {
      role: 'host',
      application: { id: 5, version: 2, status: 'sent', professionalId: 12, spaceId: 7 },
    },
  },
  'agreement.made': {
    type: 'agreement.made',
    timestamp,
    data: {
      role: 'professional',
      agreement: { id: 9, version: 1, status: 'active', professionalId: 12, spaceId: 7, validTo: null },
    },
  },
  'agreement.changed': {
    type: 'agreement.changed',
    timestamp,
    data: {
      role: 'host',
      agreement: {
        id: 9,
        version: 2,
        status: 'paused',
        professionalId: 12,
        spaceId: 7,
        validTo: '2027-05-31T06:00:00.000Z',
      },
    },
  },
  'member.changed': {
    type: 'member.changed',
    timestamp,
    data: {
      role: 'host',
      member: { id: 3, version: 4, status: 'active', spaceId: 7, professionalId: 12 },
    },
  },
  'review.published': {
    type: 'review.published',
    timestamp,
    data: { role: 'professional', review: { id: 21, bookingId, subject: 'professional', score: 5 } },
  },
  'conversation.waits': {
    type: 'conversation.waits',
    timestamp,
    data: { role: 'professional', conversation: { kind: 'booking', about: bookingId, unread: 2 } },
  },
} as const satisfies Readonly<Partial<Record<Message['type'], Message>>>

/** Undefined: its message is like that of `booking.confirmed`. */
export const exampleOf = (event: string): Message | undefined =>
  Object.values(webhookExamples).find(({ type }) => type === event)
