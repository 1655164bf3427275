import type { Permission } from '#contract/team/member.ts'
import { useState } from 'react'
import type { Space } from '#contract/space/space.ts'
import * as contract from '#contract/team/team.ts'
import { type Member } from '#contract/team/team.ts'
import { call } from '#web/api.ts'
import { useTeam } from '#web/parts/team/use-team.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { type Shift, SeatFields, PermissionFields } from '#web/parts/team/member-fields.tsx'

/** Permissions, chair and shift; what they pay stays as they accepted it. */
export const EditMember = ({
  member,
  space,
  onClose,
}: {
  member: Member
  space: Space | undefined
  onClose: () => void
}) => {
  const [unit, setUnit] = useState(member.unitId === null ? '' : String(member.unitId))
  const [shift, setShift] = useState<Shift>(member.shift)
  const [granted, setGranted] = useState<readonly Permission[]>(member.permissions)
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
          onUnit={({ target }) => setUnit(target.value)}
          shift={shift}
          onShift={setShift}
          mustName={member.terms.fixed !== null}
        />
        <PermissionFields granted={granted} onChange={setGranted} />
      </div>
    </Dialog>
  )
}
