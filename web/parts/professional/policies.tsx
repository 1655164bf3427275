import { formatRate } from '#contract/platform/money.ts'
import type { PublicProfessional } from '#contract/search/public-page.ts'
import { policyTiers, type PolicyTier } from '#contract/service/service.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { durationText, shortOf } from '#web/parts/time/wall-clock.ts'

type Service = PublicProfessional['services'][number]

/** The cancellation policies of the services, as text, with the dates for the next free hour. */
export const Policies = ({
  of: one,
}: {
  of: Pick<PublicProfessional, 'services' | 'nextSlotAt' | 'requestedAt' | 'zone'>
}) => (
  <ul className="grid gap-4 sm:grid-cols-2">
    {groupsOf(one.services).map(({ tier, cutoffMinutes, names, all }) => {
      const { label, lateBp, noShowBp } = policyTiers[tier]
      return (
        <li
          key={`${tier}${cutoffMinutes}`}
          className="flex flex-col gap-1.5 rounded-lg border border-line bg-surface p-5"
        >
          <h3 className="font-sans text-base font-semibold tracking-normal">
            Cancelación {label.toLowerCase()}
          </h3>
          <p>
            {lateBp === 0
              ? noShowBp === 0
                ? 'Cancelar no cuesta.'
                : 'Cancelar no cuesta hasta la hora de la cita.'
              : `Gratis hasta ${durationText(cutoffMinutes)} antes; después, ${formatRate(lateBp)} del precio hasta la hora de la cita.`}{' '}
            {noShowBp === 0 ? 'No llegar tampoco.' : `Si no llegas, ${formatRate(noShowBp)}.`}
          </p>
          {one.nextSlotAt === null || lateBp === 0 ? null : (
            <p className="text-[0.9375rem] text-muted">{datesOf(one.nextSlotAt, cutoffMinutes, one)}</p>
          )}
          <p className="text-sm text-muted">{all ? 'Para todos sus servicios.' : names.join(', ')}</p>
        </li>
      )
    })}
  </ul>
)

const datesOf = (
  startsAt: string,
  cutoffMinutes: number,
  { requestedAt, zone }: { requestedAt: string; zone: string },
) => {
  const until = new Date(Date.parse(startsAt) - cutoffMinutes * minuteMs).toISOString()
  if (until <= requestedAt) return `El horario del ${shortOf(startsAt, zone)} ya está dentro de ese plazo.`
  return `Para el horario del ${shortOf(startsAt, zone)}: hasta el ${shortOf(until, zone)}.`
}

const groupsOf = (services: readonly Service[]) => {
  const groups: { tier: PolicyTier; cutoffMinutes: number; names: string[] }[] = []
  for (const { policyTier, cutoffMinutes, name } of services) {
    const known = groups.find((one) => one.tier === policyTier && one.cutoffMinutes === cutoffMinutes)
    if (known === undefined) groups.push({ tier: policyTier, cutoffMinutes, names: [name] })
    else known.names.push(name)
  }
  return groups.map((group) => ({ ...group, all: groups.length === 1 }))
}
