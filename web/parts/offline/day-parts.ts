/**
 * What a row of the day shows by scripts of its own. Who looked at the agenda alone has not loaded them, and without one of them the
 * whole of "Mis citas" would not stand without a line. What only a press opens is not among them: it needs the line anyway.
 */
export const loadDayParts = () =>
  Promise.all([
    import('#web/parts/booking/absence.tsx'),
    import('#web/parts/booking/away-icon.tsx'),
    import('#web/parts/booking/by-position.tsx'),
    import('#web/parts/booking/delay.tsx'),
    import('#web/parts/booking/invoice-button.tsx'),
    import('#web/parts/booking/invoice-wanted.tsx'),
    import('#web/parts/booking/message-state.tsx'),
    import('#web/parts/booking/money-line.tsx'),
    import('#web/parts/booking/no-show.tsx'),
    import('#web/parts/booking/proposed-appointments.tsx'),
    import('#web/parts/booking/reliability.tsx'),
    import('#web/parts/booking/rescue-card.tsx'),
    import('#web/parts/booking/rest-line.tsx'),
    import('#web/parts/booking/tip-line.tsx'),
    import('#web/parts/booking/what-changed.tsx'),
    import('#web/parts/dispute/problem.tsx'),
    import('#web/parts/own-client/client-links.tsx'),
    import('#web/parts/review/review-button.tsx'),
    import('#web/parts/series/series-buttons.tsx'),
  ])
