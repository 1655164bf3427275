/** What an address of /booking or /book says: with whom or where, what, and the start that was chosen elsewhere. */
export type Asked = {
  professional?: number | undefined
  business?: number | undefined
  space?: number | undefined
  service?: number | undefined
  /** Services that follow it in the same visit: "2,3". */
  more?: string | undefined
  at?: string | undefined
}

/** "2,3" as numbers; none for what is no such list. */
export const listIn = (value: unknown): number[] =>
  /^[1-9]\d{0,14}(,[1-9]\d{0,14}){0,3}$/.test(String(value))
    ? [...new Set(String(value).split(',').map(Number))]
    : []
