import type { PublicProfessional } from '#contract/search/public-page.ts'
import { lazy, Suspense } from 'react'
import { formatCents } from '#contract/platform/money.ts'
import { placeNames } from '#contract/service/modality.ts'
import { maxPersons } from '#contract/platform/persons.ts'
import type { OwnService } from '#contract/service/service.ts'
import { OptionFields } from '#web/parts/booking/options/option-fields.tsx'
import { SlotPicker } from '#web/parts/booking/slots/slot-picker.tsx'
import { todayAt } from '#web/parts/booking/hours/slots-reading.ts'
import { hides } from '#web/parts/conversation/hides.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input, TextArea } from '#web/ui/form/input.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { type AppointmentChoice, type Contact } from '#web/parts/booking/series/use-proposal.ts'

const AppointmentSetting = lazy(() => import('#web/parts/booking/series/appointment-setting.tsx'))

const ArrangedDates = lazy(() => import('#web/parts/booking/series/arranged-dates.tsx'))

export const ServiceFields = ({
  choice,
  services,
}: {
  choice: AppointmentChoice
  services: readonly OwnService[]
}) => (
  <>
    <Field label="Servicio">
      {(control) => (
        <Select
          {...control}
          value={choice.serviceId}
          onChange={(event) => {
            choice.setService(Number(event.target.value))
            choice.setSetting(undefined)
            choice.setOptions([])
            choice.setSlot(undefined)
          }}
        >
          {services.map(({ id, name, priceCents, durationMinutes }) => (
            <option key={id} value={id}>
              {name}, {durationMinutes} min, {formatCents(priceCents)}
            </option>
          ))}
        </Select>
      )}
    </Field>
    <OptionFields
      addOns={choice.addOns}
      chosen={choice.options}
      onChange={(chosen) => {
        choice.setOptions(chosen)
        choice.setSlot(undefined)
      }}
    />
  </>
)

export const PersonsField = ({ choice }: { choice: AppointmentChoice }) => (
  <Field
    label="¿Para cuántas personas?"
    hint={
      choice.persons === 1
        ? undefined
        : 'El mismo servicio, una después de otra. Al aceptar, tu cliente dice quién viene.'
    }
  >
    {(control) => (
      <Select
        {...control}
        value={choice.persons}
        onChange={(event) => {
          choice.setPersons(Number(event.target.value))
          choice.setSlot(undefined)
          choice.setRepeats(false)
        }}
      >
        {Array.from({ length: maxPersons }, (_, index) => index + 1).map((count) => (
          <option key={count} value={count}>
            {count === 1 ? 'Una persona' : `${count} personas`}
          </option>
        ))}
      </Select>
    )}
  </Field>
)

export const HourChoice = ({
  choice,
  professional,
}: {
  choice: AppointmentChoice
  professional: PublicProfessional
}) => (
  <>
    {choice.service === undefined || (choice.service.atHome === null && !choice.service.online) ? null : (
      <Suspense>
        <AppointmentSetting
          key={choice.serviceId}
          service={choice.service}
          onChange={(next) => {
            choice.setSetting(next)
            choice.setSlot(undefined)
          }}
        />
      </Suspense>
    )}
    {choice.where === null ? (
      <p role="status" className="text-muted">
        Escribe la dirección para ver tus horas.
      </p>
    ) : choice.open === undefined ? (
      <SlotPicker
        key={`${choice.serviceId}-${choice.persons}-${choice.options.join()}-${choice.where.modality}-${choice.where.home}`}
        places={choice.where.modality === undefined ? professional.places : []}
        together={choice.where.modality === undefined ? undefined : placeNames[choice.where.modality]}
        from={todayAt(professional.zone)}
        startAt={
          choice.startDate === undefined ? undefined : { from: choice.startDate, date: choice.startDate }
        }
        readingOf={choice.readingOf}
        chosen={choice.slot}
        onChoose={choice.setSlot}
      />
    ) : (
      <p role="status" className="text-muted">
        {choice.open}
      </p>
    )}
  </>
)

export const SeriesChoice = ({ choice }: { choice: AppointmentChoice }) =>
  choice.slot === undefined || choice.persons > 1 ? null : (
    <div className="flex flex-col gap-3">
      <Checkbox
        label="Repetir esta cita en más fechas"
        checked={choice.repeats}
        onChange={(event) => choice.setRepeats(event.target.checked)}
      />
      {choice.repeats ? (
        <Suspense fallback={<Skeleton className="h-40" />}>
          <ArrangedDates key={choice.slot.startsAt} slot={choice.slot} onChange={choice.setFurther} />
        </Suspense>
      ) : null}
    </div>
  )

export const ContactFields = ({ contact }: { contact: Contact }) => (
  <>
    <div className="grid gap-4 sm:grid-cols-2">
      <Field label="Nombre">
        {(control) => <Input {...control} name="firstName" maxLength={80} {...contact.text('firstName')} />}
      </Field>
      <Field label="Apellidos" required={false}>
        {(control) => <Input {...control} name="lastName" maxLength={80} {...contact.text('lastName')} />}
      </Field>
      <Field label="Correo" hint="El correo o el teléfono: ahí llega el enlace.">
        {(control) => <Input {...control} name="email" type="email" {...contact.text('email')} />}
      </Field>
      <Field label="Teléfono" required={false}>
        {(control) => (
          <Input {...control} name="phone" type="tel" maxLength={24} {...contact.text('phone')} />
        )}
      </Field>
    </div>
    <Field label="Mensaje" required={false} hint={`Lo lee junto con la propuesta. ${hides.untilAccepted}`}>
      {(control) => <TextArea {...control} name="note" rows={2} maxLength={300} {...contact.text('note')} />}
    </Field>
  </>
)
