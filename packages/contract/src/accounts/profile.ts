import { z } from 'zod'
import { PlainLine } from '../core/values.ts'

/** A picture as a data URL: PNG, JPEG or WebP, at most 256 KiB. */
export const PictureUrl = z
  .string()
  .max(360_000, 'The picture is larger than 256 KB')
  .regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+=*$/, 'Use a PNG, JPEG or WebP picture')

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
