/** The sections of the settings, in order; the value is in the URL (`?section=`). Their texts: section-labels.ts. */
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

/** The section in a URL; undefined if it is none. */
export const sectionIn = (value: unknown): Section | undefined => values.find((one) => one === value)
