/** The tabs that work without an account: nothing can be saved without one. */
export const guestScreenTabs = ['upcoming', 'waiting', 'past', 'waitlist', 'wallet'] as const
/** `privacy`: a copy of the visitor's data and its deletion, beside the tabs. */
export const guestScreens = [...guestScreenTabs, 'privacy'] as const
export type GuestScreenTab = (typeof guestScreens)[number]
