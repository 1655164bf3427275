import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { CalendarCheck2 } from 'lucide-react'
import { useState } from 'react'
import * as outside from '#contract/availability/outside-calendar.ts'
import * as contract from '#contract/availability/unit-calendar.ts'
import type { UnitCalendar } from '#contract/availability/unit-calendar.ts'
import { PrivateAddress } from '#web/ui/form/private-address.tsx'
import { call, keyOf, reading } from '#web/api.ts'
import { OutsideCalendars } from '#web/parts/time/outside-calendars.tsx'
import { dateIn, longDate } from '#web/parts/time/wall-clock.ts'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/page/states.tsx'
import { toast } from '#web/ui/toast.ts'

/** Each unit's taken time for the host's own calendar: an address to subscribe to, shown once, which can be revoked at any time. */
export const CalendarsDialog = ({ zone, onClose }: { zone: string; onClose: () => void }) => {
  const answer = useQuery(reading(contract.unitCalendars))
  const others = useQuery(reading(outside.outsideCalendars))
  return (
    <Dialog
      open
      onOpenChange={(open) => (open ? undefined : onClose())}
      title="Calendarios por unidad"
      description="Suscríbete y ve allá cuándo está ocupada cada unidad, o conecta otro calendario que la ocupa aquí. Solo viaja «Ocupado»: sin nombres ni precios."
    >
      {answer.isPending ? (
        <div aria-busy="true" className="flex flex-col gap-4">
          <span className="sr-only">Cargando tus unidades…</span>
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
        </div>
      ) : answer.isLoadingError ? (
        <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
      ) : answer.data.length === 0 ? (
        <EmptyState
          icon={<CalendarCheck2 />}
          title="Todavía no hay unidades"
          text="Cuando publiques un espacio, aquí conectas cada una de sus unidades."
        />
      ) : (
        <ul className="flex flex-col divide-y divide-line">
          <li className="pb-4 text-[0.9375rem]">
            ¿Google, Outlook o iCloud?{' '}
            <Link
              {...paths.settings({ section: 'connections' })}
              className="font-semibold underline underline-offset-3"
            >
              Conecta una cuenta
            </Link>{' '}
            y las rentas y citas también se escriben allá.
          </li>
          {answer.data.map((unit) => (
            <li key={unit.unitId} className="py-4 first:pt-0 last:pb-0">
              <OneCalendar unit={unit} zone={zone} />
              {others.data === undefined ? null : (
                <div className="mt-4">
                  <OutsideCalendars
                    calendars={others.data.filter(({ unitId }) => unitId === unit.unitId)}
                    zone={zone}
                    name={unit.unitName}
                    add={(address) =>
                      call(outside.addOutsideCalendar, { params: { id: unit.unitId }, body: { address } })
                    }
                  />
                </div>
              )}
            </li>
          ))}
        </ul>
      )}
    </Dialog>
  )
}

const OneCalendar = ({ unit, zone }: { unit: UnitCalendar; zone: string }) => {
  const queryClient = useQueryClient()
  const [address, show] = useState<string>()
  const params = { id: unit.unitId }
  const again = () => queryClient.invalidateQueries({ queryKey: keyOf(contract.unitCalendars) })
  const making = useMutation({
    mutationFn: () => call(contract.makeUnitCalendar, { params }),
    onSuccess: async (made) => {
      show(made.address)
      await again()
    },
  })
  const removing = useMutation({
    mutationFn: () => call(contract.removeUnitCalendar, { params }),
    onSuccess: async () => {
      show(undefined)
      await again()
      toast('Calendario desconectado', 'La dirección ya no muestra nada.', 'good')
    },
  })
  const problem = making.error ?? removing.error
  const name = `${unit.unitName}, ${unit.spaceName}`
  return (
    <div className="flex flex-col gap-3">
      <div>
        <p className="font-semibold">{name}</p>
        <p className="text-sm text-muted">
          {unit.madeAt === null
            ? 'Sin conectar'
            : `Con dirección desde el ${longDate(dateIn(unit.madeAt, zone))}`}
        </p>
      </div>
      {address === undefined ? null : (
        <PrivateAddress
          of={unit.unitName}
          hint="Cópiala ahora: no se vuelve a mostrar. Quien la tenga ve cuándo está ocupada."
          address={address}
        />
      )}
      {problem === null ? null : (
        <p role="alert" className="font-medium text-chile">
          {problem.message}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <Button
          tone="secondary"
          size="small"
          busy={making.isPending}
          aria-label={`${unit.madeAt === null ? 'Crear dirección' : 'Crear otra dirección'} de ${name}`}
          onClick={() => making.mutate()}
        >
          {unit.madeAt === null ? 'Crear dirección' : 'Crear otra dirección'}
        </Button>
        {unit.madeAt === null ? null : (
          <Button
            tone="quiet"
            size="small"
            busy={removing.isPending}
            aria-label={`Desconectar ${name}`}
            onClick={() => removing.mutate()}
          >
            Desconectar
          </Button>
        )}
      </div>
    </div>
  )
}
