import { type Permission, roleList, presets } from '#contract/team/member.ts'
import type { BusinessTerms } from '#contract/team/rent-terms.ts'
import type { Space } from '#contract/space/space.ts'
import { noPhone, sentPhone } from '#web/parts/account/phone.ts'
import type { Shift } from '#web/parts/team/member-fields.tsx'
import { useForm } from '#web/ui/form/use-form.ts'

type Typed = {
  name: string
  email: string
  role: string
  spaceId: number
  unit: string
  every: string
  message: string
  granted: readonly Permission[]
  channel: 'email' | 'phone'
  phone: typeof noPhone
  fixedCents: number | null
  contact: boolean
  shift: Shift
  perUse: BusinessTerms['perUse']
}

/** The form of a team invitation and its request. */
export const useMemberInvitation = (spaces: readonly Space[]) => {
  const form = useForm<Typed>({
    initial: () => ({
      name: '',
      email: '',
      role: 'resident',
      spaceId: spaces[0]?.id ?? 0,
      unit: '',
      every: 'week',
      message: '',
      granted: presets.professional.permissions,
      channel: 'email',
      phone: noPhone,
      fixedCents: null,
      contact: false,
      shift: null,
      perUse: null,
    }),
    draft: 'invite-member',
  })
  const typed = form.values
  const { spaceId, channel, fixedCents, perUse } = typed
  const space = spaces.find(({ id }) => id === spaceId)
  const role = roleList.find((one) => one === typed.role) ?? 'resident'
  const pays = role !== 'reception'
  const terms: BusinessTerms = {
    fixed:
      pays && fixedCents !== null
        ? { every: typed.every === 'month' ? 'month' : 'week', amountCents: fixedCents }
        : null,
    perUse: pays ? perUse : null,
  }
  const body = () => ({
    spaceId,
    unitId: typed.unit === '' ? null : Number(typed.unit),
    name: typed.name,
    email: channel === 'email' ? typed.email : null,
    phone: channel === 'phone' ? sentPhone(typed.phone) : null,
    role,
    permissions: [...typed.granted],
    clientContact: role === 'employee' && typed.contact,
    shift: typed.shift,
    terms,
    message: typed.message,
  })
  return {
    form,
    typed,
    space,
    chooseSpace: (id: number) => form.put({ spaceId: id, unit: '' }),
    role,
    pays,
    terms,
    body,
  }
}

export type MemberInvitation = ReturnType<typeof useMemberInvitation>
