import { z } from 'zod'
import { MicroUsd, PlainLine, Timestamp } from '../core/values.ts'
import { AccountBudget } from './account-budget.ts'
import { ProjectName } from './project-name.ts'

/** The most projects of an account that are not archived. */
export const projectsMax = 200

/** A label that money is spent on, and what was spent on it in this calendar month (UTC). */
export const Project = z.strictObject({
  name: ProjectName,
  description: z.string(),
  created_at: Timestamp,
  /** Nothing more is ordered with an archived project; what was ordered before keeps it. */
  archived_at: Timestamp.nullable(),
  /** Charged in this month. `null`: of the owners and admins of the company alone. */
  spent_micro_usd: MicroUsd.nullable(),
  /** On hold now; `null` as above. */
  held_micro_usd: MicroUsd.nullable(),
  /** `null`: it has none, or as above. */
  budget: AccountBudget.nullable(),
})
export type Project = z.infer<typeof Project>

export const Projects = z.strictObject({
  /** By name; archived ones last. */
  projects: z.array(Project),
  /** Whether the caller may archive them and change their budgets: in a company, its owners and admins. */
  may_change: z.boolean(),
})
export type Projects = z.infer<typeof Projects>

export const ProjectParams = z.strictObject({ project: ProjectName })

export const ProjectDetails = z.strictObject({
  name: ProjectName,
  description: PlainLine.max(200).default(''),
})
export type ProjectDetails = z.infer<typeof ProjectDetails>
