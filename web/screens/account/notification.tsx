import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link, type LinkProps } from '@tanstack/react-router'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useEffect } from 'react'
import { actions } from '#contract/notification/about.ts'
import * as contract from '#contract/notification/notification.ts'
import type { About } from '#contract/notification/notification.ts'
import { reading } from '#web/api.ts'
import { orNotFound } from '#web/found.ts'
import { MatchingCategories, NoticeMark, NoticeTime, noticeTypes } from '#web/parts/notification/notice.tsx'
import { useRead } from '#web/parts/notification/reading.ts'
import { searchStateOf } from '#web/parts/cards/search-state.ts'
import { paths } from '#web/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Greca } from '#web/ui/logo.tsx'

const readingOf = (id: string) => reading(contract.notification, { params: { id } })

export const Route = createFileRoute('/_signed-in/notification/$id')({
  loader: ({ context, params }) => orNotFound(context.queryClient.ensureQueryData(readingOf(params.id))),
  head: ({ loaderData }) => ({ meta: [{ title: `${loaderData?.title ?? 'Notificación'} · Kalli` }] }),
  component: Notification,
})

function Notification() {
  const { id } = Route.useParams()
  const { data: notice } = useSuspenseQuery(readingOf(id))
  const { isRead } = notice
  const { mutate: markRead } = useRead()
  // The GET changes nothing; the opened page marks it as read.
  useEffect(() => {
    if (!isRead) markRead(notice.id)
  }, [notice.id, isRead, markRead])
  const { kind, id: aboutId } = notice.about
  return (
    <div className="page py-8 sm:py-12">
      <div className="mx-auto flex max-w-form flex-col gap-4">
        <Link
          {...paths.notifications()}
          className="inline-flex min-h-11 items-center gap-2 self-start font-medium text-muted hover:text-ink"
        >
          <ArrowLeft aria-hidden className="size-5" />
          Todas las notificaciones
        </Link>
        <article className="overflow-hidden rounded-xl border border-line bg-surface shadow-card">
          <div className="flex flex-col items-start gap-5 px-6 pt-8 pb-9 sm:px-10 sm:pt-10">
            <NoticeMark type={notice.type} large />
            <header className="flex flex-col gap-2">
              <p className="flex flex-wrap items-center gap-x-2 text-[0.9375rem] text-muted">
                <span className="font-semibold text-barro">{noticeTypes[notice.type].label}</span>
                <span aria-hidden>·</span>
                <NoticeTime at={notice.createdAt} />
              </p>
              <h1 className="text-3xl sm:text-4xl">{notice.title}</h1>
            </header>
            <p className="measure text-lg">{notice.message}</p>
            {notice.matchingCategories.length > 0 ? (
              <div className="flex flex-col gap-2">
                <h2 className="font-sans text-[0.9375rem] font-semibold tracking-normal text-muted">
                  Coincide con
                </h2>
                <MatchingCategories of={notice.matchingCategories} all />
              </div>
            ) : null}
            <Link {...leadsTo[kind](aboutId)} className={buttonClass({}, 'mt-1')}>
              {actions[kind]}
              <ArrowRight aria-hidden className="size-5" />
            </Link>
          </div>
          <Greca className="mb-3 text-barro/50" />
        </article>
      </div>
    </div>
  )
}

/** The page that each kind of notification leads to. */
const leadsTo: Readonly<Record<About['kind'], (id: string) => LinkProps>> = {
  space: (id) => paths.space(id),
  professional: (id) => paths.professional(id),
  invitation: (id) => paths.invitations({ open: id }),
  sent_invitation: (id) => paths.searchProfessionals({ box: 'sent', open: id }),
  appointments: (id) => paths.appointments({ visit: id }),
  request: (id) => paths.requests(id),
  host_request: (id) => paths.hostDashboard({ request: id }),
  no_show: (id) => paths.noShow(id),
  occupancy: (id) => paths.hostAvailability(id === '' ? {} : { date: id }),
  own_calendar: (id) => paths.calendar({ date: id }),
  connections: () => paths.settings({ section: 'connections' }),
  reviews: () => ({ ...paths.professionalDashboard(), hash: 'reviews' }),
  host_reviews: () => ({ ...paths.hostDashboard(), hash: 'reviews' }),
  my_review: (id) => paths.appointments({ review: id }),
  host_review: (id) => paths.hostAvailability({ review: id }),
  earnings: () => paths.professionalDashboard(),
  rent: () => paths.hostDashboard(),
  saved_search: (id) => ({
    to: '/search-results',
    search: searchStateOf(Object.fromEntries(new URLSearchParams(id))),
  }),
  my_application: (id) => paths.spaceApplications({ application: Number(id) }),
  host_application: (id) => paths.hostApplications({ application: Number(id) }),
  my_agreement: (id) => paths.spaceApplications({ tab: 'agreements', agreement: Number(id) }),
  host_agreement: (id) => paths.hostApplications({ tab: 'agreements', agreement: Number(id) }),
  my_documents: () => paths.spaceApplications({ tab: 'documents' }),
  vacancy: (id) => paths.vacancies({ open: Number(id) }),
  host_vacancy: (id) => paths.vacancies({ as: 'host', open: Number(id) }),
  host_team: (id) => paths.team({ as: 'host', open: Number(id) }),
  my_team: (id) => paths.team({ as: 'member', open: Number(id) }),
  conversation: (id) => paths.messages({ with: id }),
  listing: (id) => paths.hostRegistration({ space: Number(id), step: 10 }),
  hour_pack: (id) => paths.packs(id),
  gift_card: () => paths.myBookings({ tab: 'wallet' }),
  session_pack: () => paths.myBookings({ tab: 'wallet' }),
  deposit: (id) => paths.hostAvailability({ deposit: id }),
  problem: (id) => paths.problem(id),
  host_problem: (id) => paths.hostAvailability({ view: 'problems', problem: id }),
  waitlist: () => paths.myBookings({ tab: 'waitlist' }),
  my_payout_account: () => paths.professionalDashboard({ tab: 'profile', section: 'payouts' }),
  host_payout_account: () => paths.hostDashboard({ tab: 'profile', section: 'payouts' }),
  my_bookings: () => paths.myBookings({}),
  unsettled_money: () => paths.admin({ show: 'chargebacks' }),
  rented_hours: (id) => paths.rents(id),
}
