/** The parts of the settings, in their order; the value is in the address (`?section=`). Their words: section-labels.ts. */
const values = [
  'profile',
  'security',
  'verification',
  'payouts',
  'connections',
  'widget',
  'notifications',
  'companions',
  'privacy',
  'developers',
  'zone',
] as const

export type Section = (typeof values)[number]

/** The section that an address names; none for what is not one. */
export const sectionIn = (value: unknown): Section | undefined => values.find((one) => one === value)
