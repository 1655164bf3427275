import { memberRoles, roleList } from '#contract/team/member.ts'
import type { Space } from '#contract/space/space.ts'
import * as contract from '#contract/team/team.ts'
import { ApiError, call } from '#web/api.ts'
import { PhoneField } from '#web/parts/account/phone-field.tsx'
import { PerUseFields, usualPerUse } from '#web/parts/hiring/rent-fields.tsx'
import type { MemberLink } from '#web/parts/team/member-link.tsx'
import { useTeam } from '#web/parts/team/use-team.ts'
import { Button } from '#web/ui/button.tsx'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input, TextArea } from '#web/ui/form/input.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { OptionalNumberField } from '#web/ui/form/number-field.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { SeatFields, PermissionFields } from '#web/parts/team/member-fields.tsx'
import { useMemberInvitation, type MemberInvitation } from '#web/parts/team/use-member-invitation.ts'

/** A link for one address, with everything that the invited professional reads before accepting. */
export const InviteMember = ({
  spaces,
  onClose,
  onInvited,
}: {
  spaces: readonly Space[]
  onClose: () => void
  onInvited: (link: MemberLink) => void
}) => {
  const invitation = useMemberInvitation(spaces)
  const { form, typed } = invitation
  const sending = useTeam(
    () => call(contract.inviteMember, { body: invitation.body() }),
    null,
    (link) => {
      form.forget()
      onClose()
      onInvited(link)
    },
  )
  const id = 'invitar-equipo'
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
          <Button type="submit" form={id} busy={sending.isPending}>
            Enviar invitación
          </Button>
        </>
      }
    >
      <Form
        id={id}
        aria-label="Invitación al equipo"
        className="flex flex-col gap-6"
        onSubmit={form.submit(() => sending.mutateAsync(undefined))}
      >
        <div className="grid gap-5 sm:grid-cols-2">
          <RecipientFields invitation={invitation} />
          <PositionFields invitation={invitation} spaces={spaces} />
        </div>
        <SeatFields
          space={invitation.space}
          unit={typed.unit}
          onUnit={({ target }) => form.put({ unit: target.value })}
          shift={typed.shift}
          onShift={form.pick('shift').onChange}
          mustName={invitation.terms.fixed !== null}
        />
        {invitation.pays ? <TeamRentFields invitation={invitation} /> : null}
        <PermissionFields granted={typed.granted} onChange={form.pick('granted').onChange} />
        {invitation.role === 'employee' ? (
          <Checkbox
            label="Sus servicios son de la casa: ves el apellido y el teléfono de quien los toma"
            {...form.tick('contact')}
          />
        ) : null}
        <Field label="Mensaje" required={false}>
          {(control) => (
            <TextArea {...control} name="message" rows={3} maxLength={500} {...form.text('message')} />
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

const PositionFields = ({
  invitation: { form, typed, chooseSpace },
  spaces,
}: {
  invitation: MemberInvitation
  spaces: readonly Space[]
}) => (
  <>
    <Field label="Como">
      {(control) => (
        <Select {...control} name="role" {...form.text('role')}>
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
          value={typed.spaceId}
          onChange={({ target }) => chooseSpace(Number(target.value))}
        >
          {spaces.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </Select>
      )}
    </Field>
  </>
)

const RecipientFields = ({ invitation: { form, typed } }: { invitation: MemberInvitation }) => (
  <>
    <Field label="Nombre" required>
      {(control) => (
        <Input {...control} name="name" maxLength={80} autoComplete="off" {...form.text('name')} />
      )}
    </Field>
    <Field label="Enviar por">
      {(control) => (
        <Select
          {...control}
          value={typed.channel}
          onChange={({ target }) => form.put({ channel: target.value === 'phone' ? 'phone' : 'email' })}
        >
          <option value="email">Correo</option>
          <option value="phone">Mensaje de texto</option>
        </Select>
      )}
    </Field>
    {typed.channel === 'phone' ? (
      <div className="sm:col-span-2">
        <PhoneField required {...form.pick('phone')} />
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
            {...form.text('email')}
          />
        )}
      </Field>
    )}
  </>
)

const TeamRentFields = ({ invitation: { form, typed, space } }: { invitation: MemberInvitation }) => (
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
        {...form.pick('fixedCents')}
      />
      <Field label="Cada">
        {(control) => (
          <Select {...control} name="every" {...form.text('every')}>
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
            value={typed.perUse?.kind ?? 'none'}
            onChange={({ target }) =>
              form.put({
                perUse:
                  target.value === 'none'
                    ? null
                    : usualPerUse(target.value, space?.pricePerHourCents ?? 150_00),
              })
            }
          >
            <option value="none">Nada</option>
            <option value="share">Una parte del servicio</option>
            <option value="per_hour">Por hora</option>
          </Select>
        )}
      </Field>
      {typed.perUse === null ? null : (
        <PerUseFields perUse={typed.perUse} onChange={form.pick('perUse').onChange} />
      )}
    </div>
  </fieldset>
)
