import { z } from 'zod'
import { ProjectName } from '../budgets/project-name.ts'
import { Flag } from '../core/values.ts'
import { InstanceState } from './instance.ts'

/** One or several states, separated by commas: `running,stopped`. */
const States = z
  .string()
  .max(200)
  .transform((text) => text.split(','))
  .pipe(z.array(InstanceState))

/** Filters of a list of instances; one that is left out does not apply. */
export const InstanceFilters = z.strictObject({
  /** Text in the label, note, ID, machine, template, image or GPU model, in any case. */
  q: z.string().trim().max(100).optional(),
  state: States.optional(),
  project: ProjectName.optional(),
  /** Whether destroyed instances are included; a filter for that state includes them too. */
  destroyed: Flag.default(false),
})
export type InstanceFilters = z.infer<typeof InstanceFilters>
