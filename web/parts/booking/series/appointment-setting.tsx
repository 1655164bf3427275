import { useState } from 'react'
import { type Modality, modalitiesOf } from '#contract/service/modality.ts'
import type { Service } from '#contract/service/service.ts'
import { type Home, HomeAddress } from '#web/parts/booking/options/home-address.tsx'
import { Button } from '#web/ui/button.tsx'
import { Radio } from '#web/ui/form/checkbox.tsx'

const names: Readonly<Record<Modality, string>> = {
  place: 'En un espacio',
  home: 'En casa de tu cliente',
  online: 'En línea',
}

/** Where the professional's appointment takes place; null: the home address is still missing. */
export type Chosen = { modality?: Modality; home?: string } | null

/** For a service that is not given at places alone. */
export default function AppointmentSetting({
  service,
  onChange,
}: {
  service: Pick<Service, 'atPlace' | 'atHome' | 'online'>
  onChange: (chosen: Chosen) => void
}) {
  const offered = modalitiesOf(service)
  const [how, setHow] = useState(offered[0] ?? 'place')
  const [home, setHome] = useState<Home>()
  const choose = (next: Modality) => {
    setHow(next)
    setHome(undefined)
    onChange(next === 'home' ? null : next === 'place' ? {} : { modality: next })
  }
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-[0.9375rem] font-semibold">¿Dónde?</legend>
      {offered.map((one) => (
        <Radio
          key={one}
          name="appointment-setting"
          label={names[one]}
          checked={how === one}
          onChange={() => choose(one)}
        />
      ))}
      {how !== 'home' ? null : home === undefined ? (
        <HomeAddress
          draftKey="appointment-home"
          whose="tu cliente"
          isOwn={false}
          isPart
          onHome={(next) => {
            setHome(next)
            onChange({ modality: 'home', home: next.token })
          }}
        />
      ) : (
        <div className="flex items-center justify-between gap-4 rounded-md bg-sunk px-4 py-3">
          <p className="min-w-0">
            <span className="block font-semibold">{home.line}</span>
            <span className="block text-sm text-muted">{home.area}</span>
          </p>
          <Button tone="quiet" size="small" onClick={() => choose('home')}>
            Cambiar dirección
          </Button>
        </div>
      )}
    </fieldset>
  )
}
