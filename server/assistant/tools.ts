import { agendaTools } from '#server/assistant/agenda-tools.ts'
import { changeTools } from '#server/assistant/change-tools.ts'
import { searchTools } from '#server/assistant/search-tools.ts'
import type { Tool } from '#server/assistant/tool.ts'
import { visitTools } from '#server/assistant/visit-tools.ts'

/** All tools of an assistant, in the order in which it reads them. */
export const tools: readonly Tool[] = [...searchTools, ...visitTools, ...changeTools, ...agendaTools]
