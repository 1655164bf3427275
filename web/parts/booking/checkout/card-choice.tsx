import { useQuery } from '@tanstack/react-query'
import { type ComponentProps, useEffect } from 'react'
import type { SavedCard } from '#contract/payment/saved-card.ts'
import { ApiError } from '#web/api.ts'
import { CardFields } from '#web/parts/booking/checkout/card-fields.tsx'
import { CardMark } from '#web/parts/payment/card-mark.tsx'
import { expiryOf, savedCardsReading, nameOf } from '#web/parts/payment/saved-cards.ts'
import { useForm } from '#web/ui/form/use-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox, Radio } from '#web/ui/form/checkbox.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'

/** A saved card by its id, or null: a typed one, and whether it is saved for the next time. */
export type CardSelection = { cardId: string | null; keep: boolean }

/** Stored in this tab until the visit is booked. `cardId`: `other`, a saved card's id, or nothing chosen. */
type Draft = { cardId: string; keep: boolean }

/** The card with which a client with an account pays: saved cards first, and another can always be typed. */
export default function CardChoice({
  problem,
  onSay,
  ...entering
}: ComponentProps<typeof CardFields> & {
  /** Why the last payment was refused. */
  problem: Error | null
  onSay: (selection: CardSelection) => void
}) {
  const answer = useQuery(savedCardsReading)
  const form = useForm<Draft>({ initial: { cardId: '', keep: false }, draft: 'checkout-card' })
  const cards = answer.data ?? []
  const good = cards.filter(({ isExpired }) => !isExpired)
  const chosen =
    form.values.cardId === 'other' ? undefined : (good.find(({ id }) => id === form.values.cardId) ?? good[0])
  const cardId = chosen?.id ?? null
  const keep = cardId === null && form.values.keep
  const { isPending, refetch } = answer
  useEffect(() => {
    if (!isPending) onSay({ cardId, keep })
  }, [isPending, cardId, keep, onSay])
  // The card was removed or has expired since it was loaded.
  const isGone =
    problem instanceof ApiError && (problem.code === 'card_expired' || problem.code === 'not_found')
  useEffect(() => {
    if (isGone) void refetch()
  }, [isGone, refetch])
  if (isPending) return <Skeleton className="h-40 rounded-lg" />
  return (
    <>
      {answer.isLoadingError ? (
        <p role="alert" className="flex flex-wrap items-center justify-between gap-3">
          No pudimos leer tus tarjetas guardadas; puedes escribir otra.
          <Button tone="quiet" size="small" onClick={() => refetch()}>
            Intentar otra vez
          </Button>
        </p>
      ) : null}
      {cards.length === 0 ? null : (
        <div role="radiogroup" aria-label="¿Con qué tarjeta pagas?" className="flex flex-col gap-2">
          {cards.map((card) => (
            <Choice
              key={card.id}
              isChosen={cardId === card.id}
              isOver={card.isExpired}
              brand={card.brand}
              name={nameOf(card)}
              more={moreOf(card)}
              onChoose={() => form.put({ cardId: card.id })}
            />
          ))}
          <Choice
            isChosen={cardId === null}
            brand=""
            name="Otra tarjeta"
            more="Crédito o débito"
            onChoose={() => form.put({ cardId: 'other' })}
          />
        </div>
      )}
      {cardId === null ? (
        <>
          <CardFields {...entering} />
          <Checkbox
            label={
              <>
                <span className="font-semibold">Guardar esta tarjeta</span>
                <span className="block text-sm text-muted">
                  Pagas tu próxima cita sin escribirla y la quitas cuando quieras en Configuración; Kalli
                  guarda solo su marca, sus últimos cuatro dígitos y cuándo vence.
                </span>
              </>
            }
            {...form.tick('keep')}
            className="items-start [&>input]:mt-0.5"
          />
        </>
      ) : null}
    </>
  )
}

const moreOf = (card: SavedCard) =>
  card.isExpired ? `${expiryOf(card)}: ya no se puede usar` : expiryOf(card)

const Choice = ({
  isChosen,
  isOver = false,
  brand,
  name,
  more,
  onChoose,
}: {
  isChosen: boolean
  isOver?: boolean
  brand: string
  name: string
  more: string
  onChoose: () => void
}) => (
  <Radio
    name="pay-card"
    checked={isChosen}
    disabled={isOver}
    onChange={onChoose}
    className={classNames(
      'rounded-lg border px-4 transition-colors',
      isChosen ? 'border-jacaranda bg-jacaranda-soft' : 'border-line',
      isOver ? 'bg-sunk' : 'hover:border-ink',
    )}
    label={
      <span className="flex items-center gap-3">
        <CardMark brand={brand} className={isOver ? 'opacity-60' : ''} />
        <span className="min-w-0">
          <span className={classNames('figures block font-semibold', isOver && 'text-muted')}>{name}</span>
          <span className="block text-sm text-muted">{more}</span>
        </span>
      </span>
    }
  />
)
