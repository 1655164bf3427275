/** Whatever can be had without an account: nothing is saved without one. */
export const guestScreenTabs = ['upcoming', 'waiting', 'past', 'waitlist', 'wallet'] as const
/** `privacy`: a copy of their data and its deletion, beside the tabs. */
export const guestScreens = [...guestScreenTabs, 'privacy'] as const
export type GuestScreenTab = (typeof guestScreens)[number]
