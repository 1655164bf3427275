/** The parts of the settings, in their order; the value stands in the address (`?section=`). Their words: section-list.ts. */
const values = [
  'profile',
  'security',
  'verification',
  'payouts',
  'notifications',
  'companions',
  'privacy',
  'zone',
] as const

export type Section = (typeof values)[number]

/** The section that an address names; none for what is not one. */
export const sectionIn = (value: unknown): Section | undefined => values.find((one) => one === value)
