import { linkOptions } from '@tanstack/react-router'
import type { DayPart } from '#contract/platform/day-part.ts'
import type { Category } from '#contract/professional/categories.ts'
import type { BookingSearch, Going } from '#web/parts/booking/summary/address.ts'
import type { GuestScreenTab } from '#web/parts/booking/summary/guest-tabs.ts'
import type { FirstStep } from '#web/parts/dashboard/first-steps.ts'
import type { Span } from '#web/parts/dashboard/dashboard-search.ts'
import type { Section } from '#web/parts/settings/sections.ts'
import type { AdminShow } from '#web/parts/booking/support/admin-shows.ts'

export type SearchFor = {
  q?: string
  location?: string
  city?: string
  state?: string
  category?: string
  type?: 'professionals' | 'spaces'
  /** A date, or `today`, `tomorrow`, `weekend`, which the results resolve to one. */
  day?: string | undefined
  part?: DayPart | undefined
}

type Checkout = {
  hold?: string
  rent?: string
  gift?: string
  pack?: string
  space?: number
  service?: number
  t?: string | undefined
}
const checkout = (search: Checkout) => linkOptions({ to: '/dynamic-checkout', search })

/** Every link of the product: `<Link {...paths.professional(id)}>` or `navigate(paths.home())`. Typed against web/routes.ts. */
export const paths = {
  home: () => linkOptions({ to: '/' }),
  howItWorks: () => linkOptions({ to: '/', hash: 'como-funciona' }),
  auth: (search: { redirect?: string; tab?: 'login' | 'register' } = {}) =>
    linkOptions({ to: '/auth', search }),
  resetPassword: (token?: string) => linkOptions({ to: '/reset-password', search: { token } }),
  search: (search: SearchFor = {}) => linkOptions({ to: '/search-results', search }),
  /** `going`: the search that the link carries along (docs/search/address.md). */
  professional: (id: number | string, going: Going = {}) =>
    linkOptions({ to: '/p/$id', params: { id: String(id) }, search: going }),
  business: (id: number | string, going: Going = {}) =>
    linkOptions({ to: '/b/$id', params: { id: String(id) }, search: going }),
  space: (id: number | string, going: Omit<Going, 'space'> = {}) =>
    linkOptions({ to: '/space/$id', params: { id: String(id) }, search: going }),
  /** The professional comes first, as the specification writes it. */
  booking: ({ professional, ...search }: BookingSearch = {}) =>
    linkOptions({ to: '/booking', search: { professional, ...search } }),
  /** The same with a chosen hour and its space (web/parts/booking/slots/chosen-hour.ts). */
  bookingAt: (requested: BookingSearch, { at, space }: { at: string; space: number | null }) => ({
    ...paths.booking(requested),
    hash: `hora=${at}/${space ?? 0}`,
  }),
  /** The same booking flow without the marketplace around it: own links. */
  book: ({ professional, business, space, service, ...rest }: BookingSearch) =>
    linkOptions({ to: '/book', search: { p: professional, b: business, s: space, svc: service, ...rest } }),
  checkout: (hold: string) => checkout({ hold }),
  /** Hours at a space without a client, paid by the professional. */
  rentCheckout: (rent: string) => checkout({ rent }),
  /** A gift card: a new one, or one that the viewer bought; `t` is the link of a visitor's receipt. */
  giftCard: (gift = 'new', t?: string) => checkout({ gift, t }),
  /** The professional's waitlist. */
  waitlist: () => linkOptions({ to: '/professional-appointments', search: { tab: 'waitlist' as const } }),
  /** The professional's clients; `client`: the one to open. */
  ownClients: (client?: number) => linkOptions({ to: '/professional-clients', search: { client } }),
  /** Clients who have not come for as long as they usually do. */
  lapsedClients: () => linkOptions({ to: '/professional-clients', search: { list: 'lapsed' as const } }),
  /** Rented hours; `rent`: the one to open. */
  rents: (rent?: string) =>
    linkOptions({ to: '/professional-appointments', search: { tab: 'rents' as const, rent } }),
  /** Hour packs; `pack`: the one to open. */
  packs: (pack = 'all') =>
    linkOptions({ to: '/professional-appointments', search: { tab: 'rents' as const, pack } }),
  /** A session pack of a service. */
  sessionPackCheckout: (service: number, pack: number) => checkout({ service, pack: String(pack) }),
  packCheckout: (space: number | string, pack = '') => checkout({ space: Number(space), pack }),
  /** What awaits the viewer's answer; `request`: the one to open. */
  requests: (request?: string) =>
    linkOptions({ to: '/professional-appointments', search: { tab: 'requests' as const, request } }),
  noShow: (booking: string) =>
    linkOptions({ to: '/professional-appointments', search: { tab: 'no-show' as const, booking } }),
  /** What was reported about a visit of the viewer. */
  problem: (booking: string) =>
    linkOptions({ to: '/professional-appointments', search: { tab: 'problem' as const, booking } }),
  payBalance: (token: string) => linkOptions({ to: '/bookings/$token/pay', params: { token } }),
  guestBookings: (tab?: GuestScreenTab) => linkOptions({ to: '/guest-bookings', search: { tab } }),
  bookingLink: (token: string) => linkOptions({ to: '/bookings/$token/accept', params: { token } }),
  bookingSuccess: (id: string, token?: string) =>
    linkOptions({ to: '/booking-success', search: { id, t: token } }),
  myBookings: (search: { tab?: 'waiting' | 'past' | 'waitlist' | 'saved' | 'wallet' } = {}) =>
    linkOptions({ to: '/my-bookings', search }),
  /** The professional's page for signed-in users, with what both have in common. */
  professionalForMe: (id: number | string) =>
    linkOptions({ to: '/professional/$id', params: { id: String(id) } }),
  /** `visit`: the one to open, on its day. */
  appointments: (
    search: { date?: string; review?: string; visit?: string; tab?: 'upcoming' | 'close' | 'past' } = {},
  ) => linkOptions({ to: '/professional-appointments', search }),
  calendar: (
    search: {
      view?: 'day' | 'week' | 'month' | 'list'
      date?: string
      open?: 'week-hours' | 'block'
      nueva?: 1
      day?: string
      time?: string
      client?: number
    } = {},
  ) => linkOptions({ to: '/professional-calendar-advanced', search }),
  /** The calendar with a new appointment's sheet open, for this client of the book, on this date. */
  newAppointment: (search: { client?: number; date?: string } = {}) =>
    linkOptions({ to: '/professional-calendar-advanced', search: { nueva: 1 as const, ...search } }),
  professionalDashboard: (search: { tab?: string; section?: Section; days?: Span } = {}) =>
    linkOptions({ to: '/professional-dashboard', search }),
  /** A professional's first steps; `next` is where they left off. */
  firstSteps: (start: FirstStep | 'next' = 'next') =>
    linkOptions({ to: '/professional-dashboard', search: { start } }),
  hostAvailability: (
    search: {
      date?: string
      view?: 'bookings' | 'day' | 'codes' | 'problems'
      /** The calendar's zoom level. */
      zoom?: 'hour' | 'day' | 'week' | 'month' | undefined
      why?: number
      deposit?: string
      problem?: string
      review?: string
      open?: 'desk' | 'closure' | 'block'
      /** The unit that `open: 'block'` is about. */
      unit?: number
    } = {},
  ) => linkOptions({ to: '/host-availability', search }),
  /** `quiet`: hours that hardly ever sell, to be offered as rates (`quietText`). */
  spacePricingRules: (search: { space?: number; quiet?: string } = {}) =>
    linkOptions({ to: '/space-pricing-rules', search }),
  hostDashboard: (search: { tab?: string; section?: Section; days?: Span; request?: string } = {}) =>
    linkOptions({ to: '/host-dashboard', search }),
  /** For clients; professionals and hosts have their settings on the dashboard (`tab: 'profile'`). */
  settings: (search: { section?: Section } = {}) => linkOptions({ to: '/settings', search }),
  notifications: (search: { show?: 'unread' } = {}) => linkOptions({ to: '/notifications', search }),
  /** `with`: "booking.<id>.client", the thing and the viewer's side of it. */
  messages: (search: { with?: string } = {}) => linkOptions({ to: '/messages', search }),
  notification: (id: number | string) => linkOptions({ to: '/notification/$id', params: { id: String(id) } }),
  about: () => linkOptions({ to: '/about' }),
  contact: () => linkOptions({ to: '/contact' }),
  forProfessionals: () => linkOptions({ to: '/for-professionals' }),
  forSpaces: () => linkOptions({ to: '/for-spaces' }),
  pricing: () => linkOptions({ to: '/pricing' }),
  help: () => linkOptions({ to: '/help' }),
  helpProfessionals: () => linkOptions({ to: '/help/professionals' }),
  helpHosts: () => linkOptions({ to: '/help/hosts' }),
  privacy: () => linkOptions({ to: '/privacy' }),
  terms: () => linkOptions({ to: '/terms' }),
  demandRules: () => linkOptions({ to: '/professional-demand-configuration' }),
  spaceRules: () => linkOptions({ to: '/professional-space-rules' }),
  /** `edit`: one of the professional's services, or a new one. */
  services: (search: { edit?: number | 'new' } = {}) => linkOptions({ to: '/professional-services', search }),
  spaceApplications: (
    search: { tab?: 'agreements' | 'documents'; application?: number; agreement?: number } = {},
  ) => linkOptions({ to: '/space-applications', search }),
  hostApplications: (
    search: { tab?: 'agreements' | 'rules'; application?: number; agreement?: number; vacancy?: number } = {},
  ) => linkOptions({ to: '/host-applications', search }),
  /** Without a space, all of the host's; without a step, where the host left off. */
  hostRegistration: (search: { space?: number; step?: number } = {}) =>
    linkOptions({ to: '/host-registration', search }),
  admin: (search: { show?: AdminShow; q?: string } = {}) => linkOptions({ to: '/admin', search }),
  invitations: (search: { category?: Category; open?: string } = {}) =>
    linkOptions({ to: '/professional-invitations', search }),
  acceptInvitation: (id: string, t?: string) =>
    linkOptions({ to: '/invitations/$id/accept', params: { id }, search: { t } }),
  declineInvitation: (id: string, t?: string) =>
    linkOptions({ to: '/invitations/$id/decline', params: { id }, search: { t } }),
  /** The professional's view; `as: 'host'` is that of the host who advertises. */
  vacancies: (search: { as?: 'host' | 'professional'; open?: number } = {}) =>
    linkOptions({ to: '/vacancies', search }),
  /** The host's own team, or the businesses that the member belongs to. */
  team: (search: { as?: 'host' | 'member'; open?: number } = {}) =>
    linkOptions({ to: '/inhouse-professionals', search }),
  /** Bank deposits that arrived, and the next one. */
  bankDeposits: (search: { as?: 'professional' | 'host' | undefined; month?: string | undefined } = {}) =>
    linkOptions({ to: '/bank-deposits', search }),
  inhouse: (token: string) => linkOptions({ to: '/inhouse/$token', params: { token } }),
  searchProfessionals: (
    search: {
      box?: 'sent'
      open?: string
      space?: number
      vacancy?: number
      category?: Category
    } = {},
  ) => linkOptions({ to: '/search-professionals', search }),
} as const
