import type { OwnClientPage } from '#contract/booking/client/own-client.ts'
import { formatCents } from '#contract/platform/money.ts'
import { birthdayText } from '#web/parts/booking/client-book/client-words.ts'
import { shortOf } from '#web/parts/time/wall-clock.ts'
import { Card } from '#web/ui/card.tsx'
import { PhoneLink } from '#web/ui/phone-link.tsx'

/** Figures of the client's visits and the entered data, without unknown values. */
export const ClientFacts = ({ page: { client, card, packs } }: { page: OwnClientPage }) => {
  const facts = [
    ['Visitas', String(client.visits)],
    ['Última', client.last === null ? 'Ninguna' : shortOf(client.last.startsAt, client.last.zone)],
    ['Próxima', client.next === null ? 'Ninguna' : shortOf(client.next.startsAt, client.next.zone)],
    ['Pagó contigo', formatCents(client.spentCents)],
    ['Veces que no llegó', String(client.noShows)],
    ...(client.birthday === null ? [] : [['Cumpleaños', birthdayText(client.birthday)] as const]),
    ...(card.foundBy === '' ? [] : [['Te encontró por', card.foundBy] as const]),
    ...packs.map(
      ({ service, left, sessions }) => [`Paquete de ${service}`, `Le quedan ${left} de ${sessions}`] as const,
    ),
  ] as const
  return (
    <Card className="flex flex-col gap-4">
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt className="text-sm text-muted">{label}</dt>
            <dd className="figures font-semibold wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      {client.phone === null && client.email === null ? null : (
        <p className="flex flex-wrap items-center gap-x-6 gap-y-1">
          {client.phone === null ? null : <PhoneLink phone={client.phone} />}
          {client.email === null ? null : (
            <a
              href={`mailto:${client.email}`}
              className="lone-link font-semibold wrap-anywhere text-jacaranda underline underline-offset-4"
            >
              {client.email}
            </a>
          )}
        </p>
      )}
    </Card>
  )
}
