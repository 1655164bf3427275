/** Whatever can be had without an account: nothing is saved without one. */
export const guestScreenTabs = ['upcoming', 'waiting', 'past', 'waitlist', 'wallet'] as const
export type GuestScreenTab = (typeof guestScreenTabs)[number]
