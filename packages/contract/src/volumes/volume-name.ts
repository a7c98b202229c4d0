import { z } from 'zod'

/** Has no colon: commands write a volume and its path as `NAME:PATH`. */
export const VolumeName = z
  .string()
  .regex(
    /^[a-z0-9]([a-z0-9._-]{0,61}[a-z0-9])?$/,
    'Use 1 to 63 lower-case letters, digits, dots, dashes or underscores',
  )
  .meta({ examples: ['datasets'] })
