import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { groupsOf } from '#contract/service/add-on.ts'
import type { ClassRule } from '#contract/service/class-rule.ts'
import { formatCents } from '#contract/platform/money.ts'
import * as contract from '#contract/service/service.ts'
import type { Margins, PlaceMargin } from '#contract/service/service-impact.ts'
import { reading } from '#web/api.ts'
import type { ServiceDraft } from '#web/parts/service/draft.ts'
import { paths } from '#web/paths.ts'
import { ChoiceField } from '#web/ui/form/labelled.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'

/** "En tus 3 lugares ganas entre $310 y $372": what is left of the typed price at each place, before saving. */
export const MarginSimulator = ({ draft }: { draft: ServiceDraft }) => {
  const [choice, setChoice] = useState<Readonly<Record<string, string>>>({})
  const groups = groupsOf(draft.addOns)
  const chosen = groups.flatMap(
    ({ name, options }) => options.find((one) => one.name === choice[name]) ?? options[0] ?? [],
  )
  const search = useDeferredValue({
    category: draft.category,
    durationMinutes: chosen.reduce((sum, { minutes }) => sum + minutes, draft.durationMinutes),
    priceCents: chosen.reduce((sum, { priceCents }) => sum + priceCents, draft.priceCents),
    atPlace: draft.atPlace ? ('true' as const) : ('false' as const),
    homeFeeCents: draft.atHome?.feeCents,
    online: draft.online ? ('true' as const) : undefined,
  })
  const answer = useQuery({
    ...reading(contract.serviceMargins, { query: search }),
    placeholderData: keepPreviousData,
  })
  if (answer.isPending)
    return (
      <>
        <span className="sr-only">Haciendo la cuenta…</span>
        <Skeleton className="h-48 rounded-md" />
      </>
    )
  if (answer.isLoadingError)
    return <ErrorState text={answer.error.message} onRetry={() => answer.refetch()} />
  const { places, away, commissionCents, hasDemandRules } = answer.data
  if (draft.classRule !== null)
    return (
      <OfClass
        rule={draft.classRule}
        seatCents={search.priceCents - commissionCents}
        commissionCents={commissionCents}
      />
    )
  return (
    <div aria-busy={answer.isPlaceholderData || undefined} className="flex flex-col gap-5">
      {groups.map(({ name, options }, place) => (
        <ChoiceField
          key={place}
          label={name}
          value={chosen[place]?.name ?? null}
          onChange={(option) => setChoice({ ...choice, [name]: option })}
          options={options.map((one) => ({
            value: one.name,
            label: `${one.name}, +${formatCents(one.priceCents)}`,
          }))}
        />
      ))}
      <p role="status" className="text-[1.0625rem]">
        {sentencesOf(answer.data, search.atPlace === 'true').join(' ')}
      </p>
      {places.length + away.length === 0 ? null : (
        <ul className="flex flex-col divide-y divide-line">
          {places.map(({ spaceId, name, covers, rent, net }) => (
            <Row
              key={spaceId ?? 0}
              name={name}
              text={
                covers
                  ? rentText(rent)
                  : 'Tu convenio no cubre este servicio, o es muy corto para ese espacio'
              }
              net={covers ? net : null}
            />
          ))}
          {away.map(({ modality, feeCents, netCents }) => (
            <Row
              key={modality}
              name={awayNames[modality]}
              text={feeCents === 0 ? 'Sin renta' : `Sin renta, con ${formatCents(feeCents)} por ir`}
              net={{ minCents: netCents, maxCents: netCents }}
            />
          ))}
        </ul>
      )}
      <p className="text-sm text-muted">
        Después de la comisión de Kalli ({commissionText(answer.data)}, con IVA)
        {places.some(({ rent }) => rent !== null && rent.maxCents > 0)
          ? ', la renta de la semana que viene'
          : ''}{' '}
        y las retenciones que te tocan.{' '}
        {hasDemandRules
          ? 'Al precio que escribiste, sin tus precios por demanda: a las horas que cambian ganas más o menos.'
          : 'Con los mismos números que tendrá tu recibo.'}
      </p>
      {search.atPlace === 'false' ? null : (
        <Link
          {...paths.spaceRules()}
          className="inline-flex min-h-11 items-center self-start font-semibold text-jacaranda-deep underline underline-offset-4"
        >
          Decidir dónde se ofrece
        </Link>
      )}
    </div>
  )
}

/** For a class: the price is per seat, while the place is paid once. */
const OfClass = ({
  rule: { capacity, minimum },
  seatCents,
  commissionCents,
}: {
  rule: ClassRule
  seatCents: number
  commissionCents: number
}) => (
  <div className="flex flex-col gap-5">
    <p role="status" className="text-[1.0625rem]">
      De cada lugar te quedan {formatCents(seatCents)}.
    </p>
    <ul className="flex flex-col divide-y divide-line">
      {[...(minimum === null ? [] : [minimum]), capacity].map((seats) => (
        <li key={seats} className="flex items-baseline justify-between gap-4 py-2.5">
          <span className="font-semibold">
            {seats === capacity ? `Llena, ${seats} personas` : `Con ${seats} personas`}
          </span>
          <span className="figures font-semibold">{formatCents(seats * seatCents)}</span>
        </li>
      ))}
    </ul>
    <p className="text-sm text-muted">
      Después de la comisión de Kalli ({formatCents(commissionCents)} por lugar, con IVA) y antes de las
      retenciones que te tocan. Si la das en un espacio con renta, sus horas las pagas aparte.
    </p>
  </div>
)

const awayNames = { home: 'A domicilio', online: 'En línea' } as const

/** What is left at places, at homes and online: a sentence for each mode of the service. */
const sentencesOf = ({ places, away }: Margins, isAtPlace: boolean): string[] => [
  ...(isAtPlace ? [sentenceOf(places)] : []),
  ...away.map(
    ({ modality, netCents }) => `${awayNames[modality]} ganas ${formatCents(netCents)} por este servicio.`,
  ),
  ...(isAtPlace || away.length > 0 ? [] : ['Elige al menos un lugar donde lo das.']),
]

const sentenceOf = (places: readonly PlaceMargin[]) => {
  const nets = places.flatMap(({ covers, net }) => (covers && net !== null ? [net] : []))
  if (places.length === 0)
    return 'Todavía no tienes dónde darlo: consigue un convenio o di que recibes en un lugar propio.'
  if (nets.length === 0) return 'Ninguno de tus lugares da este servicio a tus horas.'
  const least = Math.min(...nets.map(({ minCents }) => minCents))
  const most = Math.max(...nets.map(({ maxCents }) => maxCents))
  const where = nets.length === 1 ? 'En tu lugar' : `En tus ${nets.length} espacios`
  return least === most
    ? `${where} ganas ${formatCents(least)} por este servicio.`
    : `${where} ganas entre ${formatCents(least)} y ${formatCents(most)} por este servicio.`
}

/** The travel cost is part of the price of a home visit, so its commission is higher. */
const commissionText = ({ commissionCents, places, away }: Margins): string => {
  const home = away.find(({ modality }) => modality === 'home')
  if (home === undefined || home.commissionCents === commissionCents) return formatCents(commissionCents)
  const isOnlyHome = places.length === 0 && away.length === 1
  return isOnlyHome
    ? formatCents(home.commissionCents)
    : `${formatCents(commissionCents)}, o ${formatCents(home.commissionCents)} a domicilio`
}

const rentText = (rent: PlaceMargin['rent']): string =>
  rent === null ? 'Sin horas en común esta semana' : rent.maxCents === 0 ? 'Sin renta' : `Renta ${span(rent)}`

const Row = ({ name, text, net }: { name: string; text: string; net: PlaceMargin['net'] }) => (
  <li className="flex items-baseline justify-between gap-4 py-2.5">
    <span className="min-w-0">
      <span className="block font-semibold">{name}</span>
      <span className="block text-sm text-muted">{text}</span>
    </span>
    <span
      className={`figures shrink-0 text-right font-semibold ${net !== null && net.minCents <= 0 ? 'text-chile' : ''}`}
    >
      {net === null ? '—' : span(net)}
    </span>
  </li>
)

const span = ({ minCents, maxCents }: { minCents: number; maxCents: number }) =>
  minCents === maxCents ? formatCents(minCents) : `${formatCents(minCents)} a ${formatCents(maxCents)}`
