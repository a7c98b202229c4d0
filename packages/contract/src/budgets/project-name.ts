import { z } from 'zod'

/** The name of a project: small letters, digits and hyphens. An order with a new one creates the project. */
export const ProjectName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{0,39}$/, 'Up to 40 small letters, digits and hyphens')
  .meta({ examples: ['training'] })
export type ProjectName = z.infer<typeof ProjectName>
