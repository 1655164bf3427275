/** The three heights of the sheet over the map, and where a drag ends. */
export const sheetHeights = ['peek', 'half', 'full'] as const
export type SheetHeight = (typeof sheetHeights)[number]

/** The height of the count and the handle. */
export const peekPx = 76
/** The part of the map above a full sheet, with the close button. */
const leftPx = 68

export const sheetPx = (height: SheetHeight, room: number) =>
  height === 'peek' ? peekPx : height === 'half' ? Math.round(room / 2) : Math.max(peekPx, room - leftPx)

/** One step up (1) or down (-1); unchanged at the limits. */
export const stepped = (height: SheetHeight, by: 1 | -1): SheetHeight =>
  sheetHeights[sheetHeights.indexOf(height) + by] ?? height

/** In pixels per millisecond: faster is a fling. */
const throwSpeed = 0.5

/** Where the sheet settles: a fling goes one step in its direction, else the nearest height. */
export const restOf = (from: SheetHeight, px: number, speed: number, room: number): SheetHeight => {
  if (Math.abs(speed) > throwSpeed) {
    const further = sheetHeights.filter((one) =>
      speed > 0 ? sheetPx(one, room) > px : sheetPx(one, room) < px,
    )
    return (speed > 0 ? further[0] : further.at(-1)) ?? from
  }
  return sheetHeights.reduce((best, one) =>
    Math.abs(sheetPx(one, room) - px) < Math.abs(sheetPx(best, room) - px) ? one : best,
  )
}
