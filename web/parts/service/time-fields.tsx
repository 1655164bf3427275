import * as contract from '#contract/service/service.ts'
import { Minutes, Whole } from '#web/parts/pricing/fields.tsx'
import type { ServiceDraft } from '#web/parts/service/draft.ts'
import { OwnTimesFields } from '#web/parts/service/own-times-fields.tsx'
import { PhaseFields } from '#web/parts/service/phase-fields.tsx'
import { durationText } from '#web/parts/time/wall-clock.ts'
import { OptionalNumberField } from '#web/ui/form/number-field.tsx'
import { hasUnreadNumber } from '#web/ui/form/unread-number.ts'
import type { ServicePart } from '#web/parts/service/basic-fields.tsx'

export const TimeFields = ({ draft, onChange }: ServicePart) => (
  <>
    <div className="grid gap-5 sm:grid-cols-2">
      {draft.phases === null ? (
        <Minutes
          label="Duración (minutos)"
          value={draft.durationMinutes}
          from={5}
          to={720}
          onChange={(durationMinutes) => onChange({ durationMinutes })}
        />
      ) : (
        <p className="self-center text-[0.9375rem]">
          {Number.isNaN(draft.durationMinutes) ? (
            'Dura la suma de sus fases.'
          ) : (
            <>
              Dura <strong>{durationText(draft.durationMinutes)}</strong>, la suma de sus fases.
            </>
          )}
        </p>
      )}
      <Minutes
        label="Un inicio cada (minutos)"
        value={draft.stepMinutes}
        from={5}
        to={60}
        onChange={(stepMinutes) => onChange({ stepMinutes })}
      />
      <Minutes
        label="Preparación antes (minutos)"
        value={draft.bufferBeforeMinutes}
        from={0}
        to={120}
        onChange={(bufferBeforeMinutes) => onChange({ bufferBeforeMinutes })}
      />
      <Minutes
        label="Recoger después (minutos)"
        value={draft.bufferAfterMinutes}
        from={0}
        to={120}
        onChange={(bufferAfterMinutes) => onChange({ bufferAfterMinutes })}
      />
      <Minutes
        label="Aviso mínimo (minutos)"
        hint="Nadie reserva con menos tiempo que este."
        value={draft.noticeMinutes}
        from={0}
        to={43_200}
        onChange={(noticeMinutes) => onChange({ noticeMinutes })}
      />
      <Whole
        label="Se reserva hasta (días)"
        value={draft.horizonDays}
        from={1}
        to={365}
        onChange={(horizonDays) => onChange({ horizonDays })}
      />
      <OptionalNumberField
        kind="whole"
        label="Citas al día"
        hint="De este servicio. Vacío: las que quepan."
        from={1}
        to={contract.maxDailyCap}
        value={draft.dailyCap}
        onChange={(dailyCap) => onChange({ dailyCap })}
      />
    </div>
    <OwnTimesFields draft={draft} onChange={onChange} />
    <PhaseFields draft={draft} onChange={onChange} />
    {hasUnreadNumber(blockOf(draft)) ? null : <Block draft={draft} />}
  </>
)

const blockOf = ({ bufferBeforeMinutes, durationMinutes, bufferAfterMinutes }: ServiceDraft) => [
  bufferBeforeMinutes,
  durationMinutes,
  bufferAfterMinutes,
]

/** How long the calendar is blocked. */
const Block = ({ draft }: { draft: ServiceDraft }) => (
  <p className="rounded-md bg-sunk px-4 py-3 text-[0.9375rem]">
    Tu agenda queda ocupada{' '}
    <strong>
      {durationText(draft.bufferBeforeMinutes + draft.durationMinutes + draft.bufferAfterMinutes)}
    </strong>
    : {durationText(draft.durationMinutes)} con tu cliente
    {draft.bufferBeforeMinutes > 0 ? `, ${durationText(draft.bufferBeforeMinutes)} antes` : ''}
    {draft.bufferAfterMinutes > 0 ? `, ${durationText(draft.bufferAfterMinutes)} después` : ''}.
  </p>
)
