import * as applicationReview from '#contract/hiring/application-review.ts'
import { Link } from '@tanstack/react-router'
import type { ApplicationDetail } from '#contract/hiring/application.ts'
import { call } from '#web/api.ts'
import { paths } from '#web/paths.ts'
import { TermsList } from '#web/parts/hiring/terms.tsx'
import { reasonOf, useMove } from '#web/parts/hiring/use-move.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { NumberField } from '#web/ui/form/number-field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

type Props = { one: ApplicationDetail; onClose: () => void }

const useApproval = (one: ApplicationDetail, unitId: number | null, after?: () => void) =>
  useMove(
    () =>
      call(applicationReview.approveApplication, {
        params: { id: one.id },
        body: { version: one.version, unitId },
      }),
    {
      title: 'Aprobada',
      text: `${one.professional.firstName} ya puede recibir reservas en ${one.space.name}.`,
    },
    after,
  )

/** Confirms once, and shows what is signed; for a fixed rent also the chair. */
export const Approve = ({ one, onClose }: Props) => {
  const chair = useChair(one)
  const move = useApproval(one, chair.unitId, onClose)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      error={reasonOf(move.error)}
      title={`Aprobar a ${one.professional.firstName}`}
      description="Al aprobar, los dos firman estas condiciones y sus citas en tu espacio se confirman solas."
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Volver
          </Button>
          <Button busy={move.isPending} blocked={chair.missing} onClick={() => move.mutate(undefined)}>
            Aprobar
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-5">
        <ChairField one={one} chair={chair} />
        <TermsList terms={one.terms} />
        <Link {...paths.professional(one.professional.id)} target="_blank" className="lone-link underline">
          Ver el perfil de {one.professional.firstName}
        </Link>
      </div>
    </Dialog>
  )
}

const later = 'later'

/** The chair in the original terms, if it is free. Where none was named, it may be chosen later. */
const useChair = ({ chairs: all, terms }: ApplicationDetail) => {
  // Only a fixed rent is for a particular chair.
  const chairs = terms.rent.kind === 'fixed' ? all : []
  const named = chairs.find(({ isNamed, isFree }) => isNamed && isFree)
  const form = useForm({ initial: () => ({ chosen: named === undefined ? '' : String(named.id) }) })
  const { chosen } = form.values
  return {
    chosen,
    choose: form.pick('chosen').onChange,
    chairs,
    mayWait: named === undefined && (terms.rent.kind !== 'fixed' || terms.rent.unit === null),
    unitId: chosen === '' || chosen === later ? null : Number(chosen),
    missing: chairs.length > 0 && chosen === '' ? 'Elige cuál es su unidad.' : undefined,
  }
}

const ChairField = ({ one, chair }: { one: ApplicationDetail; chair: ReturnType<typeof useChair> }) =>
  chair.chairs.length === 0 ? null : (
    <Field
      label="Unidad"
      className="sm:col-span-2"
      required
      hint={`Con renta fija es de ${one.professional.firstName} en esas horas, con o sin cita.`}
    >
      {(control) => (
        <Select
          {...control}
          name="unit"
          value={chair.chosen}
          onChange={({ target }) => chair.choose(target.value)}
        >
          {chair.chosen === '' ? <option value="">Elige cuál</option> : null}
          {chair.chairs.map(({ id, name, isFree, isNamed }) => (
            <option key={id} value={id} disabled={!isFree}>
              {name}
              {isFree ? (isNamed ? ' (la propuesta)' : '') : ' (ocupada en esas horas)'}
            </option>
          ))}
          {chair.mayWait ? <option value={later}>Lo decido después</option> : null}
        </Select>
      )}
    </Field>
  )

export const OnTrial = ({ one, onClose }: Props) => {
  const form = useForm<{ kind: 'days' | 'uses'; count: number }>({
    initial: () => ({ kind: 'days', count: 30 }),
  })
  const { kind, count } = form.values
  const trial = kind === 'days' ? ({ kind, days: count } as const) : ({ kind, uses: count } as const)
  const chair = useChair(one)
  const move = useMove(
    () =>
      call(applicationReview.approveOnTrial, {
        params: { id: one.id },
        body: { version: one.version, trial, unitId: chair.unitId },
      }),
    { title: 'Aprobada a prueba', text: `${one.professional.firstName} ya puede recibir reservas.` },
    onClose,
  )
  const [least, most] = kind === 'days' ? [7, 90] : [1, 50]
  const isSound = Number.isInteger(count) && count >= least && count <= most
  return (
    <Dialog
      open
      onOpenChange={onClose}
      error={reasonOf(move.error)}
      title="Aprobar a prueba"
      description="Los dos firman estas condiciones por ese tiempo. Termina sola; si les va bien, la renuevan entre los dos."
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Volver
          </Button>
          <Button
            busy={move.isPending}
            blocked={isSound ? chair.missing : `Entre ${least} y ${most}.`}
            onClick={() => move.mutate(undefined)}
          >
            Aprobar a prueba
          </Button>
        </>
      }
    >
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Cuánto dura">
          {(control) => (
            <Select
              {...control}
              value={kind}
              onChange={({ target }) => {
                const next = target.value === 'uses' ? 'uses' : 'days'
                form.put({ kind: next, count: next === 'days' ? 30 : 10 })
              }}
            >
              <option value="days">Unos días</option>
              <option value="uses">Unas citas</option>
            </Select>
          )}
        </Field>
        <NumberField
          kind="whole"
          label={kind === 'days' ? 'Días' : 'Citas'}
          from={least}
          to={most}
          {...form.pick('count')}
        />
        <ChairField one={one} chair={chair} />
        <div className="sm:col-span-2">
          <TermsList terms={one.terms} />
        </div>
      </div>
    </Dialog>
  )
}
