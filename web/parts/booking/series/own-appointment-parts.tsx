import type { OwnStart } from '#contract/booking/series/own-appointment.ts'
import { formatCents } from '#contract/platform/money.ts'
import { OptionFields } from '#web/parts/booking/options/option-fields.tsx'
import type { OwnAppointmentForm } from '#web/parts/booking/series/use-own-appointment.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Select } from '#web/ui/form/select.tsx'

type Services = OwnStart['services']
/** The same limit as for any visit. */
const maxServices = 5

/** The service, the last used first; and further services in the same visit. */
export const OwnAppointmentService = ({
  form,
  services,
}: {
  form: OwnAppointmentForm
  services: Services
}) => {
  const { visit } = form
  const { serviceId, more } = visit
  const left = services.filter(({ id }) => id !== serviceId && !more.includes(id))
  return (
    <div className="flex flex-col gap-3">
      <Field label="Servicio">
        {(control) => (
          <Select
            {...control}
            value={serviceId}
            onChange={(event) => visit.setService(Number(event.target.value))}
          >
            {services.map((one) => (
              <option key={one.id} value={one.id}>
                {nameOf(one)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      <Options form={form} serviceId={serviceId} />
      {more.map((id, place) => (
        <div key={id} className="flex flex-col gap-3">
          <div className="flex items-end gap-2">
            <Field label={`Y después (${place + 2})`} className="flex-1">
              {(control) => (
                <Select
                  {...control}
                  value={id}
                  onChange={(event) =>
                    visit.setMore(more.map((one) => (one === id ? Number(event.target.value) : one)))
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
            <Button tone="quiet" onClick={() => visit.setMore(more.filter((one) => one !== id))}>
              Quitar
            </Button>
          </div>
          <Options form={form} serviceId={id} />
        </div>
      ))}
      {left[0] === undefined || more.length + 1 >= maxServices ? null : (
        <Button
          tone="quiet"
          size="small"
          className="self-start"
          onClick={() => visit.setMore([...more, left[0]?.id ?? 0])}
        >
          Agregar otro servicio
        </Button>
      )}
    </div>
  )
}

/** The required options of one service: price, length and hours follow the choice. */
const Options = ({ form: { visit }, serviceId }: { form: OwnAppointmentForm; serviceId: number }) => (
  <OptionFields
    addOns={visit.services.find(({ id }) => id === serviceId)?.addOns ?? []}
    chosen={visit.idsOf(serviceId)}
    onChange={(ids) => visit.choose(serviceId, ids)}
  />
)

const nameOf = ({ name, durationMinutes, priceCents }: Services[number]) =>
  `${name}, ${durationMinutes} min, ${formatCents(priceCents)}`
