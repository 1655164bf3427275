/** The parts of the page that most visitors only read, in one chunk: the browser fetches it at most once. */
export { About } from '#web/parts/professional/about.tsx'
export { Faq } from '#web/parts/professional/faq.tsx'
export { Policies } from '#web/parts/professional/policies.tsx'
export { ServiceSearch } from '#web/parts/professional/service-search.tsx'
export { WeekStrip } from '#web/parts/professional/week-strip.tsx'
