/** Constraints besides claims that refuse a new time: an agreement, a day or a professional's limit is used up. */
export const isFull = (constraint: string | undefined): boolean =>
  constraint !== undefined &&
  (constraint.startsWith('agreement_') ||
    constraint === 'service_daily_cap' ||
    constraint === 'professional_limit')
