import { Link2 } from 'lucide-react'
import type { Visibility } from '#contract/service/service.ts'
import { CopyButton } from '#web/parts/booking/summary/own-link.tsx'
import type { ServiceDraft } from '#web/parts/service/draft.ts'
import { useServiceLink } from '#web/parts/service/use-service-link.ts'
import { IconButton } from '#web/ui/button.tsx'
import { copyText } from '#web/ui/copy.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input } from '#web/ui/form/input.tsx'
import { Select } from '#web/ui/form/select.tsx'
import { Skeleton } from '#web/ui/page/skeleton.tsx'

const choices: Record<Visibility, { label: string; hint: string }> = {
  visible: { label: 'Visible', hint: 'Aparece en tu perfil y en los buscadores, y cualquiera lo reserva.' },
  by_link: {
    label: 'Por enlace',
    hint: 'No aparece en ninguna lista. Lo reserva quien tenga su enlace.',
  },
  hidden: {
    label: 'Oculto',
    hint: 'Nadie lo ve ni lo reserva; solo quien ya te pagó un paquete usa sus sesiones. Las citas ya hechas siguen en pie.',
  },
}
const isVisibility = (text: string): text is Visibility => Object.hasOwn(choices, text)

/** Who can find a service, and its link where only the link leads to it. */
export const VisibilityFields = ({
  draft,
  serviceId,
  onChange,
}: {
  draft: ServiceDraft
  /** Null: not saved yet. */
  serviceId: number | null
  onChange: (part: Partial<ServiceDraft>) => void
}) => (
  <>
    <Field label="Quién lo ve" hint={choices[draft.visibility].hint}>
      {(control) => (
        <Select
          {...control}
          value={draft.visibility}
          onChange={({ target }) => {
            if (isVisibility(target.value)) onChange({ visibility: target.value })
          }}
        >
          {Object.entries(choices).map(([value, { label }]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      )}
    </Field>
    {draft.visibility !== 'by_link' ? null : serviceId === null ? (
      <p className="text-muted">Su enlace aparece aquí cuando lo guardes.</p>
    ) : (
      <ServiceLink serviceId={serviceId} />
    )}
  </>
)

const ServiceLink = ({ serviceId }: { serviceId: number }) => {
  const link = useServiceLink(serviceId)
  if (link === undefined) return <Skeleton className="h-24 rounded-md" />
  return (
    <div className="flex flex-col gap-3">
      <Field label="Enlace de este servicio">
        {(control) => <Input {...control} readOnly value={link} onFocus={({ target }) => target.select()} />}
      </Field>
      <CopyButton what={link} done="Enlace copiado" label="Copiar enlace" />
    </div>
  )
}

/** For one row of the list. */
export const CopyServiceLink = ({ id, name }: { id: number; name: string }) => {
  const link = useServiceLink(id)
  return (
    <IconButton
      label={`Copiar enlace de ${name}`}
      disabled={link === undefined}
      onClick={() =>
        void copyText(link ?? '', 'Enlace copiado', 'Pégalo donde quieras.', 'Ábrelo en «Editar» y cópialo.')
      }
    >
      <Link2 aria-hidden />
    </IconButton>
  )
}
