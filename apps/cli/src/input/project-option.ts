import { ProjectName } from '@gridloom/contract/budgets/project-name'
import { UsageError } from '../errors.ts'

/** Reads the name of a project. @throws UsageError */
export function projectName(text: string): ProjectName {
  const name = ProjectName.safeParse(text)
  if (name.success) return name.data
  throw new UsageError(
    `A project is named with up to 40 small letters, digits and hyphens, not "${text}".`,
  )
}

/** The option of an order: its flag, its text and how it is read. */
export const projectOption = [
  '--project <name>',
  'project that its cost is booked to; a new name creates it',
  projectName,
] as const
