import { useMutation, useQueryClient } from '@tanstack/react-query'
import * as contract from '#contract/booking/client/own-client.ts'
import type { OwnClient, OwnClientPage } from '#contract/booking/client/own-client.ts'
import { call, keyOf, reading } from '#web/api.ts'
import { useForm } from '#web/ui/form/use-form.ts'
import { toast } from '#web/ui/toast.ts'

const typedOf = (page: OwnClientPage | undefined) => ({
  firstName: page?.card.firstName ?? '',
  lastName: page?.card.lastName ?? '',
  phone: page?.card.phone ?? '',
  email: page?.client.email ?? '',
  day: String(page?.client.birthday?.day ?? ''),
  month: String(page?.client.birthday?.month ?? ''),
  year: String(page?.client.birthday?.year ?? ''),
  foundBy: page?.card.foundBy ?? '',
  tags: page?.client.tags.join(', ') ?? '',
})
type Typed = ReturnType<typeof typedOf>

const tagsIn = (text: string) => [
  ...new Set(
    text
      .split(',')
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
]

const bodyOf = ({ day, month, year, tags, ...typed }: Typed) => ({
  ...typed,
  birthday:
    day === '' || month === ''
      ? null
      : { day: Number(day), month: Number(month), year: year === '' ? null : Number(year) },
  tags: tagsIn(tags),
})

/** A new client or an existing one: the typed values, and the call that saves them. */
export const useClientForm = (page: OwnClientPage | undefined, onSaved: (client: OwnClient) => void) => {
  const queryClient = useQueryClient()
  const isNamed = page !== undefined && page.client.clientId !== null
  const form = useForm({
    initial: () => typedOf(page),
    draft: `client-card-${page?.client.id ?? 'new'}`,
    checks: {
      firstName: (text) => (text.trim() === '' && !isNamed ? 'Escribe su nombre.' : undefined),
      tags: (text) =>
        tagsIn(text).length > contract.maxTags
          ? `Caben ${contract.maxTags} etiquetas.`
          : tagsIn(text).some((tag) => tag.length > contract.maxTagLength)
            ? `Cada etiqueta tiene hasta ${contract.maxTagLength} letras.`
            : undefined,
      day: (day, { month }) => ((day === '') !== (month === '') ? 'Elige día y mes.' : undefined),
      year: (year) => (year === '' || /^(19|20)\d\d$/.test(year) ? undefined : 'Escribe los cuatro dígitos.'),
    },
  })
  const saving = useMutation({
    mutationFn: async (typed: Typed): Promise<OwnClient> => {
      if (page === undefined) return call(contract.addClient, { body: bodyOf(typed) })
      const params = { id: page.client.id }
      const changed = await call(contract.changeClient, {
        params,
        body: { ...bodyOf(typed), version: page.card.version },
      })
      queryClient.setQueryData(reading(contract.ownClient, { params }).queryKey, changed)
      return changed.client
    },
    onSuccess: async (client) => {
      form.forget()
      toast(page === undefined ? 'Cliente agregado' : 'Datos guardados', undefined, 'good')
      await queryClient.invalidateQueries({ queryKey: keyOf(contract.ownClients) })
      onSaved(client)
    },
  })
  return { form, saving, isNamed }
}
