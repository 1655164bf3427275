import { useSuspenseQuery } from '@tanstack/react-query'
import { createFileRoute, Link, type LinkProps } from '@tanstack/react-router'
import { ArrowLeft, ArrowRight } from 'lucide-react'
import { useEffect } from 'react'
import * as contract from '#contract/notification/notification.ts'
import type { About } from '#contract/notification/notification.ts'
import { reading } from '#web/api.ts'
import { orNotFound } from '#web/found.ts'
import { MatchingCategories, NoticeMark, NoticeTime, noticeTypes } from '#web/parts/notification/notice.tsx'
import { useRead } from '#web/parts/notification/reading.ts'
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
  // Looking is a GET and changes nothing; having it open does.
  useEffect(() => {
    if (!isRead) markRead(notice.id)
  }, [notice.id, isRead, markRead])
  const { to, label } = leadsTo[notice.about.kind](notice.about.id)
  return (
    <div className="page py-8 sm:py-12">
      <div className="mx-auto flex max-w-2xl flex-col gap-4">
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
            <Link {...to} className={buttonClass({}, 'mt-1')}>
              {label}
              <ArrowRight aria-hidden className="size-5" />
            </Link>
          </div>
          <Greca className="mb-3 text-barro/50" />
        </article>
      </div>
    </div>
  )
}

/** Where each kind of notice goes on. */
const leadsTo: Readonly<Record<About['kind'], (id: string) => { to: LinkProps; label: string }>> = {
  space: (id) => ({ to: paths.space(id), label: 'Ver el espacio' }),
  professional: (id) => ({ to: paths.professional(id), label: 'Ver el perfil' }),
  invitation: (id) => ({ to: paths.invitations({ open: id }), label: 'Ver la invitación' }),
  sent_invitation: (id) => ({
    to: paths.searchProfessionals({ box: 'sent', open: id }),
    label: 'Ver la invitación',
  }),
  appointments: (id) => ({ to: paths.appointments({ visit: id }), label: 'Ver la cita' }),
  request: (id) => ({ to: paths.requests(id), label: 'Responder la solicitud' }),
  no_show: (id) => ({ to: paths.noShow(id), label: 'Ver la inasistencia' }),
  occupancy: (id) => ({
    to: paths.hostAvailability(id === '' ? {} : { date: id }),
    label: 'Ver mi disponibilidad',
  }),
  own_calendar: (id) => ({ to: paths.calendar({ date: id }), label: 'Ver mi agenda' }),
  reviews: () => ({ to: { ...paths.professionalDashboard(), hash: 'reviews' }, label: 'Ver mis reseñas' }),
  host_reviews: () => ({ to: { ...paths.hostDashboard(), hash: 'reviews' }, label: 'Ver mis reseñas' }),
  my_review: (id) => ({ to: paths.appointments({ review: id }), label: 'Ver mi reseña' }),
  host_review: (id) => ({ to: paths.hostAvailability({ review: id }), label: 'Ver mi reseña' }),
  earnings: () => ({ to: paths.professionalDashboard(), label: 'Ver mis ingresos' }),
  rent: () => ({ to: paths.hostDashboard(), label: 'Ver mis ingresos' }),
  my_application: (id) => ({
    to: paths.spaceApplications({ application: Number(id) }),
    label: 'Ver mi postulación',
  }),
  host_application: (id) => ({
    to: paths.hostApplications({ application: Number(id) }),
    label: 'Ver la postulación',
  }),
  my_agreement: (id) => ({
    to: paths.spaceApplications({ tab: 'agreements', agreement: Number(id) }),
    label: 'Ver mi convenio',
  }),
  host_agreement: (id) => ({
    to: paths.hostApplications({ tab: 'agreements', agreement: Number(id) }),
    label: 'Ver el convenio',
  }),
  my_documents: () => ({ to: paths.spaceApplications({ tab: 'documents' }), label: 'Ver mis documentos' }),
  vacancy: (id) => ({ to: paths.vacancies({ open: Number(id) }), label: 'Ver la vacante' }),
  host_vacancy: (id) => ({ to: paths.vacancies({ as: 'host', open: Number(id) }), label: 'Ver mi vacante' }),
  host_team: (id) => ({ to: paths.team({ as: 'host', open: Number(id) }), label: 'Ver mi equipo' }),
  my_team: (id) => ({ to: paths.team({ as: 'member', open: Number(id) }), label: 'Ver mi lugar' }),
  conversation: (id) => ({ to: paths.messages({ with: id }), label: 'Ver el mensaje' }),
  listing: (id) => ({ to: paths.hostRegistration({ space: Number(id), step: 10 }), label: 'Ver mi espacio' }),
  hour_pack: (id) => ({ to: paths.packs(id), label: 'Ver mis paquetes' }),
  gift_card: () => ({ to: paths.myBookings({ tab: 'wallet' }), label: 'Ver mis tarjetas de regalo' }),
  session_pack: () => ({ to: paths.myBookings({ tab: 'wallet' }), label: 'Ver mis paquetes' }),
  deposit: (id) => ({ to: paths.hostAvailability({ deposit: id }), label: 'Ver la garantía' }),
  problem: (id) => ({ to: paths.problem(id), label: 'Ver el problema' }),
  host_problem: (id) => ({
    to: paths.hostAvailability({ view: 'problems', problem: id }),
    label: 'Ver el problema',
  }),
  waitlist: () => ({ to: paths.myBookings({ tab: 'waitlist' }), label: 'Ver mi lista de espera' }),
  my_payout_account: () => ({
    to: paths.professionalDashboard({ tab: 'profile', section: 'payouts' }),
    label: 'Ver mi cuenta de cobro',
  }),
  host_payout_account: () => ({
    to: paths.hostDashboard({ tab: 'profile', section: 'payouts' }),
    label: 'Ver mi cuenta de cobro',
  }),
  my_bookings: () => ({ to: paths.myBookings({}), label: 'Ver mis reservas' }),
  unsettled_money: () => ({ to: paths.admin({ show: 'chargebacks' }), label: 'Ver el dinero que no pasó' }),
  rented_hours: (id) => ({ to: paths.rents(id), label: 'Ver mis espacios rentados' }),
}
