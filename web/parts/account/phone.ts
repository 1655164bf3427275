import { type Country, phoneToSend } from '#contract/platform/phone.ts'

/** A telephone as typed, with the chosen country. */
export type PhoneEntry = { country: Country; typed: string }

export const noPhone: PhoneEntry = { country: 'MX', typed: '' }

/** As it is sent; empty if nothing was typed. */
export const sentPhone = ({ country, typed }: PhoneEntry): string => phoneToSend(typed, country)
