/** The views of the administration other than the spaces to review (`?show=`). */
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
