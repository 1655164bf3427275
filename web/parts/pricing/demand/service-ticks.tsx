import { useState } from 'react'
import type { OwnDemandRules } from '#contract/pricing/demand.ts'
import { Ticks } from '#web/ui/form/choices.tsx'

/** The professional's services; an archived one that a rule still names is listed until the page is left, so that it can be removed. */
export const ServiceTicks = ({
  hint,
  services,
  ids,
  onChange,
}: {
  hint: string
  services: OwnDemandRules['services']
  ids: readonly number[]
  onChange: (ids: number[]) => void
}) => {
  const [first] = useState(ids)
  const away = [...new Set([...first, ...ids])].filter((id) => services.every((service) => service.id !== id))
  return (
    <Ticks
      legend="Servicios"
      hint={hint}
      options={[
        ...services.map(({ id, name }) => ({ value: String(id), label: name })),
        ...away.map((id, place) => ({
          value: String(id),
          label: away.length === 1 ? 'Un servicio archivado' : `Servicio archivado ${place + 1}`,
        })),
      ]}
      values={ids.map(String)}
      onChange={(chosen) => onChange(chosen.map(Number))}
    />
  )
}
