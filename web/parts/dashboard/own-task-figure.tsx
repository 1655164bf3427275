import type { LinkProps } from '@tanstack/react-router'
import { ownTaskKinds, type OwnTask, type OwnTaskKind } from '#contract/figures/own-figures.ts'
import { TaskList } from '#web/parts/dashboard/task-figure.tsx'
import { paths } from '#web/paths.ts'

/** The professional's pending tasks. */
export const OwnTaskFigure = ({ tasks }: { tasks: readonly OwnTask[] }) => (
  <TaskList
    tasks={tasks.map((task) => ({
      key: `${task.kind} ${task.id}`,
      label: ownTaskKinds[task.kind],
      text: task.text,
      deadline: task.deadline,
      link: doneAt[task.kind](task.id),
    }))}
  />
)

const doneAt: Readonly<Record<OwnTaskKind, (id: string) => LinkProps>> = {
  request: (id) => paths.requests(id),
  change: (id) => paths.requests(id),
  rescue: (id) => paths.requests(id),
  absence: (id) => paths.noShow(id),
  dispute: (id) => paths.problem(id),
  overtime: (id) => paths.problem(id),
  hand_over: () => paths.rents(),
  rest: (id) => paths.appointments({ visit: id }),
  invitation: (id) => paths.invitations({ open: id }),
  application: (id) => paths.spaceApplications({ application: Number(id) }),
  expiring: (id) => paths.spaceApplications({ tab: 'agreements', agreement: Number(id) }),
  paper: () => paths.spaceApplications({ tab: 'documents' }),
  service: () => paths.services({ edit: 'new' }),
  hours: () => paths.calendar({ open: 'week-hours' }),
  space: () => paths.firstSteps('place'),
  publish: () => paths.firstSteps('place'),
  level: () => paths.professionalDashboard({ tab: 'profile', section: 'verification' }),
  photo: () => paths.firstSteps('trade'),
  bank: () => paths.professionalDashboard({ tab: 'profile', section: 'payouts' }),
}
