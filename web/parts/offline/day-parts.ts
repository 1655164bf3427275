/**
 * What a row of the day shows by scripts of its own. A professional who looked at the agenda alone has not loaded them, and without one
 * of them the whole of "Mis citas" would not be shown while offline. What only a press opens is not among them: it needs the connection
 * anyway.
 */
export const loadDayParts = () =>
  Promise.all([
    import('#web/parts/booking/balance/link-instead.tsx'),
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
