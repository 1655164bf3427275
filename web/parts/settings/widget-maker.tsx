import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { ownOrigin } from '#web/origin.ts'
import { CopyButton } from '#web/parts/booking/summary/own-link.tsx'
import {
  buttonTexts,
  frameLine,
  previewAddress,
  type WidgetChoice,
  widgetLines,
  type WidgetVersion,
} from '#web/parts/settings/widget-lines.ts'
import { paths } from '#web/paths.ts'
import { Checkbox } from '#web/ui/form/checkbox.tsx'
import { ChipChoice } from '#web/ui/form/chip-choice.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input, TextArea } from '#web/ui/form/input.tsx'
import { Select } from '#web/ui/form/select.tsx'
import Fold from '#web/ui/fold.tsx'
import { Panel } from '#web/ui/page/panel.tsx'

type Props = { of: WidgetChoice['of']; name: string; services: readonly { id: number; name: string }[] }

/** The options of the widget, a preview in a frame, and the HTML to copy. */
export const WidgetMaker = ({ of, name, services }: Props) => {
  const [choice, setChoice] = useState<WidgetChoice>({
    of,
    servicio: undefined,
    forma: 'lugar',
    tema: 'auto',
    color: null,
    texto: buttonTexts[0],
  })
  const change = (next: Partial<WidgetChoice>) => setChoice((now) => ({ ...now, ...next }))
  return (
    <>
      <Panel title="Cómo se ve" text="Elige y mira abajo cómo queda, con tus horarios de verdad.">
        <Look choice={choice} services={services} onChange={change} />
        <div className="flex flex-col gap-2">
          <h4 className="text-[0.9375rem] font-semibold">Vista previa</h4>
          <iframe
            key={previewAddress(choice)}
            src={previewAddress(choice)}
            title="Vista previa del widget"
            sandbox="allow-scripts allow-popups allow-popups-to-escape-sandbox"
            className="h-112 w-full rounded-md border border-line bg-surface"
          />
        </div>
      </Panel>
      <Lines choice={choice} name={name} />
    </>
  )
}

/** Kalli's own, because a colour field cannot be empty. */
const kalliColour = '#5a449b'

const Look = ({
  choice,
  services,
  onChange,
}: {
  choice: WidgetChoice
  services: Props['services']
  onChange: (next: Partial<WidgetChoice>) => void
}) => (
  <>
    <Field label="Qué se reserva">
      {(control) => (
        <Select
          {...control}
          value={choice.servicio ?? ''}
          onChange={({ target: { value } }) =>
            onChange({ servicio: value === '' ? undefined : Number(value) })
          }
        >
          <option value="">Todos los servicios</option>
          {services.map((one) => (
            <option key={one.id} value={one.id}>
              Solo {one.name}
            </option>
          ))}
        </Select>
      )}
    </Field>
    <ChipChoice
      legend="Dónde"
      name="forma"
      value={choice.forma}
      onChange={(forma) => onChange({ forma })}
      options={[
        { value: 'lugar', label: 'En un lugar de la página' },
        { value: 'boton', label: 'Botón flotante' },
      ]}
    />
    {choice.forma === 'boton' ? (
      <ChipChoice
        legend="Texto del botón"
        name="texto"
        value={choice.texto}
        onChange={(texto) => onChange({ texto })}
        options={buttonTexts.map((value) => ({ value, label: value }))}
      />
    ) : null}
    <ChipChoice
      legend="Fondo"
      name="tema"
      value={choice.tema}
      onChange={(tema) => onChange({ tema })}
      options={[
        { value: 'auto', label: 'Como lo tenga cada quien' },
        { value: 'claro', label: 'Claro' },
        { value: 'oscuro', label: 'Oscuro' },
      ]}
    />
    <div className="flex flex-col gap-2">
      <Checkbox
        label="Usar un color de mi marca"
        checked={choice.color !== null}
        onChange={({ target: { checked } }) => onChange({ color: checked ? kalliColour : null })}
      />
      {choice.color === null ? null : (
        <Field label="Color" hint="El texto encima queda en blanco o negro, lo que se lea mejor.">
          {(control) => (
            <Input
              {...control}
              type="color"
              className="h-12 w-24 p-1"
              value={choice.color ?? kalliColour}
              onChange={({ target: { value } }) => onChange({ color: value })}
            />
          )}
        </Field>
      )}
    </div>
  </>
)

const versionOf = async (): Promise<WidgetVersion> => {
  const answer = await fetch('/widget/version.json')
  if (!answer.ok) throw new Error('No pudimos traer la versión del widget.')
  return answer.json()
}

const subjectOf = (of: WidgetChoice['of']) => {
  if ('profesional' in of) return { professional: of.profesional }
  return 'negocio' in of ? { business: of.negocio } : { space: of.espacio }
}

const Lines = ({ choice, name }: { choice: WidgetChoice; name: string }) => {
  const router = useRouter()
  const [isPinned, setPinned] = useState(false)
  const version = useQuery({ queryKey: ['widget-version'], queryFn: versionOf, enabled: isPinned })
  const origin = ownOrigin()
  const subject = subjectOf(choice.of)
  const link = origin + router.buildLocation(paths.book({ ...subject, service: choice.servicio })).href
  const isWaiting = isPinned && version.data === undefined
  const lines = isWaiting ? '' : widgetLines(origin, link, choice, isPinned ? version.data : undefined)
  return (
    <Panel
      title="El código para tu página"
      text="Cópialo y pégalo donde quieras que aparezca. Quien toca una hora la aparta y la paga en Kalli, y cuenta como reserva por tu enlace."
    >
      <Code label="Código del widget" value={lines} />
      {version.isError && isPinned ? (
        <p role="alert" className="font-medium text-chile">
          {version.error.message} Quita la opción de abajo o inténtalo de nuevo.
        </p>
      ) : isWaiting ? null : (
        <CopyButton what={lines} done="Código copiado" label="Copiar código" />
      )}
      <Fold label="Para quien cuida la seguridad del sitio">
        <Checkbox
          label="Fijar la versión (SRI): el navegador solo acepta este contenido exacto"
          checked={isPinned}
          onChange={({ target: { checked } }) => setPinned(checked)}
        />
        <p className="text-sm text-muted">
          Con la versión fija no llegan mejoras solas: vuelve a copiar el código de vez en cuando. Si tu sitio
          tiene una política de seguridad (CSP), necesita solo estas dos líneas:
        </p>
        <Code label="Líneas de CSP" value={`script-src ${origin}\nconnect-src ${origin}`} rows={2} />
      </Fold>
      <Fold label="Si tu sitio no acepta scripts">
        <Code label="Marco (iframe)" value={frameLine(link, name)} />
        <CopyButton what={frameLine(link, name)} done="Código copiado" label="Copiar marco" />
      </Fold>
    </Panel>
  )
}

const Code = ({ label, value, rows = 5 }: { label: string; value: string; rows?: number }) => (
  <Field label={label}>
    {(control) => (
      <TextArea
        {...control}
        readOnly
        rows={rows}
        spellCheck={false}
        className="font-mono text-sm"
        value={value}
        onFocus={(event) => event.target.select()}
      />
    )}
  </Field>
)
