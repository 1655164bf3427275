import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/service/service.ts'
import type { OwnService } from '#contract/service/service.ts'
import { call } from '#web/api.ts'
import { draftOf } from '#web/parts/service/draft.ts'
import { impactOf } from '#web/parts/service/impact-of.ts'
import type { Leaving } from '#web/parts/service/leave-words.ts'
import { servicesReading } from '#web/parts/booking/summary/reading.ts'
import { toast, toastError } from '#web/ui/toast.ts'

/** Requests run in the order of the changes. */
const ordering = { mutationKey: ['services', 'order'], scope: { id: 'services-order' } }

/** The professional's services: order, visibility, copies, archiving and restoring. */
export const useOwnServices = (all: readonly OwnService[]) => {
  const queryClient = useQueryClient()
  const active = all.filter(({ archived }) => !archived)
  const archived = all.filter(({ archived }) => archived)
  const [leaving, setLeaving] = useState<Leaving | null>(null)
  const put = (services: OwnService[]) => queryClient.setQueryData(servicesReading.queryKey, services)
  const again = () => queryClient.invalidateQueries({ queryKey: servicesReading.queryKey })
  const failed = (problem: Error) => {
    toastError('Error', problem.message)
    void again()
  }
  const order = useMutation({
    ...ordering,
    mutationFn: (ids: number[]) => call(contract.orderServices, { body: { ids } }),
    // While several are running, only the last response is current.
    onSuccess: (services) => (queryClient.isMutating(ordering) > 1 ? undefined : put(services)),
    onError: failed,
  })
  const duplicate = useMutation({
    mutationFn: ({ id }: OwnService) => call(contract.duplicateService, { params: { id } }),
    onSuccess: async ({ name }) => {
      await again()
      toast('Servicio duplicado', `«${name}» está oculto hasta que lo edites.`, 'good')
    },
    onError: failed,
  })
  const show = useMutation({
    mutationFn: ({ service, visibility }: { service: OwnService; visibility: contract.Visibility }) =>
      call(contract.changeService, {
        params: { id: service.id },
        body: { ...draftOf(service), visibility, version: service.version, keep: [] },
      }),
    onSuccess: async () => {
      setLeaving(null)
      await again()
    },
    onError: failed,
  })
  /** A service without sold packs is hidden at once; otherwise a dialog first shows the clients with packs. */
  const ask = useMutation({
    mutationFn: async ({ service, to }: Pick<Leaving, 'service' | 'to'>) => ({
      service,
      to,
      impact: await call(contract.serviceImpact, { params: { id: service.id } }),
    }),
    onSuccess: (found) => {
      if (found.to === 'hide' && found.impact.packs.count === 0)
        show.mutate({ service: found.service, visibility: 'hidden' })
      else setLeaving(found)
    },
    onError: failed,
  })
  const archive = useMutation({
    mutationFn: ({ service, impact: { packs } }: Leaving) =>
      call(contract.removeService, {
        params: { id: service.id },
        query: { packs: packs.count, packsLeftCents: packs.leftCents },
      }),
    onSuccess: async (_, { impact: { packs } }) => {
      setLeaving(null)
      await again()
      toast(
        'Servicio archivado',
        packs.count === 0
          ? 'Puedes traerlo de vuelta cuando quieras.'
          : 'Puedes traer de vuelta el servicio. Lo que quedaba de los paquetes se devuelve en unos minutos.',
        'good',
      )
    },
    onError: (problem, refused) => {
      const impact = impactOf(problem, 'service_has_packs')
      if (impact !== null) setLeaving({ ...refused, impact })
      failed(problem)
    },
  })
  const groups = [...Map.groupBy(active, ({ category }) => category)]
  /** The whole order, with one service moved within its group. */
  const move = async (group: readonly OwnService[], from: number, to: number) => {
    const moved = group[from]
    if (moved === undefined || to < 0 || to >= group.length || from === to) return
    const next = group.toSpliced(from, 1).toSpliced(to, 0, moved)
    const services = groups.flatMap(([category, some]) => (category === moved.category ? next : some))
    // A query already in flight would return the previous order.
    await queryClient.cancelQueries({ queryKey: servicesReading.queryKey })
    put([...services, ...archived])
    order.mutate(services.map(({ id }) => id))
  }
  return { groups, archived, leaving, setLeaving, order, duplicate, show, ask, archive, move }
}

export type OwnServices = ReturnType<typeof useOwnServices>
