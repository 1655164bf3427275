import type { OwnHours } from '#contract/booking/series/own-appointment.ts'
import { HomeAddress } from '#web/parts/booking/options/home-address.tsx'
import { homeDraftOf } from '#web/parts/booking/series/use-own-visit.ts'
import type { OwnAppointmentForm } from '#web/parts/booking/series/use-own-appointment.ts'
import { Button } from '#web/ui/button.tsx'

/** The client's address: one that the professional entered for them before, or a new one. */
export default function OwnAppointmentHome({
  form,
  homes,
}: {
  form: OwnAppointmentForm
  homes: OwnHours['homes']
}) {
  const { home, setHome } = form.visit
  if (home !== undefined)
    return (
      <div className="flex items-center justify-between gap-4 rounded-md bg-sunk px-4 py-3">
        <p className="min-w-0">
          <span className="block font-semibold">{home.line}</span>
          <span className="block text-sm text-muted">{home.area}</span>
        </p>
        <Button tone="quiet" size="small" onClick={() => setHome(undefined)}>
          Cambiar dirección
        </Button>
      </div>
    )
  return (
    <div className="flex flex-col gap-4 rounded-md border border-line p-4">
      {homes.length === 0 ? null : (
        <section aria-label="Donde ya fuiste" className="flex flex-col gap-2">
          <p className="text-[0.9375rem] font-semibold">Donde ya fuiste</p>
          <ul className="flex flex-col gap-2">
            {homes.map((one) => (
              <li key={one.token}>
                <button
                  type="button"
                  onClick={() => setHome(one)}
                  className="flex min-h-12 w-full flex-col rounded-md border border-line px-3.5 py-2 text-left hover:bg-sunk"
                >
                  <span className="font-semibold wrap-anywhere">{one.line}</span>
                  <span className="text-sm text-muted">{one.area}</span>
                </button>
              </li>
            ))}
          </ul>
        </section>
      )}
      <HomeAddress
        key={homeDraftOf(form.client?.id)}
        draftKey={homeDraftOf(form.client?.id)}
        whose="tu cliente"
        isOwn={false}
        isPart
        onHome={setHome}
      />
    </div>
  )
}
