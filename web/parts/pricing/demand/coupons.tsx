import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Pencil, Plus, TicketPercent } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import * as contract from '#contract/pricing/coupon.ts'
import { type Coupon, maxCoupons } from '#contract/pricing/coupon.ts'
import type { OwnDemandRules } from '#contract/pricing/demand.ts'
import { formatCents, formatRate } from '#contract/platform/money.ts'
import { call, reading } from '#web/api.ts'
import { longDate } from '#web/parts/time/wall-clock.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Opening } from '#web/ui/page/opening.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

const CouponDialog = lazy(() => import('#web/parts/pricing/demand/coupon-dialog.tsx'))

type Services = OwnDemandRules['services']

/** Coupon codes that reduce the price for their users, and how often each was used. */
export const Coupons = ({ services }: { services: Services }) => {
  const answer = useQuery(reading(contract.coupons))
  const [edited, edit] = useState<Coupon | 'new'>()
  if (answer.isPending) return <Skeleton className="h-32 rounded-lg" />
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  const all = answer.data
  return (
    <div className="flex flex-col gap-3">
      {all.length === 0 ? (
        <Card>
          <EmptyState
            icon={<TicketPercent />}
            title="Todavía no das cupones"
            text="Una palabra para tus redes o tu tarjeta de presentación. Quien la escribe al pagar paga menos; lo pones tú, y la renta del espacio no cambia."
          />
        </Card>
      ) : (
        <ul className="flex flex-col gap-3">
          {all.map((coupon) => (
            <li key={coupon.id}>
              <OneCoupon coupon={coupon} services={services} onEdit={() => edit(coupon)} />
            </li>
          ))}
        </ul>
      )}
      <Button
        tone="secondary"
        size="small"
        className="self-start"
        blocked={all.length >= maxCoupons ? `Caben ${maxCoupons} cupones.` : undefined}
        onClick={() => edit('new')}
      >
        <Plus aria-hidden className="size-4" /> Nuevo cupón
      </Button>
      {edited === undefined ? null : (
        <Suspense fallback={<Opening />}>
          <CouponDialog
            coupon={edited === 'new' ? null : edited}
            services={services}
            onClose={() => edit(undefined)}
          />
        </Suspense>
      )}
    </div>
  )
}

const OneCoupon = ({
  coupon,
  services,
  onEdit,
}: {
  coupon: Coupon
  services: Services
  onEdit: () => void
}) => {
  const queryClient = useQueryClient()
  const { queryKey } = reading(contract.coupons)
  const { id, used: _used, ...said } = coupon
  const turn = useMutation({
    mutationFn: (active: boolean) =>
      call(contract.changeCoupon, { params: { id }, body: { ...said, active } }),
    onSuccess: (all) => {
      queryClient.setQueryData(queryKey, all)
      toast(coupon.active ? 'Cupón apagado' : 'Cupón encendido', coupon.code, 'good')
    },
    onError: (problem) => {
      toastError('Error', problem.message)
      void queryClient.invalidateQueries({ queryKey })
    },
  })
  return (
    <Card className="flex flex-wrap items-center gap-x-4 gap-y-3 py-4">
      <div className="min-w-0 flex-1 basis-60">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-display text-xl font-semibold break-all">{coupon.code}</span>
          <Badge tone={coupon.active ? 'agave' : 'plain'}>{coupon.active ? 'Activo' : 'Apagado'}</Badge>
        </p>
        <p className="text-[0.9375rem]">{offText(coupon, services)}</p>
        <FormError of={turn.error} />
        <p className="text-sm text-muted">{[whenText(coupon), usedText(coupon)].join(' · ')}</p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button tone="secondary" size="small" onClick={onEdit}>
          <Pencil aria-hidden className="size-4" /> Editar
          <span className="sr-only"> {coupon.code}</span>
        </Button>
        <Button tone="quiet" size="small" busy={turn.isPending} onClick={() => turn.mutate(!coupon.active)}>
          {coupon.active ? 'Apagar' : 'Encender'}
          <span className="sr-only"> {coupon.code}</span>
        </Button>
      </div>
    </Card>
  )
}

const offText = ({ change, serviceIds }: Coupon, services: Services) => {
  const off = change.kind === 'percent' ? formatRate(change.bp) : formatCents(change.cents)
  const names = services.flatMap(({ id, name }) => (serviceIds.includes(id) ? [name] : []))
  const away = serviceIds.length - names.length
  const named = [
    ...names,
    ...(away === 0 ? [] : [away === 1 ? 'un servicio archivado' : `${away} archivados`]),
  ]
  return `${off} menos en ${serviceIds.length === 0 ? 'todos tus servicios' : named.join(', ')}`
}

const whenText = ({ validFrom, validTo }: Coupon) => {
  if (validFrom === null && validTo === null) return 'Sin fecha límite'
  if (validFrom === null) return `Citas hasta el ${longDate(validTo ?? '')}`
  if (validTo === null) return `Citas desde el ${longDate(validFrom)}`
  return `Citas del ${longDate(validFrom)} al ${longDate(validTo)}`
}

const usedText = ({ used, maxUses, onceEach }: Coupon) => {
  const times = used === 1 ? 'Usado 1 vez' : `Usado ${used} veces`
  const most = maxUses === null ? '' : ` de ${maxUses}`
  return `${times}${most}${onceEach ? ', una por cliente' : ''}`
}
