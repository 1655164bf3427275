import { Link } from '@tanstack/react-router'
import { categories } from '#contract/professional/categories.ts'
import * as contract from '#contract/service/service.ts'
import { allCategories, isCategory, type ServiceDraft } from '#web/parts/service/draft.ts'
import { PhotoFields } from '#web/parts/service/photo-fields.tsx'
import { VisibilityFields } from '#web/parts/service/visibility-fields.tsx'
import { paths } from '#web/paths.ts'
import { Field } from '#web/ui/form/field.tsx'
import { Input, TextArea } from '#web/ui/form/input.tsx'
import { Select } from '#web/ui/form/select.tsx'

export type ServicePart = { draft: ServiceDraft; onChange: (part: Partial<ServiceDraft>) => void }

export const BasicFields = ({
  draft,
  serviceId,
  error,
  onChange,
}: ServicePart & { serviceId: number | null; error: string | undefined }) => (
  <>
    <Field label="Nombre" required error={error}>
      {(control) => (
        <Input
          {...control}
          value={draft.name}
          maxLength={80}
          autoComplete="off"
          onChange={(event) => onChange({ name: event.target.value })}
        />
      )}
    </Field>
    <Field
      label="Categoría"
      hint={
        contract.licensedCategories.includes(draft.category) ? (
          <>
            Para ofrecerlo necesitas tu cédula profesional vigente. Súbela en{' '}
            <Link
              {...paths.spaceApplications({ tab: 'documents' })}
              className="font-medium text-ink underline underline-offset-4"
            >
              Mis postulaciones, en Documentos
            </Link>
            .
          </>
        ) : (
          'Con ella te encuentran en los buscadores.'
        )
      }
    >
      {(control) => (
        <Select
          {...control}
          value={draft.category}
          onChange={(event) => {
            if (isCategory(event.target.value)) onChange({ category: event.target.value })
          }}
        >
          {allCategories.map((category) => (
            <option key={category} value={category}>
              {categories[category]}
            </option>
          ))}
        </Select>
      )}
    </Field>
    <Field label="Descripción" required={false}>
      {(control) => (
        <TextArea
          {...control}
          value={draft.description}
          maxLength={1000}
          onChange={(event) => onChange({ description: event.target.value })}
        />
      )}
    </Field>
    <PhotoFields photos={draft.photos} onChange={(photos) => onChange({ photos })} />
    <VisibilityFields draft={draft} serviceId={serviceId} onChange={onChange} />
  </>
)
