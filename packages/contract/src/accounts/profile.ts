import { z } from 'zod'
import { PictureUrl } from '../core/picture-url.ts'
import { PlainLine } from '../core/values.ts'

export const ProfileChange = z.strictObject({
  username: z
    .string()
    .trim()
    .regex(/^[A-Za-z0-9_.-]{2,40}$/, 'Use 2 to 40 letters, digits, dots, - or _')
    .optional(),
  name: PlainLine.max(80).nullable().optional(),
  /** `null` removes the picture. */
  image: PictureUrl.nullable().optional(),
})
export type ProfileChange = z.infer<typeof ProfileChange>
