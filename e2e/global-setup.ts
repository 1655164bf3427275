import { openTemplate } from './servers.ts'

/** Playwright calls this once before the journeys, and what it answers once after them. */
export default () => openTemplate()
