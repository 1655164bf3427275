import { useState } from 'react'
import type { AgreementTerms } from '#contract/hiring/agreement-terms.ts'
import type { Space } from '#contract/space/space.ts'
import * as contract from '#contract/team/team.ts'
import type { Member } from '#contract/team/team.ts'
import type { HouseTerms } from '#contract/team/rent-terms.ts'
import {
  memberRoles,
  permissionGap,
  permissions,
  type Permission,
  permissionList,
  roleList,
  presets,
} from '#contract/team/member.ts'
import { ApiError, call } from '#web/api.ts'
import { PhoneField } from '#web/parts/account/phone-field.tsx'
import { PerUseFields, usualPerUse } from '#web/parts/hiring/rent-fields.tsx'
import { HoursChoice } from '#web/parts/hiring/terms-fields.tsx'
import type { Link } from '#web/parts/team/host-team.tsx'
import { useTeam } from '#web/parts/team/use-team.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { forgetDraft } from '#web/ui/form/draft.ts'
import { Field, Input, TextArea } from '#web/ui/form/field.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { OptionalNumberField } from '#web/ui/form/number-field.tsx'
import { Select } from '#web/ui/form/select.tsx'

type Shift = AgreementTerms['windows']

/** A link for one address, with everything that its holder will read before saying yes. */
export const InviteMember = ({
  spaces,
  onClose,
  onInvited,
}: {
  spaces: readonly Space[]
  onClose: () => void
  onInvited: (link: Link) => void
}) => {
  const draft = 'invite-member'
  const [typed, setTyped] = useState({
    name: '',
    email: '',
    role: 'resident',
    unit: '',
    every: 'week',
    message: '',
  })
  const [spaceId, setSpaceId] = useState(spaces[0]?.id ?? 0)
  const [granted, setGranted] = useState<readonly Permission[]>(presets.professional.permissions)
  const [by, setBy] = useState<'email' | 'phone'>('email')
  const [phone, setPhone] = useState('')
  const [fixedCents, setFixed] = useState<number | null>(null)
  const [contact, setContact] = useState(false)
  const [shift, setShift] = useState<Shift>(null)
  const [perUse, setPerUse] = useState<HouseTerms['perUse']>(null)
  const put = (name: keyof typeof typed) => (event: { target: { value: string } }) =>
    setTyped({ ...typed, [name]: event.target.value })
  const space = spaces.find(({ id }) => id === spaceId)
  const role = roleList.find((one) => one === typed.role) ?? 'resident'
  const pays = role !== 'reception'
  const terms: HouseTerms = {
    fixed:
      pays && fixedCents !== null
        ? { every: typed.every === 'month' ? 'month' : 'week', amountCents: fixedCents }
        : null,
    perUse: pays ? perUse : null,
  }
  const sending = useTeam(
    () =>
      call(contract.inviteMember, {
        body: {
          spaceId,
          unitId: typed.unit === '' ? null : Number(typed.unit),
          name: typed.name,
          email: by === 'email' ? typed.email : null,
          phone: by === 'phone' ? phone : null,
          role,
          permissions: [...granted],
          clientContact: role === 'employee' && contact,
          shift,
          terms,
          message: typed.message,
        },
      }),
    null,
    (link) => {
      forgetDraft(draft)
      onClose()
      onInvited(link)
    },
  )
  const form = 'invitar-equipo'
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Invitar al equipo"
      description="Lo que escribas es lo que acepta. Tiene siete días para responder."
      actions={
        <>
          <Button tone="quiet" onClick={onClose}>
            Volver
          </Button>
          <Button type="submit" form={form} busy={sending.isPending}>
            Enviar invitación
          </Button>
        </>
      }
    >
      <Form
        id={form}
        draft={draft}
        aria-label="Invitación al equipo"
        className="flex flex-col gap-6"
        onSubmit={(event) => {
          event.preventDefault()
          if (!sending.isPending) sending.mutate(undefined)
        }}
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <Field label="Nombre" required>
            {(control) => (
              <Input
                {...control}
                name="name"
                maxLength={80}
                autoComplete="off"
                value={typed.name}
                onChange={put('name')}
              />
            )}
          </Field>
          <Field label="Enviar por">
            {(control) => (
              <Select
                {...control}
                value={by}
                onChange={({ target }) => setBy(target.value === 'phone' ? 'phone' : 'email')}
              >
                <option value="email">Correo</option>
                <option value="phone">Mensaje de texto</option>
              </Select>
            )}
          </Field>
          {by === 'phone' ? (
            <div className="sm:col-span-2">
              <PhoneField required onChange={setPhone} />
              <p className="mt-1.5 text-sm text-muted">Solo quien confirme este teléfono puede unirse.</p>
            </div>
          ) : (
            <Field
              label="Correo"
              required
              className="sm:col-span-2"
              hint="Solo quien tenga este correo puede unirse."
            >
              {(control) => (
                <Input
                  {...control}
                  name="email"
                  type="email"
                  maxLength={200}
                  autoComplete="off"
                  value={typed.email}
                  onChange={put('email')}
                />
              )}
            </Field>
          )}
          <Field label="Como">
            {(control) => (
              <Select {...control} name="role" value={typed.role} onChange={put('role')}>
                {roleList.map((one) => (
                  <option key={one} value={one}>
                    {memberRoles[one]}
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field label="Espacio">
            {(control) => (
              <Select
                {...control}
                value={spaceId}
                onChange={({ target }) => {
                  setSpaceId(Number(target.value))
                  setTyped({ ...typed, unit: '' })
                }}
              >
                {spaces.map((one) => (
                  <option key={one.id} value={one.id}>
                    {one.name}
                  </option>
                ))}
              </Select>
            )}
          </Field>
        </div>
        <Seat
          space={space}
          unit={typed.unit}
          onUnit={put('unit')}
          shift={shift}
          onShift={setShift}
          mustName={terms.fixed !== null}
        />
        {pays ? (
          <fieldset className="flex flex-col gap-4">
            <legend className="mb-1 text-[0.9375rem] font-semibold">Renta</legend>
            <div className="grid gap-5 sm:grid-cols-2">
              <OptionalNumberField
                kind="pesos"
                label="Renta fija, en pesos"
                hint="Vacío: sin renta fija."
                name="fixed"
                from={100}
                to={500_000_00}
                value={fixedCents}
                onChange={setFixed}
              />
              <Field label="Cada">
                {(control) => (
                  <Select {...control} name="every" value={typed.every} onChange={put('every')}>
                    <option value="week">Semana</option>
                    <option value="month">Mes</option>
                  </Select>
                )}
              </Field>
              <Field label="Por cita">
                {(control) => (
                  <Select
                    {...control}
                    name="perUse"
                    value={perUse?.kind ?? 'none'}
                    onChange={({ target }) =>
                      setPerUse(
                        target.value === 'none'
                          ? null
                          : usualPerUse(target.value, space?.pricePerHourCents ?? 150_00),
                      )
                    }
                  >
                    <option value="none">Nada</option>
                    <option value="share">Una parte del servicio</option>
                    <option value="per_hour">Por hora</option>
                  </Select>
                )}
              </Field>
              {perUse === null ? null : <PerUseFields perUse={perUse} onChange={setPerUse} />}
            </div>
          </fieldset>
        ) : null}
        <Grants granted={granted} onChange={setGranted} />
        {role === 'employee' ? (
          <Checkbox
            label="Sus servicios son de la casa: ves el apellido y el teléfono de quien los toma"
            checked={contact}
            onChange={({ target }) => setContact(target.checked)}
          />
        ) : null}
        <Field label="Mensaje" required={false}>
          {(control) => (
            <TextArea
              {...control}
              name="message"
              rows={3}
              maxLength={500}
              value={typed.message}
              onChange={put('message')}
            />
          )}
        </Field>
        {sending.isError ? (
          <p role="alert" className="font-medium text-chile">
            {sending.error instanceof ApiError && sending.error.code === 'invalid_input'
              ? 'Revisa a quién invitas, la unidad, la renta y el turno.'
              : sending.error.message}
          </p>
        ) : null}
      </Form>
    </Dialog>
  )
}

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
        <Seat
          space={space}
          unit={unit}
          onUnit={({ target }) => setUnit(target.value)}
          shift={shift}
          onShift={setShift}
          mustName={member.terms.fixed !== null}
        />
        <Grants granted={granted} onChange={setGranted} />
      </div>
    </Dialog>
  )
}

const Seat = ({
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
  /** A fixed rent is for a chair: one must be said. */
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

/** Ticked or not; who sees nothing any more cancels nothing either. */
const withoutGap = (granted: readonly Permission[], one: Permission, ticked: boolean) => {
  const next = ticked ? [...granted, one] : granted.filter((other) => other !== one)
  return permissionGap(next) === null ? next : next.filter((other) => other !== 'cancel')
}

/** A preset to begin with, each permission by itself after. */
const Grants = ({
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
