/** What the database refuses a new time for, beside claims: nothing is left of an agreement, of a day, or of what a professional takes on. */
export const isFull = (constraint: string | undefined): boolean =>
  constraint !== undefined &&
  (constraint.startsWith('agreement_') ||
    constraint === 'service_daily_cap' ||
    constraint === 'professional_limit')
