import type { ServiceImpact } from '#contract/service/service-impact.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import * as contract from '#contract/service/service.ts'
import type { OwnService } from '#contract/service/service.ts'
import { call } from '#web/api.ts'
import { draftOf, type ServiceDraft } from '#web/parts/service/draft.ts'
import { impactOf } from '#web/parts/service/impact-of.ts'
import { servicesReading } from '#web/parts/booking/summary/reading.ts'
import { useForm } from '#web/ui/form/use-form.ts'
import { hasUnreadNumber, unreadNumberEvent } from '#web/ui/form/unread-number.ts'
import { toast, toastError } from '#web/ui/toast.ts'
import { useLastReadable } from '#web/ui/use-last-readable.ts'
import { type Tab, missingName, tabWithUnreadNumber, unmetRule } from '#web/parts/service/service-tabs.ts'

/** The form of a service: its draft, the open tab, the problems that block saving, and the save request. */
export const useServiceForm = (
  service: OwnService | null,
  start: ServiceDraft,
  onDone: (saved: OwnService) => void,
) => {
  const queryClient = useQueryClient()
  const saved = service === null ? start : draftOf(service)
  const form = useForm({
    initial: { service: saved },
    draft: service === null ? 'service-new' : `service-${service.id}-${service.version}`,
  })
  const draft = form.values.service
  const shown = useLastReadable(draft, !hasUnreadNumber(draft), saved)
  const [tab, choose] = useState<Tab>('basic')
  const [early, setEarly] = useState<string>()
  const [impact, setImpact] = useState<ServiceImpact | null>(null)
  const fresh = async () => {
    const all = await queryClient.fetchQuery({ ...servicesReading, staleTime: 0 })
    return all.find(({ id }) => id === service?.id)
  }
  const save = useMutation({
    mutationFn: ({ version, keep }: { version: number; keep: string[] }) =>
      service === null
        ? call(contract.addService, { body: draft })
        : call(contract.changeService, { params: { id: service.id }, body: { ...draft, version, keep } }),
    onSuccess: async (done) => {
      setImpact(null)
      form.accept({ service: draftOf(done) })
      await queryClient.invalidateQueries({ queryKey: servicesReading.queryKey })
      toast('Servicio guardado', savedWords[done.visibility], 'good')
      onDone(done)
    },
    onError: (problem) => {
      const upcoming = impactOf(problem, 'service_has_bookings')
      if (upcoming !== null) setImpact(upcoming)
    },
  })
  const set = (part: Partial<ServiceDraft>) => {
    setEarly(undefined)
    form.put({ service: { ...draft, ...part } })
  }
  const isChanged = service === null || service.archived || JSON.stringify(draft) !== JSON.stringify(saved)
  const version = service?.version ?? 0
  /** After one of the listed bookings is cancelled, reads which are left; the professional still presses save. */
  const reloadImpact = useMutation({
    mutationFn: () => call(contract.serviceImpact, { params: { id: service?.id ?? 0 } }),
    onSuccess: (left) => setImpact(left),
    onError: (problem) => toastError('No pudimos ver qué citas quedan', problem.message),
  })
  const submit = (form: HTMLFormElement) => {
    setEarly(undefined)
    const refuse = (at: Tab, text: string) => {
      choose(at)
      setEarly(text)
      // Once the tab is rendered, its empty fields show their errors.
      setTimeout(() => form.checkValidity())
    }
    const missing = missingName(draft)
    if (missing !== undefined) return refuse(missing.tab, missing.text)
    const unread = tabWithUnreadNumber(draft)
    if (unread !== undefined) {
      choose(unread)
      // Once the tab is rendered, its fields show their errors.
      setTimeout(() => window.dispatchEvent(new Event(unreadNumberEvent)))
      return
    }
    const unmet = unmetRule(draft)
    if (unmet !== undefined) return refuse(unmet.tab, unmet.text)
    save.mutate({ version, keep: [] })
  }
  const saveNewest = async () => save.mutate({ version: (await fresh())?.version ?? version, keep: [] })
  const takeNewest = async () => {
    const now = await fresh()
    if (now !== undefined) form.accept({ service: draftOf(now) })
    save.reset()
  }
  const undo = () => {
    form.accept()
    setEarly(undefined)
    save.reset()
  }
  return {
    draft,
    shown,
    set,
    tab,
    choose,
    early,
    impact,
    setImpact,
    save,
    version,
    isChanged,
    reloadImpact,
    submit,
    saveNewest,
    takeNewest,
    undo,
  }
}

const savedWords: Record<contract.Visibility, string> = {
  visible: 'Ya se ofrece a tus clientes.',
  by_link: 'Lo reserva quien tenga su enlace.',
  hidden: 'Está oculto.',
}
