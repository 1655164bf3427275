import { type Country, phoneToSend } from '#contract/platform/phone.ts'

/** A telephone as it is typed, with the country that was chosen for it. */
export type PhoneEntry = { country: Country; typed: string }

export const noPhone: PhoneEntry = { country: 'MX', typed: '' }

/** As it is sent; empty where nothing was typed. */
export const sentPhone = ({ country, typed }: PhoneEntry): string => phoneToSend(typed, country)
