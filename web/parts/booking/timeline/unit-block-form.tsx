import * as z from 'zod/mini'
import * as contract from '#contract/booking/agenda/timeline.ts'
import * as blocks from '#contract/booking/agenda/block.ts'
import type { TimelineSpace, TimelineUnit } from '#contract/booking/agenda/timeline.ts'
import type { BlockKind } from '#contract/booking/agenda/block.ts'
import type { TimelineClaim } from '#contract/booking/agenda/timeline-claims.ts'
import { ApiError, call } from '#web/api.ts'
import { BlockForm } from '#web/parts/time/block-form.tsx'
import { ChoiceField } from '#web/ui/form/labelled.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

type Existing = {
  id: number
  version: number
  reason: string
  author: string
  claim: TimelineClaim
  unit: TimelineUnit
}

const kinds = [
  { value: 'block', label: 'Bloqueo' },
  { value: 'maintenance', label: 'Mantenimiento' },
] as const

const kindOf = (kind: string): BlockKind => (kind === 'maintenance' ? 'maintenance' : 'block')

/** Blocks time of one unit. */
export const UnitBlockForm = ({
  space,
  start,
  block,
  onDone,
}: {
  space: TimelineSpace
  start?: { unitId: number; date: string; minute: number }
  block?: Existing
  onDone: () => void
}) => {
  const form = useForm({
    initial: () => ({
      unitId: block?.unit.id ?? start?.unitId ?? space.units[0]?.id ?? 0,
      kind: kindOf(block?.claim.kind ?? 'block'),
    }),
  })
  const { unitId, kind } = form.values
  return (
    <BlockForm
      zone={space.zone}
      start={start ?? { date: '', minute: 540 }}
      block={block && { ...block.claim, ...block }}
      before={
        <div className="grid gap-4 sm:grid-cols-2">
          <ChoiceField
            label="Unidad"
            {...form.pick('unitId')}
            options={space.units.map(({ id, name }) => ({ value: id, label: name }))}
          />
          <ChoiceField label="Tipo" {...form.pick('kind')} options={kinds} />
        </div>
      }
      foot={block === undefined ? null : <p className="text-sm text-muted">Lo puso {block.author}.</p>}
      queryKey={['/api', 'host']}
      onSave={(body, version) =>
        block === undefined
          ? call(blocks.addBlock, { params: { id: unitId }, body: { ...body, kind } })
          : call(blocks.changeBlock, { params: { id: block.id }, body: { ...body, kind, unitId, version } })
      }
      onRemove={(version) => call(blocks.removeBlock, { params: { id: block?.id ?? 0 }, query: { version } })}
      newerIn={newerIn}
      saidOf={(newer) => [
        space.units.find(({ id }) => id === newer.unitId)?.name ?? '',
        contract.claimKinds[newer.kind],
      ]}
      onTake={(newer) => {
        form.put({ unitId: newer.unitId, kind: kindOf(newer.kind) })
      }}
      onDone={onDone}
    />
  )
}

const newerIn = (problem: Error | null) => {
  const reported = z.safeParse(blocks.ChangedBlock, problem instanceof ApiError ? problem.details : undefined)
  return reported.success ? reported.data.block : undefined
}
