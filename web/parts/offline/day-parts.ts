/**
 * The components of a day's rows. They are preloaded, because a professional who only looked at the agenda has not loaded them, and "Mis
 * citas" would fail offline without any of them. Dialogs are not included: they need the connection anyway.
 */
export const loadDayParts = () =>
  Promise.all([
    import('#web/parts/booking/balance/link-instead.tsx'),
    import('#web/parts/booking/balance/take-in-place.tsx'),
    import('#web/parts/booking/visit/absence.tsx'),
    import('#web/parts/booking/summary/away-icon.tsx'),
    import('#web/parts/booking/visit/by-position.tsx'),
    import('#web/parts/booking/visit/delay.tsx'),
    import('#web/parts/booking/visit/invoice-button.tsx'),
    import('#web/parts/booking/visit/invoice-wanted.tsx'),
    import('#web/parts/booking/visit/message-state.tsx'),
    import('#web/parts/booking/visit/money-line.tsx'),
    import('#web/parts/booking/visit/no-show.tsx'),
    import('#web/parts/booking/series/proposed-appointments.tsx'),
    import('#web/parts/booking/visit/scan-dialog.tsx'),
    import('#web/parts/booking/visit/rescue-card.tsx'),
    import('#web/parts/booking/visit/rest-line.tsx'),
    import('#web/parts/booking/visit/tip-line.tsx'),
    import('#web/parts/booking/change/what-changed.tsx'),
    import('#web/parts/booking/settlement/problem.tsx'),
    import('#web/parts/booking/client/client-links.tsx'),
    import('#web/parts/booking/day/lapsed-line.tsx'),
    import('#web/parts/review/review-button.tsx'),
    import('#web/parts/booking/series/series-buttons.tsx'),
  ])
