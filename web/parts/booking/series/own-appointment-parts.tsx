import type { OwnStart } from '#contract/booking/series/own-appointment.ts'
import { InPlaceMethod, inPlaceNames } from '#contract/payment/in-place.ts'
import { formatCents } from '#contract/platform/money.ts'
import type { OwnAppointmentForm } from '#web/parts/booking/series/use-own-appointment.ts'
import { Button } from '#web/ui/button.tsx'
import { ChipChoice } from '#web/ui/form/chip-choice.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'

type Services = OwnStart['services']
/** As for any visit. */
const maxServices = 5

/** The service, the last used first; and those that follow it in the same visit. */
export const OwnAppointmentService = ({
  form,
  services,
}: {
  form: OwnAppointmentForm
  services: Services
}) => {
  const { serviceId, more } = form
  const left = services.filter(({ id }) => id !== serviceId && !more.includes(id))
  return (
    <div className="flex flex-col gap-3">
      <Field label="Servicio">
        {(control) => (
          <Select
            {...control}
            value={serviceId}
            onChange={(event) => {
              form.setService(Number(event.target.value))
              form.setMore(more.filter((id) => id !== Number(event.target.value)))
            }}
          >
            {services.map((one) => (
              <option key={one.id} value={one.id}>
                {nameOf(one)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {more.map((id, place) => (
        <div key={id} className="flex items-end gap-2">
          <Field label={`Y después (${place + 2})`} className="flex-1">
            {(control) => (
              <Select
                {...control}
                value={id}
                onChange={(event) =>
                  form.setMore(more.map((one) => (one === id ? Number(event.target.value) : one)))
                }
              >
                {services
                  .filter((one) => one.id === id || left.includes(one))
                  .map((one) => (
                    <option key={one.id} value={one.id}>
                      {nameOf(one)}
                    </option>
                  ))}
              </Select>
            )}
          </Field>
          <Button tone="quiet" onClick={() => form.setMore(more.filter((one) => one !== id))}>
            Quitar
          </Button>
        </div>
      ))}
      {left[0] === undefined || more.length + 1 >= maxServices ? null : (
        <Button
          tone="quiet"
          size="small"
          className="self-start"
          onClick={() => form.setMore([...more, left[0]?.id ?? 0])}
        >
          Agregar otro servicio
        </Button>
      )}
    </div>
  )
}

const nameOf = ({ name, durationMinutes, priceCents }: Services[number]) =>
  `${name}, ${durationMinutes} min, ${formatCents(priceCents)}`

const methods = InPlaceMethod.options.map((value) => ({
  value,
  label: `${inPlaceNames[value].charAt(0).toUpperCase()}${inPlaceNames[value].slice(1)}`,
}))

/** How it is paid, what is left of it, and what of her own rules this hour sets aside. */
export const OwnAppointmentMoney = ({ form }: { form: OwnAppointmentForm }) => {
  const { hour } = form
  return (
    <div className="flex flex-col gap-3">
      <ChipChoice
        legend="Te paga en el lugar"
        name="in-place"
        value={form.method}
        onChange={form.setMethod}
        options={methods}
      />
      {hour === undefined ? null : (
        <p className="text-[0.9375rem] text-muted">
          Cobras {formatCents(hour.slot.totalCents)}. {hour.commissionWords}
          {hour.commissionCents > 0 ? ` (${formatCents(hour.commissionCents)})` : ''}.
          {hour.rentCents > 0
            ? ` La renta, ${formatCents(hour.rentCents)}, se descuenta de tus próximos depósitos.`
            : ''}{' '}
          {hour.rentCents + hour.commissionCents > 0 ? `Te quedan ${formatCents(hour.netCents)}.` : ''}
        </p>
      )}
      {hour === undefined || hour.overrides.length === 0 ? null : (
        <p role="status" className="rounded-md bg-maiz-soft px-3.5 py-2.5 text-[0.9375rem] text-maiz-ink">
          Esta hora no se la ofreces a tus clientas: {lowered(hour.overrides)}. Para tu propia cita sí se
          puede.
        </p>
      )}
    </div>
  )
}

const lowered = (reasons: readonly string[]) =>
  reasons.map((reason) => reason.charAt(0).toLowerCase() + reason.slice(1)).join('; ')
