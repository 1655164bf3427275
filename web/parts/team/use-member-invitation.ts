import { type Permission, roleList, presets } from '#contract/team/member.ts'
import type { BusinessTerms } from '#contract/team/rent-terms.ts'
import { useState } from 'react'
import type { Space } from '#contract/space/space.ts'
import type { Shift } from '#web/parts/team/member-fields.tsx'

/** What is typed of an invitation to the team, and the request that it becomes. */
export const useMemberInvitation = (spaces: readonly Space[]) => {
  const [typed, setTyped] = useState({
    name: '',
    email: '',
    role: 'resident',
    unit: '',
    every: 'week',
    message: '',
  })
  const [spaceId, setSpaceId] = useState(spaces[0]?.id ?? 0)
  const [granted, setGranted] = useState<readonly Permission[]>(presets.professional.permissions)
  const [channel, setChannel] = useState<'email' | 'phone'>('email')
  const [phone, setPhone] = useState('')
  const [fixedCents, setFixed] = useState<number | null>(null)
  const [contact, setContact] = useState(false)
  const [shift, setShift] = useState<Shift>(null)
  const [perUse, setPerUse] = useState<BusinessTerms['perUse']>(null)
  const put = (name: keyof typeof typed) => (event: { target: { value: string } }) =>
    setTyped({ ...typed, [name]: event.target.value })
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
    phone: channel === 'phone' ? phone : null,
    role,
    permissions: [...granted],
    clientContact: role === 'employee' && contact,
    shift,
    terms,
    message: typed.message,
  })
  return {
    typed,
    put,
    space,
    chooseSpace: (id: number) => {
      setSpaceId(id)
      setTyped({ ...typed, unit: '' })
    },
    granted,
    setGranted,
    channel,
    setChannel,
    setPhone,
    fixedCents,
    setFixed,
    contact,
    setContact,
    shift,
    setShift,
    perUse,
    setPerUse,
    role,
    pays,
    terms,
    body,
    spaceId,
  }
}

export type MemberInvitation = ReturnType<typeof useMemberInvitation>
