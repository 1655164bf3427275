import { Home, MapPin, Video } from 'lucide-react'
import { maxHomeKm, OnlineLink, settingProblem } from '#contract/service/setting.ts'
import { formatCents } from '#contract/platform/money.ts'
import { Pesos, Whole } from '#web/parts/pricing/fields.tsx'
import type { ServiceDraft } from '#web/parts/service/draft.ts'
import { SettingBox } from '#web/parts/service/setting-box.tsx'
import { Radio } from '#web/ui/form/checkbox.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { hasUnreadNumber } from '#web/ui/form/unread-number.ts'

export const usualKm = 8

const paysText = (priceCents: number, feeCents: number) => {
  if (hasUnreadNumber([priceCents, feeCents])) return ''
  const whole = `Tu cliente paga ${formatCents(priceCents + feeCents)}`
  return feeCents === 0
    ? `${whole}.`
    : `${whole}: ${formatCents(priceCents)} del servicio y ${formatCents(feeCents)} por ir.`
}

type Part = { draft: ServiceDraft; onChange: (part: Partial<ServiceDraft>) => void }

/** Where a service is given: at a place, at the client's home, online, or several of them. */
export const WhereFields = ({ draft, onChange }: Part) => {
  const { atPlace, atHome, online, onlineLink } = draft
  const unmet = settingProblem(draft)
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="mb-2 text-[0.9375rem] font-semibold">¿Dónde lo das?</legend>
      <SettingBox
        icon={<MapPin aria-hidden className="size-5" />}
        label="En un espacio"
        hint="En tu lugar propio o donde tienes convenio."
        checked={atPlace}
        onChange={(checked) => onChange({ atPlace: checked })}
      />
      <SettingBox
        icon={<Home aria-hidden className="size-5" />}
        label="A domicilio"
        hint="Vas a casa de tu cliente. Tus horas son las de tu horario, y apartamos el camino de ida y de vuelta."
        checked={atHome !== null}
        onChange={(checked) => onChange({ atHome: checked ? { radiusKm: usualKm, feeCents: 0 } : null })}
      >
        <HomeFields draft={draft} onChange={onChange} />
      </SettingBox>
      <SettingBox
        icon={<Video aria-hidden className="size-5" />}
        label="En línea"
        hint="Por videollamada; nadie se mueve."
        checked={online}
        // The link stays, as clients with an online visit still meet there; an incomplete URL is dropped.
        onChange={(checked) =>
          onChange({
            online: checked,
            onlineLink: OnlineLink.safeParse(onlineLink).success ? onlineLink : null,
          })
        }
      >
        <OnlineFields draft={draft} onChange={onChange} />
      </SettingBox>
      <p
        aria-live="polite"
        className={classNames('text-[0.9375rem] text-chile', unmet === null && 'sr-only')}
      >
        {unmet?.problem}
      </p>
    </fieldset>
  )
}

type Setting = Pick<ServiceDraft, 'atHome' | 'online' | 'onlineLink'>
type SettingPart = { onChange: (part: Partial<Setting>) => void }

/** The travel radius and its price; `priceCents`: of the service, if any. */
export const HomeFields = ({
  draft: { atHome, priceCents },
  onChange,
}: SettingPart & { draft: Pick<Setting, 'atHome'> & { priceCents: number } }) =>
  atHome === null ? null : (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Whole
          label="Hasta (km)"
          hint="En línea recta, desde la dirección de tu perfil."
          value={atHome.radiusKm}
          from={1}
          to={maxHomeKm}
          onChange={(radiusKm) => onChange({ atHome: { ...atHome, radiusKm } })}
        />
        <Pesos
          label="Cobras por ir"
          hint="Una vez por cita. 0: el precio ya lo incluye."
          cents={atHome.feeCents}
          least={0}
          onChange={(feeCents) => onChange({ atHome: { ...atHome, feeCents } })}
        />
      </div>
      <p role="status" className="text-sm text-muted">
        {paysText(priceCents, atHome.feeCents)} Ves su dirección cuando la cita está confirmada.
      </p>
    </>
  )

export const OnlineFields = ({
  draft: { online, onlineLink },
  onChange,
}: SettingPart & { draft: Pick<Setting, 'online' | 'onlineLink'> }) =>
  online ? (
    <>
      <Radio
        name="online-link"
        label="Le mando el enlace por mensaje"
        checked={onlineLink === null}
        onChange={() => onChange({ onlineLink: null })}
      />
      <Radio
        name="online-link"
        label="Siempre en mi sala"
        checked={onlineLink !== null}
        onChange={() => onChange({ onlineLink: onlineLink ?? 'https://' })}
      />
      {onlineLink === null ? null : (
        <Field label="Enlace de tu sala" hint="Solo lo recibe quien tiene la cita confirmada.">
          {(control) => (
            <Input
              {...control}
              type="url"
              inputMode="url"
              maxLength={500}
              autoComplete="off"
              value={onlineLink}
              onChange={({ target }) => onChange({ onlineLink: target.value })}
            />
          )}
        </Field>
      )}
    </>
  ) : null
