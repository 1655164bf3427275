import { Link } from '@tanstack/react-router'
import { Armchair, Home, MapPin, Video } from 'lucide-react'
import type { Known } from '#web/parts/onboarding/reading.ts'
import { OnIcon, stepForm, StepShell } from '#web/parts/onboarding/step-shell.tsx'
import { usePlace } from '#web/parts/onboarding/use-place.ts'
import { HomeFields, OnlineFields, usualKm } from '#web/parts/service/where-fields.tsx'
import { SettingBox } from '#web/parts/service/setting-box.tsx'
import { OwnAddress } from '#web/parts/settings/public-profile.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { FormError } from '#web/ui/form-error.tsx'

/** Where the professional works: applies to all services, and publishes the profile. */
export const PlaceStep = ({ known, onDone }: { known: Known; onDone: () => void }) => {
  const { profile, setting, change, chooseOwn, problem, save, submit } = usePlace(known, onDone)
  const city = profile.place?.city
  return (
    <StepShell
      step="place"
      known={known}
      title="¿Dónde atiendes?"
      text="Vale para todos tus servicios; en cada uno lo puedes cambiar."
      action={
        <Button type="submit" form={stepForm} busy={save.isPending} blocked={problem}>
          {known.profile?.status === 'draft' ? 'Publicar y seguir' : 'Guardar y seguir'}
          <OnIcon />
        </Button>
      }
    >
      <Form id={stepForm} aria-label="Dónde atiendes" className="flex flex-col gap-3" onSubmit={submit}>
        <SettingBox
          icon={<MapPin aria-hidden className="size-5" />}
          label="En mi lugar"
          hint="Tu casa, tu local o tu consultorio."
          checked={profile.typed.hasOwnPlace}
          onChange={chooseOwn}
        >
          <OwnAddress form={profile} isRequired />
        </SettingBox>
        <SettingBox
          icon={<Home aria-hidden className="size-5" />}
          label="A domicilio"
          hint="Vas a casa de tu cliente; apartamos el camino de ida y de vuelta."
          checked={setting.atHome !== null}
          onChange={(checked) => change({ atHome: checked ? { radiusKm: usualKm, feeCents: 0 } : null })}
        >
          <HomeFields
            draft={{ atHome: setting.atHome, priceCents: known.services[0]?.priceCents ?? Number.NaN }}
            onChange={change}
          />
        </SettingBox>
        <SettingBox
          icon={<Video aria-hidden className="size-5" />}
          label="En línea"
          hint="Por videollamada; nadie se mueve."
          checked={setting.online}
          onChange={(online) => change({ online })}
        >
          <OnlineFields draft={setting} onChange={change} />
        </SettingBox>
        <SettingBox
          icon={<Armchair aria-hidden className="size-5" />}
          label="Busco un espacio"
          hint="Sillas, cabinas y consultorios por hora."
          checked={setting.seeks}
          onChange={(seeks) => change({ seeks })}
        >
          {setting.seeks ? (
            <p className="text-[0.9375rem]">
              Te postulas y, cuando te aceptan, tus horas ahí se abren solas. Hasta entonces no hay dónde
              reservarte.{' '}
              <Link
                {...paths.search({ type: 'spaces', ...(city === undefined ? {} : { city, location: city }) })}
                className="font-medium underline underline-offset-4"
              >
                Ver espacios{city === undefined ? '' : ` en ${city}`}
              </Link>
            </p>
          ) : null}
        </SettingBox>
        <FormError of={save.error} />
      </Form>
    </StepShell>
  )
}
