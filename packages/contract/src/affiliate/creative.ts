import { z } from 'zod'
import { MediaId } from '../core/ids.ts'

/** A picture to embed, at an address that stays and that every page may show. */
export const CreativePicture = z.strictObject({
  url: z.url().meta({
    examples: [
      'https://gridloom.example/content/api/media/creatives/med_01k2m3n4p5q6r7s8t9v0w1x2y3',
    ],
  }),
  /** As it is embedded, in CSS pixels: half of the picture where that is a standard size. */
  width: z.int(),
  height: z.int(),
  /** The name of a standard size. */
  size: z
    .string()
    .nullable()
    .meta({ examples: ['Medium rectangle'] }),
})

/** Material of the operator that affiliates use: a banner, or a text. */
export const Creative = z.strictObject({
  id: MediaId,
  title: z.string(),
  /** The text; of a banner, what to know of it. */
  text: z.string(),
  /** `null` for a text. */
  picture: CreativePicture.nullable(),
  /** Your link with this sub ID tells its clicks apart. */
  sub_id: z.string().meta({ examples: ['build-faster-8k2fzz'] }),
})
export type Creative = z.infer<typeof Creative>
