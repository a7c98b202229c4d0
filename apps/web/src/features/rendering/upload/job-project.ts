import { ProjectName } from '@gridloom/contract/budgets/project-name'

/** The project that new jobs are booked to. */
export interface JobProject {
  /** Undefined: that of no project. */
  readonly name: string | undefined
  /** Why the typed name cannot be one. */
  readonly problem: string | undefined
}

/** Reads what was typed into the field of the project. */
export function jobProjectOf(typed: string): JobProject {
  if (typed === '') return { name: undefined, problem: undefined }
  const read = ProjectName.safeParse(typed)
  return read.success
    ? { name: read.data, problem: undefined }
    : { name: undefined, problem: read.error.issues[0]?.message }
}
