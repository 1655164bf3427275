import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { formatCents } from '#contract/platform/money.ts'
import * as contract from '#contract/pricing/space-pricing.ts'
import type { PriceRules, RentEvaluation, SpacePricing } from '#contract/pricing/space-pricing.ts'
import { minuteMs } from '#contract/platform/duration.ts'
import { ApiError, call } from '#web/api.ts'
import { ClockSelect, KindSelect, Minutes, OptionalPesos } from '#web/parts/pricing/fields.tsx'
import { addDays, durationText, timeOf } from '#web/parts/time/wall-clock.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { hasUnreadNumber } from '#web/ui/form/unread-number.ts'

const lengths = [30, 60, 90, 120, 180, 240, 360, 480, 600, 1440, 10_080, 40_320]
const leads = [
  { value: '', label: 'Ahora mismo' },
  { value: '60', label: 'Una hora antes' },
  { value: '1440', label: 'Un día antes' },
  { value: '20160', label: 'Dos semanas antes' },
  { value: '43200', label: 'Un mes antes' },
] as const

/** Tests a stay before saving: its cost, line by line, and which rule won at which minute. */
export const Evaluator = ({
  pricing,
  draft,
  today,
}: {
  pricing: SpacePricing
  draft: { baseCents: number; rules: PriceRules }
  today: string
}) => {
  const [stay, setStay] = useState({ date: addDays(today, 1), startMinute: 960, minutes: 240 })
  const [lead, setLead] = useState<(typeof leads)[number]['value']>('')
  const [renter, setRenter] = useState('anyone')
  const [serviceCents, setServiceCents] = useState<number | null>(null)
  const [overtimeMinutes, setOvertimeMinutes] = useState(0)
  const pack = draft.rules.packs.find(({ id }) => renter === `pack:${id}`)
  const search = useDeferredValue({
    ...stay,
    leadMinutes: lead === '' ? null : Number(lead),
    professionalId: renter.startsWith('professional:') ? Number(renter.slice(13)) : null,
    inHouse: renter === 'house',
    serviceCents,
    packId: pack?.id ?? null,
    overtimeMinutes,
    draft,
  })
  const answer = useQuery<RentEvaluation>({
    queryKey: ['pricing-evaluation', pricing.spaceId, search],
    queryFn: ({ signal }) =>
      call(contract.evaluateSpacePricing, { params: { id: pricing.spaceId }, body: search }, { signal }),
    placeholderData: keepPreviousData,
    enabled: /^\d{4}-\d\d-\d\d$/.test(stay.date) && !hasUnreadNumber(search),
    staleTime: minuteMs,
  })
  return (
    <div className="flex flex-col gap-5">
      <div className="grid grid-cols-2 gap-3">
        <StayFields stay={stay} today={today} onChange={setStay} />
        <KindSelect label="Reserva" value={lead} kinds={leads} onChange={setLead} />
        <div className="col-span-2">
          <KindSelect
            label="Quién"
            value={pack === undefined && renter.startsWith('pack:') ? 'anyone' : renter}
            kinds={[
              { value: 'anyone', label: 'Cualquiera, por la lista' },
              { value: 'house', label: 'Alguien del equipo de casa' },
              ...draft.rules.packs.map(({ id, hours }) => ({
                value: `pack:${id}`,
                label: `Con un paquete de ${hours} h`,
              })),
              ...pricing.professionals.map(({ id, name }) => ({
                value: `professional:${id}`,
                label: `${name}, con convenio`,
              })),
            ]}
            onChange={setRenter}
          />
        </div>
        <OptionalPesos
          label="Servicio"
          hint="Si atiende a alguien."
          cents={serviceCents}
          least={1}
          onChange={setServiceCents}
        />
        <Minutes
          label="Minutos de más"
          hint="Si se queda."
          value={overtimeMinutes}
          from={0}
          to={720}
          onChange={setOvertimeMinutes}
        />
      </div>
      <div role="status" aria-busy={answer.isFetching} className="min-h-40">
        {answer.error instanceof ApiError ? (
          <p className="text-chile">{answer.error.message}</p>
        ) : answer.data === undefined ? (
          <p className="text-muted">Calculando…</p>
        ) : (
          <Result rent={answer.data} zone={pricing.zone} />
        )}
      </div>
    </div>
  )
}

type Stay = { date: string; startMinute: number; minutes: number }

const StayFields = ({
  stay,
  today,
  onChange,
}: {
  stay: Stay
  today: string
  onChange: (stay: Stay) => void
}) => (
  <>
    <Field label="Fecha" className="col-span-2 sm:col-span-1">
      {(control) => (
        <Input
          {...control}
          type="date"
          value={stay.date}
          min={today}
          max={addDays(today, 365)}
          onChange={(event) => onChange({ ...stay, date: event.target.value })}
        />
      )}
    </Field>
    <ClockSelect
      label="Desde"
      minute={stay.startMinute}
      onChange={(startMinute) => onChange({ ...stay, startMinute })}
    />
    <KindSelect
      label="Durante"
      value={String(stay.minutes)}
      kinds={lengths.map((minutes) => ({
        value: String(minutes),
        label:
          minutes >= 1440 ? `${minutes / 1440} ${minutes === 1440 ? 'día' : 'días'}` : durationText(minutes),
      }))}
      onChange={(minutes) => onChange({ ...stay, minutes: Number(minutes) })}
    />
  </>
)

const Result = ({ rent, zone }: { rent: RentEvaluation; zone: string }) => (
  <div className="flex flex-col gap-5">
    <dl className="figures flex flex-col gap-2">
      {rent.lines.map((line) => (
        <Line key={`${line.label} ${line.detail}`} line={line} />
      ))}
      <div className="flex items-baseline justify-between gap-4 border-t border-dashed border-edge pt-2 text-lg font-semibold">
        <dt>Total con IVA</dt>
        <dd>{formatCents(rent.totalCents)}</dd>
      </div>
      {rent.overtime.map((line) => (
        <Line key={line.label} line={line} />
      ))}
    </dl>
    {rent.depositCents === null ? null : (
      <p className="text-sm text-muted">
        Aparte, una garantía de {formatCents(rent.depositCents)} que se libera.
      </p>
    )}
    <div>
      <h3 className="mb-2 font-semibold">Minuto a minuto</h3>
      <ol className="flex flex-col gap-3 border-l-2 border-line pl-4 text-[0.9375rem]">
        {rent.stretches.slice(0, 24).map((one) => (
          <li key={one.startsAt}>
            <span className="figures font-semibold">
              {timeOf(one.startsAt, zone)} a {timeOf(one.endsAt, zone)}
            </span>{' '}
            · {one.rule}, {formatCents(one.hourlyCents)} por hora
            <span className="block text-sm text-muted">{one.why}</span>
            {one.beaten.map((other) => (
              <span key={other.rule} className="block text-sm text-muted">
                No ganó «{other.rule}»: {other.why}
              </span>
            ))}
          </li>
        ))}
        {rent.stretches.length > 24 ? (
          <li className="text-sm text-muted">Y {rent.stretches.length - 24} tramos más.</li>
        ) : null}
      </ol>
    </div>
  </div>
)

const Line = ({ line }: { line: RentEvaluation['lines'][number] }) => (
  <div className="flex items-baseline justify-between gap-4 text-[0.9375rem]">
    <dt>
      {line.label}
      <span className="block text-sm text-muted">{line.detail}</span>
    </dt>
    <dd>{formatCents(line.amountCents)}</dd>
  </div>
)
