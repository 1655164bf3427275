import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import * as contract from '#contract/space/business.ts'
import type { Business } from '#contract/space/business.ts'
import { ApiError, call, keyOf, reading } from '#web/api.ts'
import { OwnLink } from '#web/parts/booking/summary/own-link.tsx'
import { Panel } from '#web/ui/page/panel.tsx'
import { Stale } from '#web/ui/page/stale.tsx'
import { paths } from '#web/paths.ts'
import { formErrorOf, refusedField } from '#web/refused-field.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Field } from '#web/ui/form/field.tsx'
import { Input, TextArea } from '#web/ui/form/input.tsx'
import { Form } from '#web/ui/form/form.tsx'
import { useForm } from '#web/ui/form/use-form.ts'
import { Skeleton } from '#web/ui/page/skeleton.tsx'
import { ErrorState } from '#web/ui/page/states.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { toast, toastError } from '#web/ui/toast.ts'

/** A host's businesses, each with its own form. */
export const BusinessForms = () => {
  const businesses = useQuery(reading(contract.businesses))
  if (businesses.isPending) return <Skeleton className="h-64 rounded-lg" />
  if (businesses.isLoadingError)
    return <ErrorState text={businesses.error.message} onRetry={() => businesses.refetch()} />
  if (businesses.data.length === 0)
    return (
      <Panel title="Tu negocio" text="Aparece aquí cuando publiques tu primer espacio.">
        <Link {...paths.hostRegistration()} className={buttonClass({ tone: 'secondary' }, 'self-start')}>
          Publicar un espacio
        </Link>
      </Panel>
    )
  return businesses.data.map((business) => (
    <Fragment key={business.id}>
      <BusinessForm business={business} />
      <OwnLink
        title={`Enlace para reservar en ${business.name}`}
        text="Muestra a quienes atienden en tus espacios, con sus horarios de verdad."
        of={{ business: business.id }}
        name={`Reserva en ${business.name}`}
      />
    </Fragment>
  ))
}

const BusinessForm = ({ business }: { business: Business }) => {
  const queryClient = useQueryClient()
  const form = useForm({
    initial: () => ({ name: business.name, description: business.description }),
    draft: `business-${business.id}`,
  })
  const typed = form.values
  const fresh = async () => {
    await queryClient.invalidateQueries({ queryKey: keyOf(contract.businesses) })
    const all = queryClient.getQueryData(reading(contract.businesses).queryKey)
    return all?.find(({ id }) => id === business.id)
  }
  const save = useMutation({
    mutationFn: (version: number) =>
      call(contract.saveBusiness, { params: { id: business.id }, body: { ...typed, version } }),
    onSuccess: async () => {
      form.forget()
      toast('Negocio guardado', undefined, 'good')
      await fresh()
    },
    onError: (problem) => toastError('Error', problem.message),
  })
  const stale = save.error instanceof ApiError && save.error.code === 'stale_version'
  const atName = refusedField(save.error, 'name')
  const atText = refusedField(save.error, 'description')
  const shown = [atName, atText]
  return (
    <Panel title="Tu negocio" text="Con este nombre se publican tus espacios.">
      <Form
        aria-label={`Negocio ${business.name}`}
        className="flex flex-col gap-5"
        onSubmit={form.submit(() => save.mutateAsync(business.version))}
      >
        <Field label="Nombre del negocio" required error={atName}>
          {(control) => (
            <Input
              {...control}
              name="businessName"
              autoComplete="organization"
              maxLength={80}
              {...form.text('name')}
            />
          )}
        </Field>
        <Field label="Descripción" required={false} error={atText}>
          {(control) => (
            <TextArea {...control} name="description" maxLength={2000} {...form.text('description')} />
          )}
        </Field>
        {stale ? (
          <Stale
            onKeep={async () => {
              const now = await fresh()
              if (now) save.mutate(now.version)
            }}
            onTake={async () => {
              const now = await fresh()
              if (now) form.accept({ name: now.name, description: now.description })
              save.reset()
            }}
          />
        ) : null}
        <FormError of={stale ? null : formErrorOf(save.error, shown)} />
        <Button
          type="submit"
          className="self-start"
          busy={save.isPending}
          disabled={
            typed.name.trim() === '' ||
            (typed.name === business.name && typed.description === business.description)
          }
        >
          Guardar negocio
        </Button>
      </Form>
    </Panel>
  )
}
