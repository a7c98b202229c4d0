import { z } from 'zod'

/** A picture as a data URL: PNG, JPEG or WebP without metadata, 32 to 1024 pixels a side, at most 256 KiB. */
export const PictureUrl = z
  .string()
  .max(360_000, 'The picture is larger than 256 KB')
  .regex(/^data:image\/(png|jpeg|webp);base64,[A-Za-z0-9+/]+=*$/, 'Use a PNG, JPEG or WebP picture')
  .meta({ examples: ['data:image/png;base64,iVBORw0KGgo='] })
