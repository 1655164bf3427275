import type { Permission } from '#contract/team/member.ts'
import type { Space } from '#contract/space/space.ts'
import * as contract from '#contract/team/team.ts'
import { type Member } from '#contract/team/team.ts'
import { call } from '#web/api.ts'
import { useTeam } from '#web/parts/team/use-team.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { type Shift, SeatFields, PermissionFields } from '#web/parts/team/member-fields.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

/** Permissions, chair and shift; the rent stays as the member accepted it. */
export const EditMember = ({
  member,
  space,
  onClose,
}: {
  member: Member
  space: Space | undefined
  onClose: () => void
}) => {
  const form = useForm<{ unit: string; shift: Shift; granted: readonly Permission[] }>({
    initial: () => ({
      unit: member.unitId === null ? '' : String(member.unitId),
      shift: member.shift,
      granted: member.permissions,
    }),
  })
  const { unit, shift, granted } = form.values
  const saving = useTeam(
    () =>
      call(contract.editMember, {
        params: { id: member.id },
        body: {
          version: member.version,
          permissions: [...granted],
          unitId: unit === '' ? null : Number(unit),
          shift,
        },
      }),
    { title: 'Cambios guardados', text: `Le avisamos a ${member.name}.` },
    onClose,
  )
  return (
    <Dialog
      open
      onOpenChange={onClose}
      error={saving.error}
      title={`Permisos y turno de ${member.name}`}
      description="La renta se queda como la aceptó."
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Volver
          </Button>
          <Button busy={saving.isPending} onClick={() => saving.mutate(undefined)}>
            Guardar cambios
          </Button>
        </>
      }
    >
      <div className="flex flex-col gap-6">
        <SeatFields
          space={space}
          unit={unit}
          onUnit={({ target }) => form.put({ unit: target.value })}
          shift={shift}
          onShift={form.pick('shift').onChange}
          mustName={member.terms.fixed !== null}
        />
        <PermissionFields granted={granted} onChange={form.pick('granted').onChange} />
      </div>
    </Dialog>
  )
}
