/** What an address of /booking or /book says: with whom or where, what, and the start that was chosen elsewhere. */
export type Asked = {
  professional?: number | undefined
  business?: number | undefined
  space?: number | undefined
  service?: number | undefined
  at?: string | undefined
}
