/** The link of a notice in its email. The screen of a notice has the same targets as typed links. */
import type { About } from '#contract/notification/notification.ts'

export const pathTo = ({ kind, id }: About): string => {
  switch (kind) {
    case 'space':
      return `/space/${id}`
    case 'professional':
      return `/p/${id}`
    case 'invitation':
      return `/professional-invitations?open=${encodeURIComponent(id)}`
    case 'sent_invitation':
      return `/search-professionals?box=sent&open=${encodeURIComponent(id)}`
    case 'appointments':
      return `/professional-appointments?visit=${encodeURIComponent(id)}`
    case 'request':
      return `/professional-appointments?tab=requests&request=${encodeURIComponent(id)}`
    case 'host_request':
      return `/host-dashboard?request=${encodeURIComponent(id)}`
    case 'no_show':
      return `/professional-appointments?tab=no-show&booking=${encodeURIComponent(id)}`
    case 'occupancy':
      return id === '' ? '/host-availability' : `/host-availability?date=${id}`
    case 'own_calendar':
      return `/professional-calendar-advanced?date=${id}`
    case 'connections':
      return '/settings?section=connections'
    case 'earnings':
      return '/professional-dashboard'
    case 'reviews':
      return '/professional-dashboard?tab=numbers#reviews'
    case 'host_reviews':
      return '/host-dashboard?tab=numbers#reviews'
    case 'my_review':
      return `/professional-appointments?review=${encodeURIComponent(id)}`
    case 'host_review':
      return `/host-availability?review=${encodeURIComponent(id)}`
    case 'my_application':
      return `/space-applications?application=${id}`
    case 'host_application':
      return `/host-applications?application=${id}`
    case 'my_agreement':
      return `/space-applications?tab=agreements&agreement=${id}`
    case 'host_agreement':
      return `/host-applications?tab=agreements&agreement=${id}`
    case 'my_documents':
      return '/space-applications?tab=documents'
    case 'rent':
      return '/host-dashboard'
    case 'vacancy':
      return `/vacancies?open=${id}`
    case 'host_vacancy':
      return `/vacancies?as=host&open=${id}`
    case 'host_team':
      return `/inhouse-professionals?as=host&open=${id}`
    case 'my_team':
      return `/inhouse-professionals?as=member&open=${id}`
    case 'listing':
      return `/host-registration?space=${id}&step=10`
    case 'hour_pack':
      return `/professional-appointments?tab=rents&pack=${encodeURIComponent(id)}`
    case 'session_pack':
    case 'gift_card':
      return '/my-bookings?tab=wallet'
    case 'conversation':
      return `/messages?with=${encodeURIComponent(id)}`
    case 'waitlist':
      return '/my-bookings?tab=waitlist'
    case 'deposit':
      return `/host-availability?deposit=${encodeURIComponent(id)}`
    case 'problem':
      return `/professional-appointments?tab=problem&booking=${encodeURIComponent(id)}`
    case 'host_problem':
      return `/host-availability?view=problems&problem=${encodeURIComponent(id)}`
    case 'my_payout_account':
      return '/professional-dashboard?tab=profile&section=payouts'
    case 'saved_search':
      return `/search-results?${id}`
    case 'my_bookings':
      return '/my-bookings'
    case 'unsettled_money':
      return '/admin?show=chargebacks'
    case 'host_payout_account':
      return '/host-dashboard?tab=profile&section=payouts'
    case 'rented_hours':
      return `/professional-appointments?tab=rents&rent=${encodeURIComponent(id)}`
  }
}
