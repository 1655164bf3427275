import {
  permissionGap,
  permissions,
  type Permission,
  permissionList,
  presets,
} from '#contract/team/member.ts'
import type { AgreementTerms } from '#contract/hiring/agreement-terms.ts'
import type { Space } from '#contract/space/space.ts'
import { HoursChoice } from '#web/parts/hiring/terms-fields.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'

export type Shift = AgreementTerms['windows']

/** The chair and its hours. */
export const SeatFields = ({
  space,
  unit,
  onUnit,
  shift,
  onShift,
  mustName,
}: {
  space: Space | undefined
  unit: string
  onUnit: (event: { target: { value: string } }) => void
  shift: Shift
  onShift: (shift: Shift) => void
  /** A fixed rent requires a chair. */
  mustName: boolean
}) => (
  <>
    <Field
      label="Unidad"
      required={mustName || undefined}
      hint={
        mustName
          ? 'Con renta fija es suya en esas horas, con o sin cita.'
          : 'Nadie más del equipo la tiene en esas horas.'
      }
    >
      {(control) => (
        <Select {...control} name="unit" value={unit} onChange={onUnit}>
          {mustName && unit !== '' ? null : (
            <option value="">{mustName ? 'Elige cuál' : 'La que esté libre'}</option>
          )}
          {(space?.units ?? []).map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </Select>
      )}
    </Field>
    <HoursChoice windows={shift} onChange={onShift} spaceHours={space?.weekly ?? []} />
  </>
)

/** Toggles a permission; without the right to see bookings, the one to cancel them goes too. */
const withoutGap = (granted: readonly Permission[], one: Permission, ticked: boolean) => {
  const next = ticked ? [...granted, one] : granted.filter((other) => other !== one)
  return permissionGap(next) === null ? next : next.filter((other) => other !== 'cancel')
}

/** A preset first, then each permission by itself. */
export const PermissionFields = ({
  granted,
  onChange,
}: {
  granted: readonly Permission[]
  onChange: (granted: readonly Permission[]) => void
}) => {
  const preset = Object.entries(presets).find(
    ([, one]) =>
      one.permissions.length === granted.length &&
      one.permissions.every((permission) => granted.includes(permission)),
  )?.[0]
  return (
    <fieldset className="flex flex-col gap-1">
      <legend className="mb-1 text-[0.9375rem] font-semibold">Qué puede hacer</legend>
      <Field label="Empieza con" hideLabel>
        {(control) => (
          <Select
            {...control}
            value={preset ?? ''}
            onChange={({ target }) => {
              const chosen = Object.entries(presets).find(([name]) => name === target.value)?.[1]
              if (chosen !== undefined) onChange(chosen.permissions)
            }}
          >
            {preset === undefined ? <option value="">A la medida</option> : null}
            {Object.entries(presets).map(([name, { label }]) => (
              <option key={name} value={name}>
                {label}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {permissionList.map((one) => {
        const gap = granted.includes(one) ? null : permissionGap([...granted, one])
        return (
          <Checkbox
            key={one}
            label={
              gap === null ? (
                permissions[one]
              ) : (
                <>
                  {permissions[one]}
                  <span className="block text-sm text-muted">{gap}</span>
                </>
              )
            }
            disabled={gap !== null}
            checked={granted.includes(one)}
            onChange={({ target }) => onChange(withoutGap(granted, one, target.checked))}
          />
        )
      })}
    </fieldset>
  )
}
