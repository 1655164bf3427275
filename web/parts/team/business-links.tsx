import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { DoorOpen } from 'lucide-react'
import * as contract from '#contract/team/team.ts'
import { memberRoles } from '#contract/team/member.ts'
import { reading } from '#web/api.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { useHydrating } from '#web/ui/page/still.tsx'

/** Links to the businesses where the user is a member; hidden for other users. */
export const BusinessLinks = () => {
  const answer = useQuery({ ...reading(contract.memberships), retry: false })
  const hydrating = useHydrating()
  const current = (answer.data ?? []).filter(({ status }) => status === 'active')
  // Other components may have loaded it before this one hydrates.
  if (hydrating || current.length === 0) return null
  return (
    <ul aria-label="Casas donde ayudas" className="flex flex-col gap-3">
      {current.map((one) => (
        <li
          key={one.id}
          className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-lg border border-line bg-surface p-4"
        >
          <DoorOpen aria-hidden className="size-6 shrink-0 text-agave" />
          <span className="min-w-0 flex-1">
            <span className="block font-semibold">{one.space.businessName}</span>
            <span className="block text-sm text-muted">
              {memberRoles[one.role]} · {one.space.name}
            </span>
          </span>
          <Link
            {...paths.team({ as: 'member', open: one.id })}
            className={buttonClass({ tone: 'secondary', size: 'small' })}
          >
            Abrir la casa
          </Link>
        </li>
      ))}
    </ul>
  )
}
