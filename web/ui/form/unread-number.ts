/** Does a draft hold a number that was typed and not understood, or that was not typed yet? It is NaN there. */
export const hasUnreadNumber = (value: unknown): boolean =>
  typeof value === 'number'
    ? Number.isNaN(value)
    : typeof value === 'object' && value !== null && Object.values(value).some(hasUnreadNumber)

/** Sent when a form was not sent because of such a number: every field that holds one says so. */
export const unreadNumberEvent = 'kalli:unread-number'
