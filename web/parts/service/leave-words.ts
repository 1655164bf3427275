import { formatCents } from '#contract/platform/money.ts'
import type { OwnService } from '#contract/service/service.ts'
import type { ServiceImpact } from '#contract/service/service-impact.ts'

/** A service about to be hidden or archived, with its bookings and packs. */
export type Leaving = { service: OwnService; impact: ServiceImpact; to: 'hide' | 'archive' }

/** The consequences for upcoming visits and for clients with paid sessions. */
export const leaveWords = ({ service, impact, to }: Leaving) => ({
  title: `¿${to === 'hide' ? 'Ocultar' : 'Archivar'} «${service.name}»?`,
  text: to === 'hide' ? hidden(impact) : archived(impact),
  action: to === 'hide' ? 'Ocultar' : 'Archivar',
})

const hidden = ({ packs }: ServiceImpact) =>
  packs.count === 1
    ? 'Un cliente tiene paquete y lo sigue reservando con sus sesiones hasta que se terminen o venzan; nadie más lo ve. Si ya no vas a darlo, archívalo: ahí se devuelve lo que le queda.'
    : `${packs.count} clientes tienen paquete y lo siguen reservando con sus sesiones hasta que se terminen o venzan; nadie más lo ve. Si ya no vas a darlo, archívalo: ahí se devuelve lo que les queda.`

const archived = ({ upcoming, packs }: ServiceImpact) => {
  const given =
    packs.count === 0
      ? ''
      : ` Se devuelven ${formatCents(packs.leftCents)} a ${clients(packs)} que tiene${packs.count === 1 ? '' : 'n'} paquete; eso no se deshace.`
  if (upcoming.length > 0)
    return `Deja de ofrecerse.${given} Estas citas por venir se dan como se reservaron:`
  return packs.count === 0
    ? 'Deja de ofrecerse. No hay citas por venir, y puedes traerlo de vuelta.'
    : `Deja de ofrecerse.${given} No hay citas por venir, y el servicio puedes traerlo de vuelta.`
}

type Packs = ServiceImpact['packs']
const clients = ({ count }: Packs) => (count === 1 ? 'un cliente' : `${count} clientes`)
