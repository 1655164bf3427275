import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CreditCard } from 'lucide-react'
import { forgetCard, type SavedCard } from '#contract/payment/saved-card.ts'
import { call } from '#web/api.ts'
import { CardMark } from '#web/parts/payment/card-mark.tsx'
import { expiryOf, savedCardsReading, nameOf } from '#web/parts/payment/saved-cards.ts'
import { Panel } from '#web/ui/page/panel.tsx'
import { paths } from '#web/paths.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

/** The user's saved cards. Hidden from users who mostly receive money until they save one. */
export const CardSettings = ({ isAside }: { isAside: boolean }) => {
  const saved = useQuery(savedCardsReading)
  if (saved.isPending) return isAside ? null : <Skeleton className="h-48 rounded-lg" />
  if (saved.isLoadingError)
    return <ErrorState text={saved.error.message} onRetry={() => void saved.refetch()} />
  const cards = saved.data ?? []
  if (isAside && cards.length === 0) return null
  return (
    <Panel
      title="Tarjetas guardadas"
      text="Pagan tu próxima cita sin que las escribas. Kalli guarda su marca, sus últimos cuatro dígitos y cuándo vencen; el número solo lo tiene el procesador de pagos."
    >
      {cards.length === 0 ? (
        <EmptyState
          icon={<CreditCard />}
          title="Todavía no guardas ninguna"
          text="Marca «Guardar esta tarjeta» cuando pagues una cita y aparecerá aquí."
          action={
            <Link {...paths.search()} className={buttonClass({ tone: 'secondary' })}>
              Buscar profesionales
            </Link>
          }
        />
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          {cards.map((card) => (
            <Saved key={card.id} card={card} />
          ))}
        </ul>
      )}
    </Panel>
  )
}

const Saved = ({ card }: { card: SavedCard }) => {
  const queryClient = useQueryClient()
  const name = nameOf(card)
  const removing = useMutation({
    mutationFn: () => call(forgetCard, { params: { id: card.id } }),
    onSuccess: () => {
      toast(`Quitaste tu ${name}`, 'Las citas que ya reservaste con ella siguen igual.', 'good')
      queryClient.setQueryData(savedCardsReading.queryKey, (cards) =>
        cards?.filter(({ id }) => id !== card.id),
      )
    },
    onError: (problem) => {
      toastError('Error', problem.message)
      // Another tab may have changed the list.
      void queryClient.invalidateQueries(savedCardsReading)
    },
  })
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <CardMark brand={card.brand} />
      <span className="min-w-0 flex-1 basis-40">
        <span className="figures block font-semibold">{name}</span>
        <span className="flex flex-wrap items-center gap-2 text-sm text-muted">
          {card.isExpired ? <Badge tone="chile">{expiryOf(card)}</Badge> : expiryOf(card)}
        </span>
      </span>
      <Button tone="quiet" size="small" busy={removing.isPending} onClick={() => removing.mutate()}>
        Quitar<span className="sr-only"> {name}</span>
      </Button>
    </li>
  )
}
