import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/booking/agenda/own-calendar.ts'
import { PrivateAddress } from '#web/ui/form/private-address.tsx'
import { call, reading } from '#web/api.ts'
import { dateIn, longDate } from '#web/parts/time/wall-clock.ts'
import { Button } from '#web/ui/button.tsx'
import { Problem } from '#web/ui/form/labelled.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'
import { toast } from '#web/ui/toast.ts'

const addressReading = reading(contract.ownCalendar)

/** The export: the user's agenda in another calendar, by a URL that is shown once and can be revoked. */
export const OwnCalendarAddress = ({ zone }: { zone: string }) => {
  const queryClient = useQueryClient()
  const answer = useQuery(addressReading)
  const [address, show] = useState<string>()
  const again = () => queryClient.invalidateQueries({ queryKey: addressReading.queryKey })
  const making = useMutation({
    mutationFn: () => call(contract.makeOwnCalendar),
    onSuccess: async (made) => {
      show(made.address)
      await again()
    },
  })
  const removing = useMutation({
    mutationFn: () => call(contract.removeOwnCalendar),
    onSuccess: async () => {
      show(undefined)
      await again()
      toast('Dirección retirada', 'Ya no muestra nada.', 'good')
    },
  })
  if (answer.isPending) return <Skeleton className="h-24" />
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  const { madeAt } = answer.data
  return (
    <section aria-labelledby="agenda-en-otro-calendario" className="flex flex-col gap-3">
      <h3 id="agenda-en-otro-calendario" className="font-sans text-base font-semibold tracking-normal">
        Tu agenda en Google, Apple u Outlook
      </h3>
      <p className="text-[0.9375rem] text-muted">
        Suscríbete con tu dirección privada: allá verás tus citas con el servicio y el nombre de quien viene,
        tus clases y tus bloqueos. Google la lee cada varias horas: un cambio de hoy puede tardar en verse, y
        lo que vale es lo que dice Kalli.
      </p>
      {madeAt === null ? null : (
        <p className="text-sm text-muted">Con dirección desde el {longDate(dateIn(madeAt, zone))}.</p>
      )}
      {address === undefined ? null : (
        <PrivateAddress
          of="tu agenda"
          hint="Cópiala ahora: no se vuelve a mostrar. Quien la tenga ve tu agenda."
          address={address}
        />
      )}
      <Problem of={making.error ?? removing.error} />
      <div className="flex flex-wrap gap-3">
        <Button tone="secondary" size="small" busy={making.isPending} onClick={() => making.mutate()}>
          {madeAt === null ? 'Crear dirección' : 'Crear otra y retirar esta'}
        </Button>
        {madeAt === null ? null : (
          <Button tone="quiet" size="small" busy={removing.isPending} onClick={() => removing.mutate()}>
            Retirar dirección
          </Button>
        )}
      </div>
    </section>
  )
}
