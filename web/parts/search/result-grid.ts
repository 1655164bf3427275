import { classNames } from '#web/ui/class-names.ts'

/** Shared by cards and their placeholders. The view is a class of the container, so that changing it re-renders no card. */
export const resultGrid = (list: boolean) =>
  classNames(
    'grid gap-5',
    list ? 'max-w-reading' : 'grid-cols-[repeat(auto-fill,minmax(min(100%,19.5rem),1fr))]',
  )
