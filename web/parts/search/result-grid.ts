import { classNames } from '#web/ui/class-names.ts'

/** The same for cards and for what waits in their place. The view is a word on the frame, so that changing it renders no card again. */
export const resultGrid = (list: boolean) =>
  classNames(
    'grid gap-5',
    list ? 'max-w-reading' : 'grid-cols-[repeat(auto-fill,minmax(min(100%,19.5rem),1fr))]',
  )
