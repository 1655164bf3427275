/** Whether a draft holds NaN: a number that was not understood, or not entered yet. */
export const hasUnreadNumber = (value: unknown): boolean =>
  typeof value === 'number'
    ? Number.isNaN(value)
    : typeof value === 'object' && value !== null && Object.values(value).some(hasUnreadNumber)

/** Dispatched when such a number prevented a submit: every field that holds one shows its error. */
export const unreadNumberEvent = 'kalli:unread-number'
