import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import {
  ArrowLeftRight,
  BadgeCheck,
  ChevronDown,
  Heart,
  LayoutDashboard,
  LogOut,
  MessageCircle,
  Settings,
} from 'lucide-react'
import * as Menu from 'radix-ui/dropdown-menu'
import * as account from '#contract/account/account.ts'
import type { SessionUser } from '#contract/account/account.ts'
import { call } from '#web/api.ts'
import { countReading } from '#web/parts/conversation/reading.ts'
import type { Section } from '#web/parts/settings/sections.ts'
import { VerificationBadge } from '#web/parts/verification/verification-badge.tsx'
import { paths } from '#web/paths.ts'
import { roleLabels, sessionQuery, signOut } from '#web/session.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { toast, toastError } from '#web/ui/toast.ts'
import { useHydrating } from '#web/ui/page/still.tsx'

type Target = 'professional' | 'host'
const targets: readonly Target[] = ['professional', 'host']

const line =
  'flex min-h-11 w-full cursor-pointer items-center gap-3 rounded-sm px-3 text-left outline-none data-highlighted:bg-sunk data-highlighted:outline-2 data-highlighted:outline-solid data-highlighted:-outline-offset-2 data-highlighted:outline-jacaranda [&_svg]:size-4.5 [&_svg]:text-muted'

/** Name, role switch, dashboard, settings and sign-out (spec §2, §4). */
export default function UserMenu({ user }: { user: SessionUser }) {
  const switching = useSwitchRole()
  const queryClient = useQueryClient()
  const { data: reported } = useQuery(countReading)
  // A button beside a booking may have loaded it before the menu hydrates.
  const unread = (useHydrating() ? undefined : reported?.count) ?? 0
  // Only the account's other roles, only professional or host, and only with more than one.
  const others = targets.filter(
    (role) =>
      user.availableRoles.length > 1 && role !== user.activeRole && user.availableRoles.includes(role),
  )
  return (
    <Menu.Root modal={false}>
      <MenuButton user={user} unread={unread} />
      <Menu.Content
        align="end"
        sideOffset={8}
        className="z-50 w-72 animate-rise rounded-lg border border-line bg-raised p-2 shadow-high"
      >
        <ProfileItem user={user} />
        <Menu.Separator className="mx-1 mb-1 h-px bg-line" />
        {others.map((role) => (
          <Menu.Item
            key={role}
            className={line}
            disabled={switching.isPending}
            onSelect={() => switching.mutate(role)}
          >
            <ArrowLeftRight aria-hidden />
            Cambiar a {roleLabels[role]}
          </Menu.Item>
        ))}
        {user.activeRole === 'professional' ? (
          <Menu.Item asChild>
            <Link {...paths.professionalDashboard()} className={line}>
              <LayoutDashboard aria-hidden />
              Mi Dashboard
            </Link>
          </Menu.Item>
        ) : null}
        {user.activeRole === 'host' ? (
          <Menu.Item asChild>
            <Link {...paths.hostDashboard()} className={line}>
              <LayoutDashboard aria-hidden />
              Dashboard Host
            </Link>
          </Menu.Item>
        ) : null}
        <Menu.Item asChild>
          <Link {...paths.messages()} className={line}>
            <MessageCircle aria-hidden />
            Mensajes
            {unread > 0 ? (
              <span className="figures ml-auto rounded-full bg-barro px-2 py-0.5 text-xs font-bold text-on-barro">
                {unread}
                <span className="sr-only"> sin leer</span>
              </span>
            ) : null}
          </Link>
        </Menu.Item>
        <Menu.Item asChild>
          <Link {...paths.myBookings({ tab: 'saved' })} className={line}>
            <Heart aria-hidden />
            Guardados
          </Link>
        </Menu.Item>
        <Menu.Item asChild>
          <Link {...settingsOf(user)} className={line}>
            <Settings aria-hidden />
            Configuración
          </Link>
        </Menu.Item>
        <Menu.Separator className="mx-1 my-1 h-px bg-line" />
        <Menu.Item className={line} onSelect={() => void signOut(queryClient)}>
          <LogOut aria-hidden />
          Cerrar Sesión
        </Menu.Item>
      </Menu.Content>
    </Menu.Root>
  )
}

const MenuButton = ({ user, unread }: { user: SessionUser; unread: number }) => (
  <Menu.Trigger className="inline-flex min-h-11 items-center gap-2 rounded-full py-0.5 pr-2 pl-0.5 font-semibold transition-colors hover:bg-sunk">
    <span className="relative shrink-0">
      <Avatar name={`${user.firstName} ${user.lastName}`} src={user.profileImageUrl} size={40} eager />
      {user.biometricVerified ? (
        <BadgeCheck
          aria-hidden
          className="absolute -right-1 -bottom-0.5 size-4.5 rounded-full bg-plaster text-maiz-ink"
        />
      ) : null}
      {unread > 0 ? (
        <span
          aria-hidden
          className="absolute -top-0.5 -right-0.5 size-3.5 rounded-full border-2 border-plaster bg-barro"
        />
      ) : null}
    </span>
    <span className="hidden max-w-28 truncate sm:inline">{user.firstName}</span>
    <span className="sr-only sm:hidden">Menú de {user.firstName}</span>
    {unread > 0 ? <span className="sr-only">, tienes mensajes sin leer</span> : null}
    <ChevronDown aria-hidden className="size-4 text-muted" />
  </Menu.Trigger>
)

const ProfileItem = ({ user }: { user: SessionUser }) => (
  <Menu.Item asChild>
    <Link
      {...settingsOf(user, user.biometricVerified ? 'verification' : 'profile')}
      className="group relative flex cursor-pointer items-center gap-3 rounded-sm px-3 py-2.5 outline-none data-highlighted:bg-sunk data-highlighted:outline-2 data-highlighted:outline-solid data-highlighted:-outline-offset-2 data-highlighted:outline-jacaranda"
    >
      <Avatar name={`${user.firstName} ${user.lastName}`} src={user.profileImageUrl} shape="arch" size={48} />
      <span className="min-w-0">
        <span className="block truncate font-semibold">
          {user.firstName} {user.lastName}
        </span>
        <span className="block truncate text-sm text-muted" title={user.email}>
          {user.email}
        </span>
        <span className="flex items-center gap-2 text-sm font-medium text-barro">
          <span>{roleLabels[user.activeRole]}</span>
          {user.biometricVerified ? <VerificationBadge level={3} biometric withText plain /> : null}
        </span>
      </span>
      {user.biometricVerified ? (
        <span
          aria-hidden
          className="absolute right-1 bottom-full z-20 hidden w-60 animate-fade pb-3 text-sm leading-snug text-plaster group-data-highlighted:block sm:top-2 sm:right-full sm:bottom-auto sm:pr-3.5 sm:pb-0"
        >
          {/* The gap is part of the tooltip, which stays open while the pointer crosses it. */}
          <span className="block rounded-sm bg-ink px-2.5 py-1.5 shadow-card">
            Verificación biométrica, máxima seguridad · Nivel 3
          </span>
        </span>
      ) : null}
    </Link>
  </Menu.Item>
)

/** Clients have a settings page, professionals and hosts a tab of their dashboard (spec §2). */
const settingsOf = (user: SessionUser, section?: Section) => {
  if (user.activeRole === 'professional') return paths.professionalDashboard({ tab: 'profile', section })
  if (user.activeRole === 'host') return paths.hostDashboard({ tab: 'profile', section })
  return paths.settings({ section })
}

const useSwitchRole = () => {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (targetRole: Target) => call(account.switchRole, { body: { targetRole } }),
    onSuccess: async (user, role) => {
      queryClient.setQueryData(sessionQuery.queryKey, user)
      toast('Perfil cambiado', `Ahora estás en tu perfil de ${roleLabels[role]}`, 'good')
      void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
      await navigate(role === 'professional' ? paths.professionalDashboard() : paths.hostDashboard())
    },
    onError: (problem) => toastError('Error', problem.message || 'No se pudo cambiar de perfil'),
  })
}
