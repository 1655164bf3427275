/**
 * Every address of the product and the screen that answers it; `shell/elsewhere.tsx` answers everything unknown. Links are made
 * by web/paths.ts.
 */
const at = (path: string, file: string) => ({ type: 'route' as const, path, file })

/** For anonymous visitors and signed-in users. */
const open = [
  { type: 'index' as const, file: 'screens/visitor/home.tsx' },
  at('/auth', 'screens/visitor/auth.tsx'),
  at('/reset-password', 'screens/visitor/reset-password.tsx'),
  at('/search-results', 'screens/visitor/search-results.tsx'),
  at('/p/$id', 'screens/visitor/professional.tsx'),
  at('/space/$id', 'screens/visitor/space.tsx'),
  at('/b/$id', 'screens/visitor/business.tsx'),
  at('/about', 'screens/visitor/about.tsx'),
  at('/contact', 'screens/visitor/contact.tsx'),
  at('/for-professionals', 'screens/visitor/for-professionals.tsx'),
  at('/for-spaces', 'screens/visitor/for-spaces.tsx'),
  at('/pricing', 'screens/visitor/pricing.tsx'),
  at('/help', 'screens/visitor/help.tsx'),
  at('/help/professionals', 'screens/visitor/help-professionals.tsx'),
  at('/help/hosts', 'screens/visitor/help-hosts.tsx'),
  at('/inhouse/$token', 'screens/visitor/inhouse.tsx'),
  at('/bookings/$token/accept', 'screens/visitor/booking-link.tsx'),
  at('/bookings/$token/pay', 'screens/visitor/pay-balance.tsx'),
  at('/search-alert/$token', 'screens/visitor/search-alert.tsx'),
  at('/guest-bookings', 'screens/visitor/guest-bookings.tsx'),
  at('/privacy', 'screens/visitor/privacy.tsx'),
  at('/terms', 'screens/visitor/terms.tsx'),
  at('/booking', 'screens/client/booking.tsx'),
  at('/book', 'screens/visitor/book.tsx'),
  // A visitor without an account also pays and returns: by the hold, and by the link in the email.
  at('/dynamic-checkout', 'screens/client/checkout.tsx'),
  at('/booking-success', 'screens/client/booking-success.tsx'),
]

/** Only with a session; anonymous visitors sign in first and come back. */
const signedIn = [
  at('/my-bookings', 'screens/client/my-bookings.tsx'),
  at('/professional-appointments', 'screens/professional/appointments.tsx'),
  at('/professional-clients', 'screens/professional/clients.tsx'),
  at('/professional-dashboard', 'screens/professional/dashboard.tsx'),
  at('/professional-calendar-advanced', 'screens/professional/calendar.tsx'),
  at('/professional-services', 'screens/professional/own-services.tsx'),
  at('/professional-space-rules', 'screens/professional/space-rules.tsx'),
  at('/professional-demand-configuration', 'screens/professional/demand.tsx'),
  at('/space-applications', 'screens/professional/applications.tsx'),
  at('/host-applications', 'screens/host/applications.tsx'),
  at('/host-availability', 'screens/host/availability.tsx'),
  at('/host-dashboard', 'screens/host/dashboard.tsx'),
  at('/host-registration', 'screens/host/registration.tsx'),
  at('/admin', 'screens/account/admin.tsx'),
  at('/space-pricing-rules', 'screens/host/space-pricing-rules.tsx'),
  at('/settings', 'screens/client/settings.tsx'),
  at('/professional-invitations', 'screens/professional/invitations.tsx'),
  at('/invitations/$id/accept', 'screens/account/invitation-accept.tsx'),
  at('/invitations/$id/decline', 'screens/account/invitation-decline.tsx'),
  at('/search-professionals', 'screens/host/search-professionals.tsx'),
  at('/inhouse-professionals', 'screens/account/team.tsx'),
  at('/vacancies', 'screens/account/vacancies.tsx'),
  at('/bank-deposits', 'screens/account/bank-deposits.tsx'),
  at('/messages', 'screens/account/messages.tsx'),
  at('/notifications', 'screens/account/notifications.tsx'),
  at('/notification/$id', 'screens/account/notification.tsx'),
  at('/professional/$id', 'screens/account/professional.tsx'),
  // The address is the protocol's: other apps send people here.
  at('/oauth/authorize', 'screens/account/authorize.tsx'),
  // What an assistant prepared (server/assistant/confirmation.ts writes its address).
  at('/confirm', 'screens/account/confirm.tsx'),
]

export default {
  type: 'root' as const,
  file: 'shell/root.tsx',
  children: [
    ...open,
    { type: 'layout' as const, id: 'signed-in', file: 'shell/signed-in.tsx', children: signedIn },
    at('/dev/ui', 'shell/dev-ui.tsx'),
    at('$', 'shell/elsewhere.tsx'),
  ],
}
