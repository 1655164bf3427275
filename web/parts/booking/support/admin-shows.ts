/** What the administration looks at besides the spaces that wait (`?show=`). */
export const adminShows = [
  'suspended',
  'papers',
  'messages',
  'reviews',
  'no-shows',
  'deposits',
  'disputes',
  'chargebacks',
  'deliveries',
  'bookings',
  'accounts',
  'money',
  'google',
] as const
export type AdminShow = (typeof adminShows)[number]
