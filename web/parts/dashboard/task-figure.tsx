import { Link, type LinkProps } from '@tanstack/react-router'
import { CheckCheck, ChevronRight } from 'lucide-react'
import { useState } from 'react'
import { type Task, taskKinds, type TaskKind } from '#contract/figures/figures.ts'
import { Clock } from '#web/ui/clock.tsx'
import { paths } from '#web/paths.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/page/states.tsx'

type Waiting = { key: string; label: string; text: string; deadline: string | null; link: LinkProps }

/** Pending tasks, those that end first at the top; each links to its screen. */
export const TaskList = ({ tasks }: { tasks: readonly Waiting[] }) => {
  const [shown, show] = useState(shownAtFirst)
  const more = tasks.length - shown
  return tasks.length === 0 ? (
    <EmptyState
      icon={<CheckCheck />}
      title="Nada pendiente"
      text="Te avisamos en cuanto algo espere de ti."
    />
  ) : (
    <ol className="flex flex-col divide-y divide-line">
      {tasks.slice(0, shown).map((task) => (
        <li key={task.key}>
          <Link
            {...task.link}
            className="-mx-2 flex min-h-16 items-center gap-3 rounded-md px-2 py-2.5 hover:bg-sunk"
          >
            <span className="min-w-0 flex-1">
              <span className="flex flex-wrap items-baseline justify-between gap-x-3 text-sm text-muted">
                {task.label}
                <Clock until={task.deadline} paused={false} mine />
              </span>
              <span className="block font-semibold">{task.text}</span>
            </span>
            <ChevronRight aria-hidden className="size-5 shrink-0 text-muted" />
          </Link>
        </li>
      ))}
      {more > 0 ? (
        <li className="pt-3">
          <Button tone="secondary" size="small" onClick={() => show(tasks.length)}>
            {more === 1 ? 'Ver uno más' : `Ver ${more} más`}
          </Button>
        </li>
      ) : null}
    </ol>
  )
}

const shownAtFirst = 5

/** The host's pending tasks. */
export const TaskFigure = ({ tasks }: { tasks: readonly Task[] }) => (
  <TaskList
    tasks={tasks.map((task) => ({
      key: `${task.kind} ${task.id}`,
      label: taskKinds[task.kind],
      text: task.text,
      deadline: task.deadline,
      link: doneAt[task.kind](task),
    }))}
  />
)

/** The wizard's steps for documents and for the payout account. */
const [lawStep, payoutStep] = [8, 9]

const doneAt: Readonly<Record<TaskKind, (task: Task) => LinkProps>> = {
  application: ({ id }) => paths.hostApplications({ application: Number(id) }),
  question: ({ id }) => paths.searchProfessionals({ box: 'sent', open: id }),
  renewal: ({ id }) => paths.hostApplications({ tab: 'agreements', agreement: Number(id) }),
  expiring: ({ id }) => paths.hostApplications({ tab: 'agreements', agreement: Number(id) }),
  paper: ({ spaceId }) => paths.hostRegistration({ space: spaceId ?? undefined, step: lawStep }),
  listing: ({ spaceId }) => paths.hostRegistration({ space: spaceId ?? undefined }),
  rent_change: ({ date }) => paths.hostAvailability(date === null ? {} : { date }),
  visit_request: ({ id }) => paths.hostDashboard({ request: id }),
  visit_change: ({ id }) => paths.hostDashboard({ request: id }),
  problem: ({ id }) => paths.hostAvailability({ view: 'problems', problem: id }),
  chair: ({ id }) => paths.team({ as: 'host', open: Number(id) }),
  payout: ({ spaceId }) => paths.hostRegistration({ space: spaceId ?? undefined, step: payoutStep }),
}
