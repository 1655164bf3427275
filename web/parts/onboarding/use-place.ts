import { useMutation, useQueryClient } from '@tanstack/react-query'
import { changeService, type OwnService } from '#contract/service/service.ts'
import { settingProblem } from '#contract/service/setting.ts'
import { call } from '#web/api.ts'
import { servicesReading } from '#web/parts/booking/summary/reading.ts'
import type { Known } from '#web/parts/onboarding/reading.ts'
import { draftOf, type ServiceDraft } from '#web/parts/service/draft.ts'
import { useProfileForm } from '#web/parts/settings/use-profile-form.ts'
import { hasUnreadNumber } from '#web/ui/form/unread-number.ts'
import { useForm } from '#web/ui/form/use-form.ts'

type Setting = Pick<ServiceDraft, 'atHome' | 'online' | 'onlineLink'> & { seeks: boolean }

/** The form of where a professional works: the profile has the own place, each service how it is given. */
export const usePlace = ({ profile: saved, services }: Known, onDone: () => void) => {
  const [first] = services
  const before: Setting = {
    atHome: first?.atHome ?? null,
    online: first?.online ?? false,
    onlineLink: first?.onlineLink ?? null,
    seeks: false,
  }
  const form = useForm<{ setting: Setting }>({
    initial: () => ({ setting: before }),
    draft: 'first-steps-place',
  })
  const { setting } = form.values
  const change = (part: Partial<Setting>) => form.change((now) => ({ setting: { ...now.setting, ...part } }))
  const profile = useProfileForm(saved ?? undefined, {
    draft: 'first-steps-own-place',
    adds: ({ status }) => (status === 'draft' ? { status: 'published' } : {}),
    onSaved: () => undefined,
  })
  const atPlace = profile.typed.hasOwnPlace || setting.seeks
  const queryClient = useQueryClient()
  const save = useMutation({
    mutationFn: async () => {
      // Services that differ from one another stay so, unless the place is changed here.
      const isSame =
        JSON.stringify(setting) === JSON.stringify(before) && profile.typed.hasOwnPlace === saved?.hasOwnPlace
      for (const service of isSame ? [] : services) {
        const draft = withSetting(service, atPlace, setting)
        if (draft !== null)
          await call(changeService, {
            params: { id: service.id },
            body: { ...draft, version: service.version, keep: [] },
          })
      }
      await profile.submit(saved?.version ?? 0)
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: servicesReading.queryKey }),
    onSuccess: () => {
      form.forget()
      onDone()
    },
  })
  const problem = hasUnreadNumber(setting.atHome)
    ? 'Falta un número.'
    : !atPlace && setting.atHome === null && !setting.online
      ? 'Elige al menos un lugar.'
      : (settingProblem({ ...setting, atPlace })?.problem ?? undefined)
  return {
    profile,
    setting,
    change,
    chooseOwn: (hasOwnPlace: boolean) => profile.type({ hasOwnPlace }),
    problem,
    save,
    submit: form.submit(() => save.mutateAsync()),
  }
}

/** The service with the new setting; null: unchanged. A class stays where it is. */
const withSetting = (
  service: OwnService,
  atPlace: boolean,
  { atHome, online, onlineLink }: Setting,
): ServiceDraft | null => {
  const before = draftOf(service)
  if (before.classRule !== null) return null
  const draft = { ...before, atPlace, atHome, online, onlineLink: online ? onlineLink : before.onlineLink }
  return JSON.stringify(draft) === JSON.stringify(before) ? null : draft
}
